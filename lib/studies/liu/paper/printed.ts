import printedNumbers from "../../../../data/liu/published.json" with { type: "json" };
import { lookup, type PrintedCell, type ReadOnly } from "../../../paper/cells.ts";
import type { Dimension } from "../tasks/vocabulary.ts";

/** The columns of the tables with Code Bias Scores; `Comparative` has both comparative types. */
export const CBS_COLUMNS = ["RoBERTa-Neg", "Random-Neg", "Random-Pos", "Comparative", "total"] as const;

/** A column of the tables with Code Bias Scores. */
export type CbsColumn = (typeof CBS_COLUMNS)[number];

/** A row of Table 5 or 6, rounded to 0.01; null where a dash is printed. */
interface PrintedByDimension extends Readonly<Record<Dimension, number | null>> {
  readonly modifierType: string;
}

/** The numbers that the paper prints; data/liu/published.json says where each is from. */
export interface PaperNumbers
  extends Omit<ReadOnly<typeof printedNumbers>, "about" | "artifactErrors" | "table4" | "table5" | "table6"> {
  /** The scores, with the share of HumanEval's tasks solved by one of k samples; null where nothing is printed. */
  readonly table4: readonly (PrintedCbs & { readonly passAt: Readonly<Record<string, number | null>> })[];
  /** Unfairness Scores in [-1, 1]. */
  readonly table5: { readonly model: string; readonly rows: readonly PrintedByDimension[] };
  /** Standard deviations: by the paper, of frequencies in percent. */
  readonly table6: PaperNumbers["table5"];
}

/** A model's row of Table 4 or 7: Code Bias Scores in [0, 1], rounded to 0.0001. */
export type PrintedCbs = ReadOnly<typeof printedNumbers.table7>[number];

/** A row of Table 3. */
export type PrintedSplit = PaperNumbers["table3"][number];

/**
 * The numbers as printed.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, Tables 1 to 10, figures 3, 4 and 7, and
 * its text. Points and curves of figures 4, 6 and 7 are drawn without numbers and are left out.
 */
export const paperNumbers: PaperNumbers = printedNumbers;

/** Half a unit of the last digit of a printed rate. */
export const RATE_ROUNDING = 0.00005 + 1e-9;

/** Half a unit of the last digit of a printed Unfairness Score, ratio or standard deviation. */
export const SCORE_ROUNDING = 0.005 + 1e-9;

/** The points where the artifact's data and scripts contradict the paper, but its numbers alone do not show it. */
export const artifactErrors: readonly { readonly where: string; readonly what: string }[] =
  printedNumbers.artifactErrors;

/** The rows of Tables 5 and 6 that are very likely exchanged. */
export const EXCHANGED: Readonly<Record<string, string | undefined>> = {
  "Random-Neg": "Random-Pos",
  "Random-Pos": "Random-Neg",
};

/** The tables with Code Bias Scores, Unfairness Scores and standard deviations. */
export const CELL_TABLES = ["table4", "table5", "table6", "table7", "table8"] as const;

/** The keys of a printed cell. */
export interface CellKeys {
  /** The model, as in `models`; Table 8 says only InCoder and CodeGen. */
  readonly model: string;
  /** A column of the Code Bias Scores, or a type of modifiers; Table 8 does not say. */
  readonly modifierType?: string;
  /** The dimension; only in Tables 5 and 6. */
  readonly dimension?: string;
  /** The prompt variant; only in Table 8. */
  readonly prompt?: string;
}

/** All cells except dashes. A number that Table 8 prints twice is there once. */
function cellsOf(numbers: PaperNumbers): PrintedCell<CellKeys>[] {
  const { rows } = numbers.table8;
  const once = rows.filter(({ variant }, at) => rows.findIndex((row) => row.variant === variant) === at);
  return [
    ...(["table4", "table7"] as const).flatMap((table) =>
      numbers[table].flatMap(({ model, cbs }) =>
        CBS_COLUMNS.map((modifierType) => ({
          table,
          keys: { model, modifierType },
          value: cbs[modifierType],
        }))
      )
    ),
    ...(["table5", "table6"] as const).flatMap((table) =>
      numbers[table].rows.flatMap(({ modifierType, ...values }) =>
        Object.entries(values).flatMap(([dimension, value]) =>
          value === null
            ? []
            : [{ table, keys: { model: numbers[table].model, modifierType, dimension }, value }]
        )
      )
    ),
    ...(["InCoder", "CodeGen"] as const).flatMap((model) =>
      once.map((row) => ({ table: "table8", keys: { model, prompt: row.variant }, value: row[model] }))
    ),
  ];
}

/**
 * The lookups of printed cells: all cells of a table, and the number in one cell, which is a Code Bias Score in [0, 1], an
 * Unfairness Score in [-1, 1] or a standard deviation; null if the table has no such cell, or a dash in it.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, Tables 4 to 8.
 *
 * @example
 * ```ts
 * import { printedCell } from "codebias/studies/liu/paper/printed.ts";
 * import assert from "node:assert/strict";
 * assert.equal(printedCell("table4", { model: "CodeGen-6.1B", modifierType: "total" }), 0.6265);
 * const blame = { model: "InCoder-6.7B", modifierType: "RoBERTa-Neg" };
 * assert.equal(printedCell("table5", { ...blame, dimension: "religion" }), 0.71);
 * assert.equal(printedCell("table5", { ...blame, dimension: "disability" }), null);
 * ```
 */
export const { printedCells, printedValue: printedCell } = lookup(CELL_TABLES, paperNumbers, cellsOf);
