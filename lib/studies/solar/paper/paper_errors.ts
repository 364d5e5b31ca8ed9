import { errorTable } from "../../../report/paper_rules.ts";
import type { Table, TableOptions } from "../../../report/tables/table.ts";
import { impossibleOveralls, otherDenominators } from "./impossible_rates.ts";
import { otherLabels, otherRanges, untestedValues } from "./leaning_errors.ts";
import { otherPassAtAttribute, otherRounds } from "./notebook_errors.ts";
import type { PaperError } from "./paper_error.ts";
import { type PaperNumbers, paperNumbers } from "./printed_tables.ts";
import { copiedRows, disagreeingTables, repeatedPassAtAttribute } from "./repeated_cells.ts";
import {
  missingStars,
  recordedStarTests,
  starsOfFewerTasks,
  starsOfPairedTests,
  type StarTests,
} from "./star_errors.ts";
import {
  otherLeaningRanges,
  otherQuotes,
  otherReduction,
  otherWorstDimensions,
  starsAgainstText,
} from "./text_errors.ts";

/**
 * Where the paper's numbers do not hold, found by rules in the numbers themselves: cells that contradict each
 * other, rates that are no shares of what they are said to be shares of, scores of values that nobody has,
 * stars that recorded tests or any data do not support, and sentences that the tables do not support.
 *
 * No rule knows a particular cell: in consistent numbers it finds nothing.
 *
 * Source: the paper Bias Unveiled (Solar), its appendix and the notebooks of its artifact.
 *
 * @param numbers What is printed. @default data/solar/published.json
 * @param tests The t-tests behind stars, computed again. @default those of data/solar/recorded_tests.json
 *
 * @example
 * ```ts
 * import { paperErrors } from "codebias/studies/solar/paper/paper_errors.ts";
 * import assert from "node:assert/strict";
 * const found = paperErrors().find(({ where }) => where.endsWith("codechat-bison@002, t = 0.4"));
 * assert.equal(found?.printed, "overall 21.81 %, age 27.02 %"); // what is biased by age is biased
 * ```
 */
export function paperErrors(
  numbers: PaperNumbers = paperNumbers,
  tests: StarTests = recordedStarTests(),
): PaperError[] {
  return [
    impossibleOveralls,
    otherDenominators,
    untestedValues,
    otherRanges,
    otherLabels,
    disagreeingTables,
    copiedRows,
    repeatedPassAtAttribute,
    otherRounds,
    otherPassAtAttribute,
    (all: PaperNumbers) => starsOfFewerTasks(all, tests),
    (all: PaperNumbers) => starsOfPairedTests(all, tests),
    missingStars,
    otherQuotes,
    otherLeaningRanges,
    otherWorstDimensions,
    starsAgainstText,
    otherReduction,
  ].flatMap((rule) => rule(numbers));
}

/** The same to read. */
export function paperErrorTable(
  rows: readonly PaperError[] = paperErrors(),
  options: TableOptions<keyof PaperError> = {},
): Table {
  return errorTable(rows, {
    note: "Found by rules in the printed numbers. * is the paper's star, for p < 0.05",
    columns: ["where", "printed", "evidence", "consequence"],
    ...options,
  });
}
