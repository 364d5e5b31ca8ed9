import printedNumbers from "../../../../../data/huang/published.json" with { type: "json" };
import { unknownName } from "../../../../core/nearest.ts";
import type { CellKeys, ClaimsInText, PrintedCategory } from "../paper_text.ts";
import { PROTECTED } from "../../tasks/vocabulary.ts";

/** An attribute with a column in the paper's tables. */
export type PrintedAttribute = (typeof PROTECTED)[number];

/** The columns of Table VII: the attributes, and whatever is biased by any of them. */
export const COLUMNS = [...PROTECTED, "overall"] as const;

/** A column of Table VII. */
export type PrintedColumn = (typeof COLUMNS)[number];

/** A number for each attribute. */
export type ByAttribute = Readonly<Record<PrintedAttribute, number>>;

/** A number for each attribute, and overall. */
export type ByColumn = Readonly<Record<PrintedColumn, number>>;

/** Attributes by category. */
export type ByCategory = Readonly<Record<PrintedCategory, readonly string[]>>;

/** A row of Table II: how many prompts are left after a stage of filtering. */
export interface PrintedTable2 extends Readonly<Record<PrintedCategory, number>> {
  readonly stage: string;
}

/** A row of a table with cells like 40 (11.98): biased functions, and their share of all tasks. */
export interface PrintedCounts {
  readonly model: string;
  readonly metric: string;
  readonly counts: ByAttribute;
  /** In [0, 1], rounded to 0.0001. */
  readonly shares: ByAttribute;
}

/** A row of Table IV; its metric is `CBS`, `CBS_U@5` or `CBS_I@5`. */
export type PrintedTable4 = PrintedCounts;

/** Decisions on functions and attributes, by finding and truth. */
export interface PrintedConfusion {
  readonly tp: number;
  readonly fn: number;
  readonly fp: number;
  readonly tn: number;
}

/** Table V, which is about one model. */
export interface PrintedTable5 extends PrintedConfusion {
  readonly model: string;
}

/** A row of Table VI; its metric is who found the bias: `test case`, `human` or `total`. */
export type PrintedTable6 = PrintedCounts;

/** A row of Table VII: shares of biased functions in [0, 1], rounded to 0.0001. */
export interface PrintedTable7 {
  readonly model: string;
  /** `original`, or one of the prompt strategies as `prompts` names them. */
  readonly strategy: string;
  readonly withoutFeedback: ByColumn;
  /** Null for the original, which has none. */
  readonly withFeedback: ByColumn | null;
}

/** A count, and its share of all tasks in [0, 1], rounded to 0.0001. */
export interface PrintedCount {
  readonly count: number;
  readonly share: number;
}

/** A row of Table VIII. */
export interface PrintedTable8 {
  readonly model: string;
  /** Functions biased by any attribute. */
  readonly bias: PrintedCount;
  /** Functions that do what their task asks for. */
  readonly completed: PrintedCount;
  /** Pass@1 of HumanEval, in [0, 1]. */
  readonly passAt1: number;
}

/** A row of Table IX: Table V with value pools, and how long the tests took. */
export interface PrintedTable9 extends PrintedConfusion {
  /** `original` or `enriched`. */
  readonly pools: string;
  readonly seconds: number;
}

/** What the paper prints. */
export interface PaperNumbers {
  readonly tasks: number;
  readonly models: readonly string[];
  readonly table1: ByCategory;
  /** The attributes that the authors' prompts name. */
  readonly offered: ByCategory;
  readonly table2: readonly PrintedTable2[];
  readonly table4: readonly PrintedTable4[];
  readonly table5: PrintedTable5;
  readonly table6: readonly PrintedTable6[];
  readonly table7: readonly PrintedTable7[];
  readonly table8: readonly PrintedTable8[];
  readonly table9: readonly PrintedTable9[];
  readonly text: ClaimsInText;
}

/**
 * The numbers as printed.
 *
 * Source: the paper Bias Testing and Mitigation, Tables I, II and IV to IX, and its text.
 */
export const paperNumbers: PaperNumbers = printedNumbers;

/** The tables with cells about a model and an attribute. */
export const CELL_TABLES = ["table4", "table6", "table7", "table8"] as const;

/**
 * What a cell of a table prints, as a proportion in [0, 1]; null if the table has no such cell.
 *
 * Source: the paper Bias Testing and Mitigation, Tables IV, VI, VII and VIII.
 *
 * @param table `table4`, `table6`, `table7` or `table8`.
 * @throws {RangeError} If it is none of these.
 *
 * @example
 * ```ts
 * import { printedCell } from "codebias/studies/huang/paper/printed/printed_tables.ts";
 * import assert from "node:assert/strict";
 * const gpt = { model: "GPT-4", metric: "CBS", attribute: "overall" };
 * assert.equal(printedCell("table7", { ...gpt, strategy: "CoT2", feedback: true }), 0.0479);
 * assert.equal(printedCell("table8", gpt), 0.6078);
 * assert.equal(printedCell("table4", gpt), null);
 * ```
 */
export function printedCell(
  table: string,
  keys: CellKeys,
  numbers: PaperNumbers = paperNumbers,
): number | null {
  return wholeCell(table, keys, numbers)?.share ?? null;
}

/** The count in a cell of a table, likewise; also null if the table only prints a share. */
export function printedCount(
  table: string,
  keys: CellKeys,
  numbers: PaperNumbers = paperNumbers,
): number | null {
  return wholeCell(table, keys, numbers)?.count ?? null;
}

type Cell = Pick<PrintedCount, "share"> & Partial<PrintedCount>;

function wholeCell(table: string, keys: CellKeys, numbers: PaperNumbers): Cell | undefined {
  const name = CELL_TABLES.find((known) => known === table);
  if (!name) throw unknownName("table with cells", table, CELL_TABLES);
  const column = COLUMNS.find((known) => known === keys.attribute);
  if (!column) return undefined;
  if (name === "table7") return cellOfTable7(column, keys, numbers);
  if (name === "table8") return column === "overall" ? cellOfTable8(keys, numbers) : undefined;
  const row = numbers[name].find(({ model, metric }) => model === keys.model && metric === keys.metric);
  return row && column !== "overall" ? { count: row.counts[column], share: row.shares[column] } : undefined;
}

function cellOfTable7(
  column: PrintedColumn,
  { model, metric, strategy = "original", feedback = false }: CellKeys,
  { table7 }: PaperNumbers,
): Cell | undefined {
  const row = table7.find((one) => one.model === model && one.strategy === strategy);
  const cells = feedback ? row?.withFeedback : row?.withoutFeedback;
  return cells && metric === "CBS" ? { share: cells[column] } : undefined;
}

function cellOfTable8({ model, metric }: CellKeys, { table8 }: PaperNumbers): Cell | undefined {
  const row = table8.find((one) => one.model === model);
  if (metric === "CBS") return row?.bias;
  if (metric === "completed") return row?.completed;
  return row && metric === "passAt1" ? { share: row.passAt1 } : undefined;
}
