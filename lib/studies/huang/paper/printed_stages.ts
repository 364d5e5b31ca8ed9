import type { ConstructionCounts } from "../tasks/construction/construct_prompts.ts";
import { CATEGORIES } from "./paper_text.ts";
import { type PaperNumbers, paperNumbers } from "./printed_tables.ts";

/** The counts of Table II in its order. */
const STAGES: readonly (keyof ConstructionCounts)[] = [
  "original",
  "withoutDuplicates",
  "withoutBiasInducing",
  "withoutUnrelated",
  "final",
];

/**
 * How many prompts the paper has left of each category after each stage, as `constructionTable` takes it.
 *
 * Source: the paper Bias Testing and Mitigation, Table II.
 */
export function printedStages({ table2 }: PaperNumbers = paperNumbers): Record<string, ConstructionCounts> {
  return Object.fromEntries(CATEGORIES.map((category) => [
    category,
    Object.fromEntries(
      STAGES.map((name, at) => [name, table2[at][category]]),
    ) as unknown as ConstructionCounts,
  ]));
}
