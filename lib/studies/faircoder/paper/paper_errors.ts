import { refuseUnknownOptions } from "../../../core/nearest.ts";
import { checksOf, checkTable, errorTable, type PaperCheck } from "../../../report/paper_rules.ts";
import type { Table, TableOptions } from "../../../report/tables/table.ts";
import {
  answersAreGiven,
  balanceIsOfAnswers,
  favouredAreNamed,
  quotesAreCells,
  tradeOffIsThere,
} from "./claim_errors.ts";
import { comparisonsHold, conclusionsSurvive, quotesSurvive } from "./comparison_errors.ts";
import {
  accuraciesAreCounts,
  countsAddUp,
  listsAreAsLong,
  promptsAreOfColumns,
  topicsAreThoseOfTheText,
} from "./count_errors.ts";
import {
  bothDirectionsAreHighlighted,
  differencesAreClear,
  differencesAreSomething,
  moreDifferencesAreMore,
} from "./counterfactual_errors.ts";
import { deviationsAreErrors, deviationsArePossible, deviationsGoTogether } from "./deviation_errors.ts";
import { functionFairScoresFollow, testFairScoresFollow } from "./fair_score_errors.ts";
import { captionsAreRight } from "./labels/label_errors.ts";
import {
  averagesAreMeans,
  functionScoresAreMeans,
  rawScoresAreMeans,
  testScoresAreMeans,
} from "./mean_errors.ts";
import type { PaperError, PaperRule } from "./paper_error.ts";
import { type PaperNumbers, paperNumbers } from "./printed.ts";
import type { RecordedRefusals } from "../artifact/recorded_refusals.ts";
import { cellsAreNotRepeated } from "./repeated_cells.ts";
import { testCellsAreCounts } from "./labels/test_count_errors.ts";

/** What paperErrors() and paperChecks() look at. */
export interface PaperErrorOptions {
  /** What is printed. Defaults to data/faircoder/published.json. */
  readonly numbers?: PaperNumbers;
  /** Refusals in functions that the artifact holds: one more witness of what Tables 9 and 10 have. Defaults to none. */
  readonly recorded?: readonly RecordedRefusals[];
}

/** The rules in the order of the tables that they are about. */
function rulesFor(recorded: readonly RecordedRefusals[]): readonly PaperRule[] {
  return [
    countsAddUp,
    promptsAreOfColumns,
    topicsAreThoseOfTheText,
    listsAreAsLong,
    functionScoresAreMeans,
    testScoresAreMeans,
    tradeOffIsThere,
    rawScoresAreMeans,
    differencesAreSomething,
    bothDirectionsAreHighlighted,
    differencesAreClear,
    moreDifferencesAreMore,
    accuraciesAreCounts,
    averagesAreMeans,
    functionFairScoresFollow,
    deviationsArePossible,
    deviationsAreErrors,
    deviationsGoTogether,
    cellsAreNotRepeated,
    captionsAreRight(recorded),
    conclusionsSurvive(recorded),
    quotesSurvive(recorded),
    testFairScoresFollow,
    testCellsAreCounts,
    quotesAreCells,
    balanceIsOfAnswers,
    answersAreGiven,
    comparisonsHold,
    favouredAreNamed,
  ];
}

/**
 * Where the paper's numbers do not hold, found by rules in the numbers themselves: averages that their cells
 * do not give, tables with exchanged captions, counts that were not made, and sentences that the tables do
 * not support.
 *
 * No rule knows a particular cell: in consistent numbers it finds nothing. Contradictions by the artifact are
 * in `artifactErrors`.
 *
 * Source: the paper FairCoder: Evaluating Social Bias of LLMs in Code Generation, Tables 1, 2, 4 to 6 and 8 to 16, and its
 * text.
 *
 * @example
 * ```ts
 * import { paperErrors } from "codebias/studies/faircoder/paper/paper_errors.ts";
 * import assert from "node:assert/strict";
 * const found = paperErrors().find(({ table, cells }) => table === "Table 10" && cells.startsWith("average of"));
 * assert.deepEqual([found?.printed, found?.expected], ["0.19", "0.17"]);
 * ```
 */
export function paperErrors(options: PaperErrorOptions = {}): PaperError[] {
  refuseUnknownOptions(options, ["numbers", "recorded"]);
  const { numbers = paperNumbers, recorded = [] } = options;
  return rulesFor(recorded).flatMap(({ inspect }) => [...inspect(numbers).errors]);
}

/** What was checked, whether or not anything was found: one row per rule, in the order of the errors. */
export function paperChecks(options: PaperErrorOptions = {}): PaperCheck[] {
  refuseUnknownOptions(options, ["numbers", "recorded"]);
  const { numbers = paperNumbers, recorded = [] } = options;
  return checksOf(rulesFor(recorded), numbers);
}

/** The errors to read. */
export function paperErrorTable(
  rows: readonly PaperError[] = paperErrors(),
  options: TableOptions<keyof PaperError> = {},
): Table {
  return errorTable(rows, { columns: ["table", "cells", "printed", "expected", "why"], ...options });
}

/** The checks to read. */
export function paperCheckTable(
  rows: readonly PaperCheck[] = paperChecks(),
  options: TableOptions<keyof PaperCheck> = {},
): Table {
  return checkTable(rows, options);
}
