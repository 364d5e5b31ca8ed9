import type { Estimate } from "../../../core/types.ts";
import { tableWith } from "../../../report/tables/table_with.ts";
import { clopperPearson } from "../../../statistics/intervals/clopper_pearson.ts";
import { type PaperNumbers, paperNumbers } from "./printed_tables.ts";

/**
 * The rates of the authors' tests by the printed confusion matrices, with exact intervals (Clopper and Pearson's).
 *
 * A precision of 141 of 141 only shows that the true one is at least 97.4 %. The intervals assume decisions that are
 * independent of each other; decisions about one function by several attributes are not, so that the intervals are somewhat
 * too narrow.
 *
 * Source: the paper Bias Testing and Mitigation, Tables V and IX; the intervals are this project's.
 *
 * @example
 * ```ts
 * import { printedReliability } from "codebias/studies/huang/paper/printed_reliability.ts";
 * import assert from "node:assert/strict";
 * const [precision, recall] = printedReliability();
 * assert.deepEqual([precision.value, precision.low?.toFixed(3)], [1, "0.974"]);
 * assert.deepEqual([recall.count, recall.n], [141, 153]);
 * ```
 */
export function printedReliability({ table9 }: PaperNumbers = paperNumbers) {
  return table9.flatMap(({ pools, tp, fn, fp, tn }) => [
    { pools, metric: "precision", ...exactly(tp, tp + fp) },
    { pools, metric: "recall", ...exactly(tp, tp + fn) },
    { pools, metric: "falsePositiveRate", ...exactly(fp, fp + tn) },
  ]);
}

/** The share of a count in n, with its interval. */
function exactly(count: number, n: number): Estimate & { readonly count: number } {
  if (n === 0) return { count, value: null, low: null, high: null, n, unjudged: 0 };
  const { low, high } = clopperPearson(count, n);
  return { count, value: count / n, low, high, n, unjudged: 0 };
}

/** The table of {@linkcode printedReliability}. */
export const printedReliabilityTable = tableWith<ReturnType<typeof printedReliability>[number]>(
  ["pools", "metric", "count", "value", "low", "high", "n"],
  {
    title: "How reliable the authors' tests are by their own matrix",
    note: "Clopper and Pearson's intervals, of independent decisions",
    intervals: [{ value: "value", low: "low", high: "high", n: "n", percent: true }],
    groupBy: "pools",
  },
);
