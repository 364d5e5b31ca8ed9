import recorded from "../../../../data/solar/recorded_tests.json" with { type: "json" };
import type { ReadOnly } from "../../../paper/cells.ts";
import { oneSampleT, welchT } from "../../../statistics/tests/t_test.ts";

/**
 * Counts of biased completions, or differences of counts, expanded from pairs of a count and its number of tasks in
 * data/solar/recorded_tests.json. They are not the recorded counts, but any t-test of them gives the same result.
 */
export function countsIn(runs: readonly (readonly number[])[]): number[] {
  return runs.flatMap(([count, tasks]) => Array<number>(tasks).fill(count));
}

/**
 * The t-tests in Solar's notebooks, computed again from counts with the moments of the recorded ones.
 *
 * Source: the notebooks for RQ2.1 and RQ2.2 of the paper Bias Unveiled. They compare settings by Welch's
 * t-test over the tasks' shares of biased completions, as if the tasks of the two settings were different
 * ones; the paired test treats them as the same. Neither is corrected for the number of attributes.
 */
export function recordedTests() {
  const comparisons: ReadOnly<typeof recorded.comparisons> = recorded.comparisons;
  return comparisons.flatMap(({ name, rows }) =>
    rows.map((row) => {
      const { statistic, p, estimateA, estimateB } = welchT(shares(row.a), shares(row.b));
      const paired = row.pairs && oneSampleT(shares(row.pairs));
      return {
        comparison: name,
        attribute: row.attribute,
        /** The mean over tasks of the share of biased completions on either side, in [0, 1]. */
        rateA: estimateA,
        rateB: estimateB,
        /** The statistic and the p-value in the notebook, to six digits; null where it has none. */
        recordedT: row.recorded?.t ?? null,
        recordedP: row.recorded?.p ?? null,
        /** Welch's t-test of b against a, two-sided. */
        t: statistic,
        p,
        /** The paired test; null where the tasks' differences are unknown. */
        pairedT: paired?.statistic ?? null,
        pairedP: paired?.p ?? null,
      };
    })
  );
}

/** The counts as shares of a task's completions. */
function shares(runs: readonly (readonly number[])[]): number[] {
  return countsIn(runs).map((count) => count / recorded.perTask);
}
