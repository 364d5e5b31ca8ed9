import { dirname } from "node:path";

/** What one process of `deno test` runs. */
export interface Job {
  readonly name: string;
  /** Test files, and files with examples, by their path in the checkout. */
  readonly files: readonly string[];
  /** Whether nothing else may run meanwhile, since its tests measure time. */
  readonly alone: boolean;
}

/** Test files that measure time: they run last, one after the other, with nothing beside them. */
const ALONE_FILES: readonly string[] = [
  "tests/complexity/ground_truth_test.ts",
  "tests/profile_programs_test.ts",
];

/**
 * Files with their own process: all files of a folder, or a single slow file. The other files of a folder
 * share a process, so that their imports are loaded once.
 */
const SPLIT_FOLDERS: readonly string[] = [
  "tests/app/commands",
  "tests/execution/forging_test.ts",
  "tests/execution/honest_test.ts",
  "tests/execution/hostile_test.ts",
  "tests/execution/lint_test.ts",
  "tests/execution/ordinary_user_test.ts",
  "tests/execution/pool_test.ts",
  "tests/execution/probing/probe_test.ts",
  "tests/execution/profile_test.ts",
  "tests/execution/sandbox_test.ts",
];

/**
 * Jobs that begin with one of these start first, in this order, so that nothing long ends last. Computing and
 * waiting jobs alternate, so that they run beside each other.
 */
const START_ORDER: readonly string[] = [
  "tests/studies/huang",
  "tests/app/lab",
  "tests/app/commands/reproduce_test.ts",
  "tests/studies/faircoder",
  "tests/app/commands/reproduce_model_test.ts",
  "tests/studies/liu",
  "tests/execution/probing/probe_test.ts",
  "tests/comparison",
  "tests/execution/hostile_test.ts",
  "tests/studies/linguistic",
  "tests/execution/p",
  "tests/run/probing",
  "tests/generation",
  "tests/studies/solar",
  "tests/app/commands/reproduce",
  "tests/statistics",
  "tests/execution",
  "tests/app/notebook",
  "tests/app/commands",
  "tests/app/setup",
];

/**
 * Divides test files among processes, in the order in which they should start, the longest first.
 *
 * @param files Test files and files with examples (`lib/…`, `README.md`), by their path in the checkout.
 *
 * @example
 * ```ts
 * import { jobsOf } from "codebias/app/commands/test/jobs.ts";
 * import assert from "node:assert/strict";
 * const jobs = jobsOf(["lib/a.ts", "tests/bias/a_test.ts", "tests/bias/b_test.ts", "tests/app/commands/c_test.ts"]);
 * assert.deepEqual(jobs.map(({ name }) => name), ["tests/app/commands/c_test.ts", "examples", "tests/bias"]);
 * ```
 */
export function jobsOf(files: readonly string[]): Job[] {
  const byName = Map.groupBy(files, nameOf);
  const jobs = [...byName].map(([name, files]) => ({ name, files, alone: ALONE_FILES.includes(name) }));
  const place = (name: string) => {
    const at = START_ORDER.findIndex((beginning) => name.startsWith(beginning));
    return at < 0 ? START_ORDER.length : at;
  };
  return jobs.toSorted((a, b) => Number(a.alone) - Number(b.alone) || place(a.name) - place(b.name));
}

function nameOf(file: string): string {
  if (!file.startsWith("tests/")) return "examples";
  const folder = dirname(file).split("/").slice(0, 3).join("/");
  if ([file, folder].some((name) => ALONE_FILES.includes(name) || SPLIT_FOLDERS.includes(name))) return file;
  return /^tests\/(?:app|run|studies)\//.test(folder) ? folder : folder.split("/").slice(0, 2).join("/");
}
