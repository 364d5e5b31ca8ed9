import { join } from "node:path";
import { hasRepository } from "codebias/store/artifacts.ts";
import { paths } from "codebias/store/paths.ts";
import { layout } from "codebias/studies/linguistic/layout.ts";

const SHARED = join(paths.root, "..", "shared");

/**
 * The folder that holds the authors' artifact: CODEBIAS_ARTIFACTS, data/artifacts, or ../shared/artifacts;
 * undefined when it is in none of them.
 */
export const artifacts: string | undefined = await firstOf(
  [Deno.env.get("CODEBIAS_ARTIFACTS"), paths.artifacts, join(SHARED, "artifacts")],
  (folder) => hasRepository(layout.repository, { artifacts: folder }),
);

/** One number that another program computed from the same artifact. */
export interface GoldenItem {
  readonly model: string;
  readonly prompt: string;
  readonly temperature: number;
  readonly metric: string;
  readonly value: number;
  readonly paperValue: number | null;
}

const file: string | undefined = await firstOf(
  [Deno.env.get("CODEBIAS_GOLDEN"), join(SHARED, "golden")].map((folder) =>
    folder && join(folder, "linguistic.json")
  ),
  isFile,
);

/** The golden numbers, from CODEBIAS_GOLDEN or ../shared/golden; undefined when they are in neither. */
export const golden: readonly GoldenItem[] | undefined = file &&
  JSON.parse(await Deno.readTextFile(file)).items;

/** What a test without its data says in its name. */
export const NO_ARTIFACT = artifacts ? "" : " (skipped: there is no BilingualCodeEval artifact)";

/** What a test without its data says in its name. */
export const NO_GOLDEN = golden ? "" : " (skipped: there are no golden numbers)";

async function firstOf(
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
