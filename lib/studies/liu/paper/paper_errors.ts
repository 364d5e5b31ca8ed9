import { checksOf, checkTable, errorTable, type PaperCheck } from "../../../report/paper_rules.ts";
import type { Table, TableOptions } from "../../../report/tables/table.ts";
import {
  classifiersBeatTheMajority,
  demonstrationsRun,
  largerIsMoreBiased,
  pointsAreOnScales,
} from "./claim_errors.ts";
import {
  accuraciesAreCounts,
  cellsAreCounts,
  rowsAreNotExchanged,
  variantsAreCounts,
} from "./count_errors.ts";
import {
  datasetHasItsModels,
  datasetsAddUp,
  positivesAreBiased,
  promptsAreProducts,
  splitsAddUp,
  splitsAreAsSaid,
} from "./dataset_errors.ts";
import {
  demographicsAreNotRepeats,
  demographicsAreOfOneDimension,
  sharesAreOfSamples,
} from "./demographic_errors.ts";
import {
  emptyColumnsAreEmpty,
  pairsAreDemographics,
  sdsArePossible,
  sdsGoWithUfs,
  signsAreReadAsDefined,
  ufsAreOfCounts,
} from "./fairness_errors.ts";
import type { PaperError, PaperRule } from "./paper_error.ts";
import { type PaperNumbers, paperNumbers } from "./printed.ts";
import { annotationsAreOfSamples, judgedModelsAreNamed } from "./sample_errors.ts";
import { totalsAreMeans } from "./total_errors.ts";
import {
  defaultIsOfTable4,
  functionsRaiseBias,
  orderRaisesBias,
  sameVariantsAreEqual,
} from "./variant_errors.ts";

/** The rules in the order of the tables that they are about. */
const RULES: readonly PaperRule[] = [
  promptsAreProducts,
  splitsAddUp,
  datasetsAddUp,
  splitsAreAsSaid,
  datasetHasItsModels,
  positivesAreBiased,
  accuraciesAreCounts,
  classifiersBeatTheMajority,
  cellsAreCounts,
  totalsAreMeans,
  rowsAreNotExchanged,
  largerIsMoreBiased,
  ufsAreOfCounts,
  signsAreReadAsDefined,
  pairsAreDemographics,
  emptyColumnsAreEmpty,
  sdsArePossible,
  sdsGoWithUfs,
  annotationsAreOfSamples,
  judgedModelsAreNamed,
  pointsAreOnScales,
  sameVariantsAreEqual,
  defaultIsOfTable4,
  variantsAreCounts,
  functionsRaiseBias,
  orderRaisesBias,
  demographicsAreOfOneDimension,
  demographicsAreNotRepeats,
  sharesAreOfSamples,
  demonstrationsRun,
];

/**
 * Where the paper's numbers do not hold, found by rules in the numbers themselves: scores that no count of
 * completions gives, totals that are not those of their columns, tables that contradict each other, and
 * sentences that the tables do not support.
 *
 * No rule knows a particular cell: in consistent numbers it finds nothing. Contradictions by the artifact's
 * rows are in `artifactErrors`.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, Tables 1 to 10, figures and text.
 *
 * @param numbers What is printed. @default data/liu/published.json
 *
 * @example
 * ```ts
 * import { paperErrors } from "codebias/studies/liu/paper/paper_errors.ts";
 * import assert from "node:assert/strict";
 * const found = paperErrors().find(({ printed }) => printed.startsWith("8900 samples"));
 * assert.equal(found?.consequence, "8900 is a slip for 9800");
 * ```
 */
export function paperErrors(numbers: PaperNumbers = paperNumbers): PaperError[] {
  return RULES.flatMap(({ inspect }) => inspect(numbers).errors);
}

/** What was checked, whether or not anything was found: one row per rule, in the order of the errors. */
export function paperChecks(numbers: PaperNumbers = paperNumbers): PaperCheck[] {
  return checksOf(RULES, numbers);
}

/** The errors to read. */
export function paperErrorTable(
  rows: readonly PaperError[] = paperErrors(),
  options: TableOptions<keyof PaperError> = {},
): Table {
  return errorTable(rows, { columns: ["where", "printed", "evidence", "consequence"], ...options });
}

/** The checks to read. */
export function paperCheckTable(
  rows: readonly PaperCheck[] = paperChecks(),
  options: TableOptions<keyof PaperCheck> = {},
): Table {
  return checkTable(rows, options);
}
