import { join } from "node:path";
import { hasRepository } from "codebias/store/artifacts.ts";
import { paths } from "codebias/store/paths.ts";
import { layout } from "codebias/studies/linguistic/layout.ts";
import { firstOf, goldenFile, noGolden, SHARED } from "../../golden_file.ts";

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

/** The golden numbers, from CODEBIAS_GOLDEN or ../shared/golden; undefined when they are in neither. */
export const golden = (await goldenFile("linguistic.json") as { items: readonly GoldenItem[] } | undefined)
  ?.items;

/** What a test without its data says in its name. */
export const NO_ARTIFACT = artifacts ? "" : " (skipped: there is no BilingualCodeEval artifact)";

/** What a test without its data says in its name. */
export const NO_GOLDEN = noGolden(golden);
