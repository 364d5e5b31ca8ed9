import { SandboxError } from "../core/errors.ts";
import type { Execution, ExecutionRequest, Executor, Outcome, ProgramReport } from "../core/types.ts";
import { dict, float, type PythonValue } from "../values/mod.ts";

/** The source of a harness: a program of this project that runs in the sandbox and calls a program that it is given. */
function harness(folder: string, files: string): string {
  const read = (file: string) => Deno.readTextFileSync(new URL(`./${folder}/${file}.py`, import.meta.url));
  return files.split(" ").map(read).join("\n\n");
}

/** The harness that measures a program on inputs of growing size. */
export const PROFILER = harness("profiler", "../alarm counting profiler again");

/** The harness that finds out the attributes on which a program's outcome depends. */
export const PROBER = harness(
  "prober",
  "tokens questions comparing computing expressions names unused statements instrument thresholds " +
    "state shape ../alarm calling search prober lines",
);

/** The harness that finds out the points that a scoring function adds for each group. */
export const SCORER = harness(
  "scorer",
  "standins value carrier removing literals program seen choosing people watching trials reading " +
    "tainting doubts checking scorer",
);

/**
 * The harness that gives the verdict of the published instrument of the study of bias in code. Workers load it only when
 * it is used, which is seldom.
 */
export const PUBLISHED_CBS = harness("published_cbs", "extraction pools cases loop survey");

/** The harness that has pylint grade programs. Workers load it only when it is used, as few of them have pylint. */
export const LINTER = harness("linter", "linter");

/** The harness that calls a scoring function with people made for its task. Workers load it only when it is used. */
export const FUNCTIONAL_TESTER = harness("functional", "fields ladders tester");

/** The harnesses that workers load once, before their first program. */
export const HARNESSES: readonly string[] = [PROFILER, PROBER, SCORER];

/** The code that workers run before programs that use pandas; it does nothing if pandas is not installed. */
export const PANDAS: readonly string[] = ["try:\n    import pandas\nexcept ImportError:\n    pass\n"];

/** Whether a program mentions pandas, or is a harness that is given a program that does. */
export function wantsPandas({ program: { source }, calls }: ExecutionRequest): boolean {
  if (source.includes("pandas")) return true;
  const handed = HARNESSES.includes(source) ? calls[0]?.args : undefined;
  return handed !== undefined && new TextDecoder().decode(handed).includes("pandas");
}

/** A request to a function of a harness. */
interface Asked extends Pick<ExecutionRequest, "calls" | "limits" | "clock"> {
  readonly harness: string;
  readonly entryPoint: string;
}

/** Calls a function of a harness. Throws as `Sandbox.execute`. */
export async function askHarness(
  executor: Executor,
  { harness, entryPoint, ...asked }: Asked,
  signal?: AbortSignal,
): Promise<Execution> {
  const program = { kind: "program", source: harness, entryPoint, namespace: "one" } as const;
  return await executor.execute({ program, ...asked }, signal);
}

/**
 * The outcome of a call of a harness or, if the harness did not load, its report.
 *
 * @param what The action for the message, e.g. `score a function`.
 * @throws {SandboxError} If the sandbox failed.
 */
export function endOf({ program, outcomes }: Execution, what: string, at = 0): Outcome | ProgramReport {
  const end = outcomes.at(at) ?? program;
  if (end.kind !== "infrastructure-error") return end;
  throw new SandboxError(`Cannot ${what}: ${"message" in end ? end.message : end.kind}`);
}

/** The settings of a search as a Python dict, with seconds, whose names end with S, as floats. */
export function planValue(plan: Readonly<Record<string, number>>): PythonValue {
  const typed = ([name, value]: [string, number]) => [name, name.endsWith("S") ? float(value) : value];
  return dict(Object.fromEntries(Object.entries(plan).map(typed)));
}
