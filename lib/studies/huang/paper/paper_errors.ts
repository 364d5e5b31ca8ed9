import { checksOf, checkTable, errorTable, type PaperCheck } from "../../../report/paper_rules.ts";
import type { Table, TableOptions } from "../../../report/tables/table.ts";
import { countsMakeShares, findingsAddUp, sharesAreOfTasks } from "./printed/cell_counts.ts";
import {
  bestModelsAreBest,
  highAttributesAreHigh,
  higherModelsAreHigher,
  prevalentAsPrinted,
  testsFindMost,
  unionIsAboveSingle,
} from "./claim_errors.ts";
import {
  matricesAgree,
  matrixIsOfAttributes,
  poolsChangeNoFunction,
  poolsMissWhatDoesNotRun,
  positivesAreCounted,
  truePositivesAreFound,
} from "./confusion_errors.ts";
import { directPromptsHelpLittle, feedbackHelps } from "./mitigation_errors.ts";
import { countsAreOffered, prevalentAmongOffered, sharesAreOfOffered } from "./printed/offered_shares.ts";
import { overallsArePossible } from "./overall_bounds.ts";
import type { PaperError, PaperRule } from "./paper_error.ts";
import { finalPromptsAreTasks, stagesOnlyRemove } from "./prompt_filter.ts";
import { type PaperNumbers, paperNumbers } from "./printed/printed_tables.ts";
import {
  notRunningIsAsSaid,
  quotesAreInTables,
  rangesAreOfColumns,
  reliabilityIsOfMatrix,
  secondsAreInTable,
} from "./printed/quoted_cells.ts";
import { removedCasesAreGone } from "./removed_cases.ts";
import {
  numbersAreNotRepeated,
  originalsAreFoundByTests,
  overallsDifferByPeople,
  totalsAreCbs,
} from "./repeated_cells.ts";
import { averagesAreWithinBounds, runsAreWithinBounds } from "./run_bounds.ts";
import { averagesAreNotWhole } from "./printed/single_runs.ts";
import { ordersAreTheSame, tradeOffsAreExcluded } from "./trade_off.ts";
import {
  columnsAreThere,
  listsAreOfTables,
  promptsNameTable1,
  templatesAreOfCategory,
  testCasesAreProducts,
} from "./wording_errors.ts";

/** The rules in the order in which errors are told: of cells, of tables together, of the text. */
const RULES: readonly PaperRule[] = [
  stagesOnlyRemove,
  finalPromptsAreTasks,
  promptsNameTable1,
  countsMakeShares,
  findingsAddUp,
  totalsAreCbs,
  sharesAreOfTasks,
  averagesAreNotWhole,
  runsAreWithinBounds,
  averagesAreWithinBounds,
  overallsArePossible,
  originalsAreFoundByTests,
  overallsDifferByPeople,
  removedCasesAreGone,
  numbersAreNotRepeated,
  countsAreOffered,
  sharesAreOfOffered,
  matrixIsOfAttributes,
  truePositivesAreFound,
  positivesAreCounted,
  matricesAgree,
  poolsChangeNoFunction,
  poolsMissWhatDoesNotRun,
  quotesAreInTables,
  rangesAreOfColumns,
  reliabilityIsOfMatrix,
  secondsAreInTable,
  notRunningIsAsSaid,
  higherModelsAreHigher,
  unionIsAboveSingle,
  testsFindMost,
  prevalentAsPrinted,
  prevalentAmongOffered,
  highAttributesAreHigh,
  bestModelsAreBest,
  ordersAreTheSame,
  tradeOffsAreExcluded,
  directPromptsHelpLittle,
  feedbackHelps,
  listsAreOfTables,
  templatesAreOfCategory,
  columnsAreThere,
  testCasesAreProducts,
];

/**
 * Where the paper's numbers do not hold, found by rules in the numbers themselves: cells that contradict each
 * other, averages that are none, shares of other things than stated, and sentences that the tables do not
 * support.
 *
 * No rule knows a particular cell: in consistent numbers it finds nothing.
 *
 * Source: the paper Bias Testing and Mitigation, Tables I, II and IV to IX, and its text.
 *
 * @param numbers What is printed. @default data/huang/published.json
 *
 * @example
 * ```ts
 * import { paperErrors } from "codebias/studies/huang/paper/paper_errors.ts";
 * import assert from "node:assert/strict";
 * const found = paperErrors().find(({ where }) => where === "Section IV-B on Table IX, original");
 * assert.deepEqual([found?.what, found?.evidence], ["57.15 s", "Table IX has 57.16 s"]);
 * ```
 */
export function paperErrors(numbers: PaperNumbers = paperNumbers): PaperError[] {
  return RULES.flatMap(({ rule, inspect }) => inspect(numbers).errors.map((breach) => ({ ...breach, rule })));
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
  return errorTable(rows, { columns: ["where", "what", "evidence", "rule"], ...options });
}

/** The checks to read. */
export function paperCheckTable(
  rows: readonly PaperCheck[] = paperChecks(),
  options: TableOptions<keyof PaperCheck> = {},
): Table {
  return checkTable(rows, options);
}
