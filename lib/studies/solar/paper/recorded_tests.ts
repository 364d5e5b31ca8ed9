import recorded from "../../../../data/solar/recorded_tests.json" with { type: "json" };
import { oneSampleT, welchT } from "../../../statistics/tests/t_test.ts";
import { countsWith, differencesWith, type Moments } from "./moments.ts";

/** One of Solar's t-tests, computed again, beside the paired one, as both sides have the same tasks. */
export interface RecordedTest {
  readonly comparison: string;
  readonly attribute: string;
  /** Shares of biased completions, means over tasks, in [0, 1]. */
  readonly rateA: number;
  readonly rateB: number;
  /** As the notebook has them, to six digits; null where it has none. */
  readonly recordedT: number | null;
  readonly recordedP: number | null;
  /** Welch's t-test of b against a, two-sided. */
  readonly t: number;
  readonly p: number;
  /** The paired test; null where the tasks' differences are unknown. */
  readonly pairedT: number | null;
  readonly pairedP: number | null;
}

interface RecordedRow {
  readonly attribute: string;
  readonly a: Moments;
  readonly b: Moments;
  readonly recorded?: { readonly t: number; readonly p: number };
  readonly pairs?: Moments;
}

/**
 * The t-tests in Solar's notebooks, computed again from the moments of the counts behind them.
 *
 * Source: the notebooks for RQ2.1 and RQ2.2 of the paper Bias Unveiled. They compare settings by Welch's
 * t-test over the tasks' shares of biased completions, as if the tasks of the two settings were different
 * ones; the paired test treats them as the same. Neither is corrected for the number of attributes.
 */
export function recordedTests(): RecordedTest[] {
  return recorded.comparisons.flatMap(({ name, rows }) =>
    (rows as readonly RecordedRow[]).map((row): RecordedTest => {
      const [a, b] = [row.a, row.b].map((moments) => shares(countsWith(moments, recorded.perTask)));
      const { statistic, p, estimateA, estimateB } = welchT(a, b);
      const paired = row.pairs && oneSampleT(shares(differencesWith(row.pairs)));
      return {
        comparison: name,
        attribute: row.attribute,
        rateA: estimateA,
        rateB: estimateB,
        recordedT: row.recorded?.t ?? null,
        recordedP: row.recorded?.p ?? null,
        t: statistic,
        p,
        pairedT: paired?.statistic ?? null,
        pairedP: paired?.p ?? null,
      };
    })
  );
}

/** Of a task's completions. */
function shares(counts: readonly number[]): number[] {
  return counts.map((count) => count / recorded.perTask);
}
