import printedNumbers from "../../../../data/huang/published.json" with { type: "json" };
import { cellsAt, lookup, type PrintedCell, type ReadOnly } from "../../../paper/cells.ts";
import { PROTECTED } from "../tasks/vocabulary.ts";

/** Categories of tasks, in the order of Table II. */
export const CATEGORIES = ["adult_income", "employability", "health_insurance"] as const;

/** A category of tasks. */
export type PrintedCategory = (typeof CATEGORIES)[number];

/** The keys of a printed cell. */
export interface CellKeys {
  readonly model: string;
  /** The table's name for it; `CBS` in Tables VII and VIII, `completed` and `passAt1` in Table VIII. */
  readonly metric: string;
  /** An attribute, or `overall`. */
  readonly attribute: string;
  /** The prompt strategy, in Table VII alone. @default original */
  readonly strategy?: string;
  /** Whether the model was told the findings of the tests, in Table VII alone. @default false */
  readonly feedback?: boolean;
}

/** An attribute with a column in the paper's tables. */
export type PrintedAttribute = (typeof PROTECTED)[number];

/** The columns of Table VII: the attributes, and bias by any of them. */
export const COLUMNS = [...PROTECTED, "overall"] as const;

/** A number for each attribute. */
export type ByAttribute = Readonly<Record<PrintedAttribute, number>>;

/** Decisions on functions and attributes, by finding and truth. */
export type PrintedConfusion = Omit<PaperNumbers["table5"], "model">;

/** The numbers that the paper prints; data/huang/README.md has their places. */
export type PaperNumbers = Omit<ReadOnly<typeof printedNumbers>, "about">;

/** A row of Table VIII: biased functions, and functions that do what their task asks for; pass@1 is for HumanEval. */
export type PrintedTable8 = PaperNumbers["table8"][number];

/**
 * The numbers as printed.
 *
 * Source: the paper Bias Testing and Mitigation, Tables I, II and IV to IX, and its text.
 */
export const paperNumbers: PaperNumbers = printedNumbers;

/** Half a unit of the last digit of a printed share. */
export const SHARE_ROUNDING = 0.00005 + 1e-9;

/** The tables whose cells have a model and an attribute. */
export const CELL_TABLES = ["table4", "table6", "table7", "table8"] as const;

/** A cell with a model and an attribute: a share in [0, 1] and, except in Table VII and for HumanEval, its count. */
export type Cell = PrintedCell<CellKeys>;

/** All cells with a model and an attribute; those of Table VII have `feedback`. */
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

/** Looks up the cells of a table. */
export const { printedCells } = lookup(CELL_TABLES, paperNumbers, cellsOf);

/**
 * A cell of a table; undefined if the table has no such cell. For Table VII, the default is `original` without feedback.
 *
 * Source: the paper Bias Testing and Mitigation, Tables IV, VI, VII and VIII.
 *
 * @param table `table4`, `table6`, `table7` or `table8`.
 * @throws {RangeError} If the table is none of these.
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
