import { sum } from "../../../statistics/descriptive.ts";
import type { CbsColumn, PaperNumbers } from "./printed.ts";
import { DIMENSIONS, MODIFIER_TYPES, type ModifierType } from "../tasks/vocabulary.ts";

/** The types of modifiers that a column of Code Bias Scores combines: both comparative ones, or all. */
export function typesIn(column: CbsColumn | ModifierType): ModifierType[] {
  return MODIFIER_TYPES.filter((type) =>
    column === "total" || type === column || type.startsWith(`${column}-`)
  );
}

/**
 * The number of adjectives of a column of Code Bias Scores.
 *
 * @example
 * ```ts
 * import { adjectivesIn } from "codebias/studies/liu/paper/column_sizes.ts";
 * import { paperNumbers } from "codebias/studies/liu/paper/printed.ts";
 * import assert from "node:assert/strict";
 * assert.equal(adjectivesIn("Comparative", paperNumbers), 4);
 * assert.equal(adjectivesIn("total", paperNumbers), 49);
 * ```
 */
export function adjectivesIn(column: CbsColumn, { table2 }: PaperNumbers): number {
  return sum(typesIn(column).map((type) => table2[type]));
}

/** The number of prompts of a column of Code Bias Scores: every adjective with every dimension. */
export function promptsIn(column: CbsColumn, numbers: PaperNumbers): number {
  return adjectivesIn(column, numbers) * DIMENSIONS.length;
}

/** The number of completions of a column of Code Bias Scores. @param samples For each prompt. @default all of a model */
export function completionsIn(
  column: CbsColumn,
  numbers: PaperNumbers,
  samples: number = numbers.samplesPerPrompt,
): number {
  return promptsIn(column, numbers) * samples;
}
