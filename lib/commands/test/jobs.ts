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
const ALONE: readonly string[] = [
  "tests/complexity/ground_truth_test.ts",
  "tests/execution/cpu_verdict_test.ts",
  "tests/profile_programs_test.ts",
];

/**
 * Folders whose files are a process each, the longest first: their tests start commands, notebooks or sandboxes and wait for
 * them. Of all others a folder is a process, so that what its files import is loaded once.
 */
const SPLIT: readonly string[] = ["tests/commands"];

/**
 * Divides test files among processes, in the order in which they should start: first what waits for other processes, so that it
 * does not end last.
 *
 * @param files Test files and files with examples (`lib/…`, `README.md`), by their path in the checkout.
 *
 * @example
 * ```ts
 * import { jobsOf } from "codebias/commands/test/jobs.ts";
 * import assert from "node:assert/strict";
 * const jobs = jobsOf(["lib/a.ts", "tests/bias/a_test.ts", "tests/bias/b_test.ts", "tests/commands/c_test.ts"]);
 * assert.deepEqual(jobs.map(({ name }) => name), ["tests/commands/c_test.ts", "examples", "tests/bias"]);
 * ```
 */
export function jobsOf(files: readonly string[]): Job[] {
  const byName = Map.groupBy(files, nameOf);
  const jobs = [...byName].map(([name, files]) => ({ name, files, alone: ALONE.includes(name) }));
  const rank = ({ name, alone }: Job) => alone ? 2 : FIRST.some((folder) => name.startsWith(folder)) ? 0 : 1;
  return jobs.toSorted((a, b) => rank(a) - rank(b));
}

/** Where processes are started and waited for. */
const FIRST: readonly string[] = [...SPLIT, "tests/setup", "tests/notebook", "tests/execution"];

function nameOf(file: string): string {
  if (!file.startsWith("tests/")) return "examples";
  const folder = dirname(file).split("/").slice(0, 3).join("/");
  if (ALONE.includes(file) || SPLIT.includes(folder)) return file;
  return folder.startsWith("tests/studies/") ? folder : folder.split("/").slice(0, 2).join("/");
}
