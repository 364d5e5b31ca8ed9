import { mean } from "../../../statistics/descriptive.ts";
import { clusteredSlope } from "../../../statistics/intervals/clustered.ts";
import { orNull, taskShare } from "../../../statistics/intervals/task_estimates.ts";
import type { Judgement } from "../../../core/types.ts";
import { cellsOf, keysOf } from "../../../bias/task_counts.ts";
import { biasOf, type HuangRate, OVERALL } from "./counts.ts";
import type { HuangRow } from "../judge/rows.ts";

/** A completion, and whether it does what its task asks for; null where that could not be determined. */
export interface CompletedRow extends HuangRow {
  readonly completed: boolean | null;
}

/**
 * Rows with the findings of `taskCompletion`.
 *
 * @throws {RangeError} If there are not as many judgements as rows.
 */
export function withCompletion(
  rows: readonly HuangRow[],
  completion: readonly Judgement<boolean>[],
): CompletedRow[] {
  if (rows.length !== completion.length) {
    throw new RangeError(
      `Cannot join ${completion.length} judgements to ${rows.length} rows: they must be of the same samples; pass what ` +
        "`taskCompletion` gives of the samples of the rows, in their order",
    );
  }
  return rows.map((row, at) => {
    const one = completion[at];
    return { ...row, completed: one.kind === "judged" ? one.finding : null };
  });
}

/**
 * The share of completions that do what was asked for, and the share with an executable program.
 *
 * Source: the paper Bias Testing and Mitigation, Table VIII, judged by people there and without an interval.
 */
export function completionRates(rows: readonly CompletedRow[]): HuangRate[] {
  return cellsOf(rows).flatMap((cell): HuangRate[] => {
    const keys = { ...keysOf(cell[0]), attribute: OVERALL };
    const ids = cell.map(({ taskId }) => taskId);
    return [
      { ...keys, metric: "completed", ...taskShare(cell.map(({ completed }) => completed), ids) },
      { ...keys, metric: "executable", ...taskShare(cell.map(({ executable }) => executable), ids) },
    ];
  });
}

/** Whether completions that do what was asked for are more or less often biased than the others. */
export type TradeOff = ReturnType<typeof tradeOffs>[number];

/**
 * Whether there is a trade-off between fairness and task completion among the completions of one model and setting: the
 * difference in the share of biased completions between those that do what was asked for and the others, clustered by task.
 *
 * Source: the paper Bias Testing and Mitigation, IV-A, asks this of five models by their overall figures, which can show
 * little; here it is asked within a model.
 */
export function tradeOffs(rows: readonly CompletedRow[]) {
  return cellsOf(rows).map((cell) => {
    const known = cell.filter((row) => row.completed !== null && biasOf(row, OVERALL) !== null);
    const done = known.map(({ completed }) => Number(completed));
    const biased = known.map((row) => Number(biasOf(row, OVERALL)));
    const [ofDone, ofOthers] = [1, 0].map((one) => biased.filter((_, at) => done[at] === one));
    const found = orNull(() => clusteredSlope(done, biased, known.map(({ taskId }) => taskId)));
    return {
      ...keysOf(cell[0]),
      /** The share of biased ones among those that do what was asked for, minus the others' share; null if one is empty. */
      difference: ofDone.length > 0 && ofOthers.length > 0 ? mean(ofDone) - mean(ofOthers) : null,
      /** The interval of the difference; null also if there is one task, or nothing varies. */
      low: found?.low ?? null,
      high: found?.high ?? null,
      p: found?.p ?? null,
      /** The number of completions that do what was asked for, and of the others. */
      completed: ofDone.length,
      others: ofOthers.length,
    };
  });
}
