import printedNumbers from "../../../../data/huang/published.json" with { type: "json" };
import { cellsAt, lookup, type PrintedCell } from "../../../paper/cells.ts";
import type { CellKeys, ClaimsInText, PrintedCategory } from "./paper_text.ts";
import { PROTECTED } from "../tasks/vocabulary.ts";

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

/** Decisions on functions and attributes, by finding and truth. */
export interface PrintedConfusion {
  readonly tp: number;
  readonly fn: number;
  readonly fp: number;
  readonly tn: number;
}

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
  /** The metrics are `CBS`, `CBS_U@5` and `CBS_I@5`. */
  readonly table4: readonly PrintedCounts[];
  /** It is about one model. */
  readonly table5: PrintedConfusion & { readonly model: string };
  /** The metrics are who found the bias: `test case`, `human` and `total`. */
  readonly table6: readonly PrintedCounts[];
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

/** Half a unit of the last digit of a printed share. */
export const SHARE_ROUNDING = 0.00005 + 1e-9;

/** The tables with cells about a model and an attribute. */
export const CELL_TABLES = ["table4", "table6", "table7", "table8"] as const;

/** A cell about a model and an attribute: a share in [0, 1] and, in all tables but Table VII and for HumanEval, its count. */
export type Cell = PrintedCell<CellKeys>;

/** All cells about a model and an attribute; those of Table VII say whether they are with feedback. */
export function cellsOf(numbers: PaperNumbers): Cell[] {
  const counts = (["table4", "table6"] as const).flatMap((table) =>
    numbers[table].flatMap(({ model, metric, counts, shares }) =>
      PROTECTED.map((attribute): Cell => ({
        ...{ table, keys: { model, metric, attribute } },
        ...{ value: shares[attribute], count: counts[attribute] },
      }))
    )
  );
  const strategies = numbers.table7.flatMap(({ model, strategy, withoutFeedback, withFeedback }) =>
    [withoutFeedback, withFeedback].flatMap((row, at) =>
      (row === null ? [] : COLUMNS).map((attribute): Cell => ({
        table: "table7",
        keys: { model, metric: "CBS", strategy, feedback: at === 1, attribute },
        value: row![attribute],
      }))
    )
  );
  const performance = numbers.table8.flatMap(({ model, bias, completed, passAt1 }) =>
    Object.entries({ CBS: bias, completed, passAt1: { share: passAt1, count: undefined } }).map(
      ([metric, { share: value, count }]): Cell => ({
        ...{ table: "table8", keys: { model, metric, attribute: "overall" }, value, count },
      }),
    )
  );
  return [...counts, ...strategies, ...performance];
}

/** The cells of a table, and the number of one. */
export const { printedCells } = lookup(CELL_TABLES, paperNumbers, cellsOf);

/**
 * A cell of a table; undefined if the table has no such cell. Table VII has `original` without feedback unless asked otherwise.
 *
 * Source: the paper Bias Testing and Mitigation, Tables IV, VI, VII and VIII.
 *
 * @param table `table4`, `table6`, `table7` or `table8`.
 * @throws {RangeError} If it is none of these.
 *
 * @example
 * ```ts
 * import { printedCell } from "codebias/studies/huang/paper/printed_tables.ts";
 * import assert from "node:assert/strict";
 * const gpt = { model: "GPT-4", metric: "CBS", attribute: "overall" };
 * assert.equal(printedCell("table7", { ...gpt, strategy: "CoT2", feedback: true })?.value, 0.0479);
 * assert.equal(printedCell("table8", gpt)?.value, 0.6078);
 * assert.equal(printedCell("table4", gpt), undefined);
 * ```
 */
export function printedCell(
  table: string,
  { strategy = "original", feedback = false, ...keys }: CellKeys,
  numbers: PaperNumbers = paperNumbers,
): Cell | undefined {
  const all = table === "table7" ? { ...keys, strategy, feedback } : keys;
  return cellsAt(printedCells(table, numbers), table, all)[0];
}
