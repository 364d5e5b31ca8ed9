import { join } from "node:path";
import { hasRepository } from "codebias/store/artifacts.ts";
import { paths } from "codebias/store/paths.ts";
import { layout } from "codebias/studies/linguistic/tasks/layout.ts";
import { firstOf, goldenFile, goldenLines, noGolden, SHARED } from "../../golden_file.ts";

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
  readonly denominator: number;
}

/** The tasks of a cell with the language whose program is more efficient. */
export interface GoldenWinners {
  readonly model: string;
  readonly prompt: string;
  readonly temperature: number;
  readonly winners: Readonly<Record<string, string>>;
}

/** The best program of a task and language, as another program found it. */
export interface GoldenFit {
  readonly model: string;
  readonly prompt: string;
  readonly temperature: number;
  readonly language: string;
  readonly task_id: string;
  readonly passedSamples: number;
  readonly bestScore: number | null;
  readonly bestClass: string | null;
}

const numbers = await goldenFile("linguistic.json") as
  | { items: readonly GoldenItem[]; winners: readonly GoldenWinners[] }
  | undefined;

/** The golden numbers, from CODEBIAS_GOLDEN or ../shared/golden; undefined when they are in neither. */
export const golden = numbers?.items;

/** The golden winners, likewise. */
export const goldenWinners = numbers?.winners;

/** The golden fits, likewise. */
export const goldenFits = await goldenLines<GoldenFit>("linguistic_authors_fits.jsonl");

/** What a test without its data says in its name. */
export const NO_ARTIFACT = artifacts ? "" : " (skipped: there is no BilingualCodeEval artifact)";

/** What a test without its data says in its name. */
export const NO_GOLDEN = noGolden(golden);
