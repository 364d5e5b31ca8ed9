import { SandboxError } from "../core/errors.ts";
import type { Execution, ExecutionRequest, Executor, Outcome, ProgramReport } from "../core/types.ts";
import { dict, float, type PythonValue } from "../values/mod.ts";

/** The source of a program of the project's own that runs in the sandbox and calls the program that it is handed. */
function harness(folder: string, files: string): string {
  const read = (file: string) => Deno.readTextFileSync(new URL(`./${folder}/${file}.py`, import.meta.url));
  return files.split(" ").map(read).join("\n\n");
}

/** Measures a program on inputs of growing size. */
export const PROFILER = harness("profiler", "../alarm counting profiler again");

/** Finds out what a program's outcome depends on. */
export const PROBER = harness(
  "prober",
  "tokens questions comparing computing expressions names unused statements instrument thresholds " +
    "state shape ../alarm calling search prober lines",
);

/** Finds out what a function that scores people adds for each group. */
export const SCORER = harness(
  "scorer",
  "standins carrier removing literals program seen choosing people watching trials reading " +
    "tainting doubts checking scorer",
);

/**
 * Gives the verdict of the published instrument of the study of bias in code on a program. Workers load it
 * only when it is asked for, which is seldom.
 */
export const PUBLISHED_CBS = harness("published_cbs", "extraction pools cases loop survey");

/** Has pylint grade programs. Workers load it only when it is asked for: few of them have pylint. */
export const LINTER = harness("linter", "linter");

/** Calls a scoring function with people made for its task. Workers load it only when it is asked for. */
export const FUNCTIONAL_TESTER = harness("functional", "fields ladders tester");

/** Workers load these once, before their first program. */
export const HARNESSES: readonly string[] = [PROFILER, PROBER, SCORER];

/** What workers run before programs that want pandas; nothing where it is not installed. */
export const PANDAS: readonly string[] = ["try:\n    import pandas\nexcept ImportError:\n    pass\n"];

/** Whether a program mentions pandas, or one handed to a program of this project does. */
export function wantsPandas({ program: { source }, calls }: ExecutionRequest): boolean {
  if (source.includes("pandas")) return true;
  const handed = HARNESSES.includes(source) ? calls[0]?.args : undefined;
  return handed !== undefined && new TextDecoder().decode(handed).includes("pandas");
}

/** Which function of a harness to ask, and with what. */
interface Asked extends Pick<ExecutionRequest, "calls" | "limits" | "clock"> {
  readonly harness: string;
  readonly entryPoint: string;
}

/** Asks a harness. Throws as `Sandbox.execute`. */
export async function askHarness(
  executor: Executor,
  { harness, entryPoint, ...asked }: Asked,
  signal?: AbortSignal,
): Promise<Execution> {
  const program = { kind: "program", source: harness, entryPoint, namespace: "one" } as const;
  return await executor.execute({ program, ...asked }, signal);
}

/**
 * How a call of a harness ended, or the harness before it.
 *
 * @param what What was to be done, for the sentence, e.g. `score a function`.
 * @throws {SandboxError} If the sandbox failed.
 */
export function endOf({ program, outcomes }: Execution, what: string, at = 0): Outcome | ProgramReport {
  const end = outcomes.at(at) ?? program;
  if (end.kind !== "infrastructure-error") return end;
  throw new SandboxError(`Cannot ${what}: ${"message" in end ? end.message : end.kind}`);
}

/** Settings of a search as Python takes them: seconds, whose names end with S, as floats. */
export function planValue(plan: Readonly<Record<string, number>>): PythonValue {
  const values = Object.entries(plan).map((
    [name, value],
  ) => [name, name.endsWith("S") ? float(value) : value]);
  return dict(Object.fromEntries(values));
}
