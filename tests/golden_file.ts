import { join } from "node:path";
import { paths } from "codebias/store/paths.ts";

/** Where the papers' data and the golden numbers lie beside a checkout, if they do. */
export const SHARED = join(paths.root, "..", "shared");

/** A file of golden numbers, from CODEBIAS_GOLDEN or ../shared/golden; undefined when it is in neither. */
export async function goldenFile(name: string): Promise<unknown> {
  const text = await goldenText(name);
  return text === undefined ? undefined : JSON.parse(text);
}

/** The same of a file with a JSON value in each line. */
export async function goldenLines<T>(name: string): Promise<readonly T[] | undefined> {
  return (await goldenText(name))?.trimEnd().split("\n").map((line) => JSON.parse(line));
}

async function goldenText(name: string): Promise<string | undefined> {
  const folders = [Deno.env.get("CODEBIAS_GOLDEN"), join(SHARED, "golden")];
  const file = await firstOf(folders.map((folder) => folder && join(folder, name)), isFile);
  return file && await Deno.readTextFile(file);
}

/** What a test without its golden numbers says in its name. */
export function noGolden(golden: unknown): string {
  return golden === undefined ? " (skipped: there are no golden numbers)" : "";
}

/** What makes a test with the text of a paper, from beside CODEBIAS_GOLDEN or from ../shared/papers: skipped when it is in neither. */
export async function paperTests(
  paper: string,
): Promise<(name: string, fn: (text: string) => void) => void> {
  const golden = Deno.env.get("CODEBIAS_GOLDEN");
  const folders = [golden && join(golden, "..", "papers"), join(SHARED, "papers")];
  const file = await firstOf(folders.map((folder) => folder && join(folder, paper)), isFile);
  const text = file && await Deno.readTextFile(file);
  return (name, fn) =>
    Deno.test({
      name: `${name}${text === undefined ? " (skipped: the paper is not here)" : ""}`,
      ignore: text === undefined,
      fn: () => fn(text!),
    });
}

/** The first path that is there. */
export async function firstOf(
  paths: readonly (string | undefined)[],
  isThere: (path: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (const path of paths) if (path && await isThere(path)) return path;
  return undefined;
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
