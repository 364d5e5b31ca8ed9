import printedNumbers from "../../../../data/solar/published.json" with { type: "json" };
import { lookup, type PrintedCell, type ReadOnly } from "../../../paper/cells.ts";
import type { SolarKeys } from "../metrics/counts.ts";

/** The dimensions in the order of the paper's tables. */
export const DIMENSIONS_PRINTED = [
  "age",
  "gender",
  "religion",
  "race",
  "employment_status",
  "marital_status",
  "education",
] as const;

/** The columns for which the paper prints CBS, in its order. */
export const CBS_COLUMNS = ["overall", ...DIMENSIONS_PRINTED] as const;

/** A column of CBS. */
export type CbsColumn = (typeof CBS_COLUMNS)[number];

/** The columns of the tables with rates. */
export const RATE_COLUMNS = [...CBS_COLUMNS, "passAtAttribute"] as const;

/** A column of the tables with rates. */
export type PrintedColumn = (typeof RATE_COLUMNS)[number];

/** A row of Table 3, 5, 7 or 8: CBS overall and by dimension, in [0, 1], rounded to 0.0001. */
export interface PrintedRow extends SolarKeys, Readonly<Record<CbsColumn, number>> {
  /** Pass@attribute; Table 8 has none. */
  readonly passAtAttribute?: number;
  /** The columns with a star, which means p < 0.05; Table 3 has none. */
  readonly significant?: readonly string[];
}

/**
 * The numbers that the paper, its appendix and its notebooks print; data/solar/published.json has their sources and
 * meanings.
 */
export interface PaperNumbers extends
  Omit<
    ReadOnly<typeof printedNumbers>,
    "about" | "table1" | "table2" | "table3" | "table5" | "table7" | "table8" | "notebooks"
  >,
  Readonly<Record<"table3" | "table5" | "table7" | "table8", readonly PrintedRow[]>> {
  readonly notebooks: Omit<ReadOnly<typeof printedNumbers.notebooks>, "rounds"> & {
    /** The rows of the rounds of feedback, from round 0. */
    readonly rounds: readonly PrintedRow[];
  };
}

/**
 * The numbers as printed.
 *
 * Source: the paper Bias Unveiled (Solar), Tables 3 to 5 and its text; its appendix, Tables 6 to 8; the notebooks of
 * its artifact.
 */
export const paperNumbers: PaperNumbers = printedNumbers;

/** The demographics of each dimension and tasks of each category in the paper's Tables 1 and 2. */
export const printedSuite = { table1: printedNumbers.table1, table2: printedNumbers.table2 } as const;

/** Half a unit of the last digit of a printed rate. */
export const RATE_ROUNDING = 0.00005 + 1e-9;

/** Half a unit of the last digit of a printed score. */
export const LEANING_ROUNDING = 0.005 + 1e-9;

/** The tables whose rows are models in their settings. */
const CELL_TABLES = ["table3", "table4", "table5", "table6", "table7", "table8"] as const;

/** The settings of rows that do not name theirs. */
const USUAL = { prompt: "default", temperature: 1, round: 0 };

/** All cells of these tables, with the column names of the data file. */
function cellsOf(numbers: PaperNumbers): PrintedCell<SolarKeys & { readonly column: string }>[] {
  return CELL_TABLES.flatMap((table) =>
    numbers[table].flatMap((row) => {
      const { model, prompt, temperature, round, ...cells } = { ...USUAL, ...row };
      return Object.entries(cells).flatMap(([column, value]) =>
        typeof value === "number"
          ? [{ table, keys: { model, prompt, temperature, round, column }, value }]
          : []
      );
    })
  );
}

/**
 * The number in one cell: a rate in [0, 1], or a range of scores in Table 4; null if there is none.
 *
 * @example
 * ```ts
 * import { printedCell } from "codebias/studies/solar/paper/printed_tables.ts";
 * import assert from "node:assert/strict";
 * const model = "GPT-3.5-turbo-0125";
 * assert.equal(printedCell("table3", { model, column: "overall" }), 0.6058);
 * assert.equal(printedCell("table3", { model, prompt: "COT", column: "age" }), null);
 * ```
 */
export const { printedValue: printedCell } = lookup(CELL_TABLES, paperNumbers, cellsOf);

/** The row of a printed table with exactly this model, by its name in the paper, and these settings. */
export function printedRow<R extends SolarKeys>(table: readonly R[], keys: SolarKeys): R | undefined {
  return table.find(({ model, prompt, temperature, round }) =>
    model === keys.model && prompt === keys.prompt && temperature === keys.temperature && round === keys.round
  );
}

/**
 * The paper's name for a mitigation.
 *
 * @example
 * ```ts
 * import { strategyName } from "codebias/studies/solar/paper/printed_tables.ts";
 * import assert from "node:assert/strict";
 * assert.equal(strategyName({ prompt: "default", round: 0 }), "Default");
 * assert.equal(strategyName({ prompt: "default", round: 2 }), "IterPrompt-2");
 * assert.equal(strategyName({ prompt: "COT", round: 1 }), "COT, IterPrompt-1");
 * ```
 */
export function strategyName({ prompt, round }: Pick<SolarKeys, "prompt" | "round">): string {
  const named = prompt === "default" ? [] : [prompt];
  return [...named, ...(round > 0 ? [`IterPrompt-${round}`] : [])].join(", ") || "Default";
}
