import { join } from "node:path";
import { temporaryFolder } from "codebias/store/files/files.ts";
import { ran } from "codebias/app/setup/ran.ts";
import { type Figure, FIGURES_VARIABLE, readFigures } from "./figures.ts";

/** What one run of a benchmark gave. */
export interface MeasuredRun {
  /** Of the whole command, with its set-up. */
  readonly wallS: number;
  /** Processor time of the whole command and of every process that it waited for. */
  readonly processorS: number;
  /** Figures that the benchmark reports; none if its checkout is older than {@linkcode Figure}. */
  readonly figures: readonly Figure[];
}

/** Runs a command and leaves the shell's `times` in a file: Deno does not say how much processor time a process took. */
const TIMED_SCRIPT = `file=$1; shift; "$@"; status=$?; times > "$file"; exit $status`;

/**
 * Runs `deno task bench NAME ARGS` in a checkout, with its own code and environment.
 *
 * @returns Its output, if it failed.
 */
export async function measuredRun(
  root: string,
  name: string,
  args: readonly string[],
): Promise<MeasuredRun | { readonly failure: string }> {
  await using folder = await temporaryFolder({ prefix: "codebias-bench-" });
  const [times, figures] = ["times", "figures"].map((file) => join(folder.path, file));
  await Deno.writeTextFile(figures, "");
  const begun = performance.now();
  const command = [Deno.execPath(), "task", "--quiet", "bench", name, ...args];
  const env = { INIT_CWD: Deno.env.get("INIT_CWD") ?? Deno.cwd(), [FIGURES_VARIABLE]: figures };
  const timed = ["-c", TIMED_SCRIPT, "sh", times, ...command];
  const { code, out, error } = await ran("sh", timed, { cwd: root, env });
  const wallS = (performance.now() - begun) / 1000;
  if (code !== 0) {
    const said = [out, error].map((text) => text.trimEnd()).filter((text) => text !== "");
    return { failure: [`status ${code}`, ...said].join("\n") };
  }
  const processorS = ofChildren(await Deno.readTextFile(times));
  return { wallS, processorS, figures: await readFigures(figures) };
}

/** Seconds that the children took: the second line of `times`, e.g. `0m1.230000s 0m0.400000s`, for the program and for the system. */
function ofChildren(times: string): number {
  const found = [...times.split("\n")[1].matchAll(/(\d+)m([\d.]+)s/g)];
  return found.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);
}
