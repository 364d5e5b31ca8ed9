import { join } from "node:path";
import { unknownName } from "codebias/core/nearest.ts";
import { exists, fileError } from "codebias/store/files/files.ts";
import { shortPath } from "codebias/store/paths.ts";

/** Where a checkout has its benchmarks. */
const FOLDER = join("tests", "bench");

/** Files and folders of every checkout. */
const PARTS = ["deno.json", "data", "lib", FOLDER];

/** The names of the benchmarks that a checkout has, in order. */
export async function benchmarksOf(root: string): Promise<string[]> {
  const names = (await Array.fromAsync(Deno.readDir(join(root, FOLDER)))).map((entry) => entry.name);
  return names.filter((file) => file.endsWith(".ts")).map((file) => file.slice(0, -".ts".length)).sort();
}

/** The file of a benchmark. */
export function benchmarkFile(root: string, name: string): string {
  return join(root, FOLDER, `${name}.ts`);
}

/**
 * Makes sure that a folder is a checkout of this project that has a benchmark.
 *
 * @throws {DataError} If it is no checkout.
 * @throws {RangeError} If it has no such benchmark.
 */
export async function checkCheckout(root: string, name: string): Promise<void> {
  const missing = PARTS.find((part) => !exists(join(root, part)));
  if (missing !== undefined) {
    const what = exists(root) ? `it has no ${missing}` : "it does not exist";
    const remedy = "make one with: git worktree add DIR COMMIT";
    throw fileError(root, `this is not a checkout of this project, as ${what}; ${remedy}`);
  }
  const known = await benchmarksOf(root);
  if (!known.includes(name)) throw unknownName(`benchmark of ${shortPath(root)}`, name, known);
}
