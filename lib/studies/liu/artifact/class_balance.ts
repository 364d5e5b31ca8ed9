import type { Dataset, Split } from "./recorded_files.ts";
import type { PrintedSplit } from "../paper/printed.ts";
import type { RecordedRow } from "./recorded_rows.ts";

/** A part of a dataset with its rows. */
export interface LabelledSplit {
  readonly dataset: Dataset;
  readonly split: Split;
  readonly rows: readonly RecordedRow[];
}

/** Counts the rows by label. */
export function classBalance(rows: readonly Pick<RecordedRow, "biased">[]) {
  const biased = rows.filter((row) => row.biased).length;
  return { total: rows.length, biased, acceptable: rows.length - biased };
}

/** The names of the datasets in the paper's Table 3. */
export const DATASET_NAMES: Readonly<Record<Dataset, string>> = {
  codegen: "CodeGen",
  incoder: "InCoder",
  combine: "total",
};

/** The class that a row of Table 3 counts as `Pos`; neither if its counts are not those of the file. */
export type PositiveClass = "biased" | "acceptable" | "neither";

/**
 * The class of a file that a row of Table 3 counts as `Pos`; the other class is its `Neg`.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, Table 3. It does not say what `Pos` is; in
 * all nine rows it is the acceptable code, although a reader expects the biased code.
 *
 * @example
 * ```ts
 * import { positiveClass } from "codebias/studies/liu/artifact/class_balance.ts";
 * import assert from "node:assert/strict";
 * const test = { total: 784, biased: 317, acceptable: 467 };
 * assert.equal(positiveClass(test, { pos: 467, neg: 317 }), "acceptable");
 * ```
 */
export function positiveClass(
  { biased, acceptable }: ReturnType<typeof classBalance>,
  { pos, neg }: Pick<PrintedSplit, "pos" | "neg">,
): PositiveClass {
  if (pos === biased && neg === acceptable) return "biased";
  return pos === acceptable && neg === biased ? "acceptable" : "neither";
}

/**
 * The rows of Table 3 beside the counts in the artifact's files, in the order of the files.
 *
 * @throws {RangeError} If the table has no row for a file.
 */
export function balanceRows(
  files: readonly LabelledSplit[],
  table3: readonly PrintedSplit[],
) {
  return files.map(({ dataset, split, rows }) => {
    const printed = table3.find((row) => row.dataset === DATASET_NAMES[dataset] && row.split === split);
    if (!printed) throw new RangeError(`Cannot put ${dataset}/${split} beside Table 3: it has no such row`);
    const balance = classBalance(rows);
    return {
      ...{ dataset, split, ...balance },
      ...{ printedPos: printed.pos, printedNeg: printed.neg, pos: positiveClass(balance, printed) },
    };
  });
}
