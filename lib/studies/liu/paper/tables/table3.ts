import { taskShare } from "../../../../statistics/intervals/task_estimates.ts";
import type { Estimate } from "../../../../core/types.ts";
import { balanceRows, type LabelledSplit, type PositiveClass } from "../../artifact/class_balance.ts";
import { type PaperNumbers, paperNumbers } from "../printed.ts";
import { joinPrinted, printedTable } from "../../../../paper/with_printed.ts";

/** A count of rows, or a share, beside the printed one. */
export type BalanceTableRow = ReturnType<typeof table3>[number];

/** The remarks, by the class that `Pos` counts. */
const REMARKS: Readonly<Record<PositiveClass, string | null>> = {
  biased: null,
  acceptable: "the printed classes are swapped: Pos counts the acceptable rows",
  neither: "neither class has the printed counts",
};

/**
 * Table 3: the number of rows of each part by label, beside what is printed for the class of that name: `Pos` for biased,
 * as a reader takes it, and `Neg` for acceptable.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, Table 3, where the classes are swapped.
 *
 * @throws {RangeError} If Table 3 has no row for a part.
 */
export function table3(
  splits: readonly LabelledSplit[],
  numbers: PaperNumbers = paperNumbers,
) {
  return balanceRows(splits, numbers.table3).flatMap((row, at) => {
    const { dataset, split, biased, acceptable, total, printedPos, printedNeg, pos } = row;
    const { rows } = splits[at];
    const share = taskShare(rows.map((one) => one.biased), rows.map(({ taskId }) => taskId));
    const count = (value: number): Estimate => ({ value, low: null, high: null, n: total, unjudged: 0 });
    const parts = [
      ["biased", count(biased), printedPos],
      ["acceptable", count(acceptable), printedNeg],
      ["share biased", share, printedPos / (printedPos + printedNeg)],
    ] as const;
    return parts.map(([metric, estimate, printed]) => ({
      ...{ dataset, split },
      /** `biased` and `acceptable` are counts; `share biased` is in [0, 1]. */
      metric,
      ...joinPrinted(estimate, printed, REMARKS[pos]),
    }));
  });
}

/** Lays out {@linkcode table3}. */
export const balanceTable = printedTable<BalanceTableRow>(["dataset", "split", "metric"]);
