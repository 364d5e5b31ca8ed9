import { checkLevel, checkValues } from "./checks.ts";
import { mean, sum } from "./descriptive.ts";
import { scoreBounds } from "./score_bounds.ts";
import { tQuantile } from "./student_t.ts";

/** A mean of shares with its interval. */
export interface UnitMean {
  /** All in [0, 1]. */
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly level: number;
  /** Number of values. */
  readonly n: number;
  /** Number of trials, each a success or a failure, that would say as much. */
  readonly effectiveN: number;
}

/**
 * Mean of independent values in [0, 1], with an interval that stays within.
 *
 * It is the score interval with the t quantile of n − 1 degrees of freedom and the effective number of trials
 * max(n, p (1 − p) / (s² / n)), where p is the mean and s² the sample variance: no values in [0, 1] of mean p vary more than
 * those that are all 0 or 1. For such values it is nearly Wilson's interval.
 *
 * Source: the effective number of trials as in `clusteredProportion`; the bound on the variance is p (1 − p).
 *
 * @param values Each in [0, 1], at least 2.
 * @param options.level Confidence level in (0, 1). Defaults to 0.95.
 * @throws {RangeError} If there are fewer than 2 values, or one is out of range.
 *
 * @example
 * ```ts
 * import { unitMean } from "codebias/statistics/unit_mean.ts";
 * import assert from "node:assert/strict";
 * const { value, low, effectiveN } = unitMean([0, 0, 0, 0]);
 * assert.deepEqual([value, low, effectiveN], [0, 0, 4]);
 * ```
 */
export function unitMean(values: readonly number[], options: { level?: number } = {}): UnitMean {
  const { level = 0.95 } = options;
  checkLevel(level);
  checkValues("the sample", values, 2);
  const out = values.find((value) => !(value >= 0 && value <= 1));
  if (out !== undefined) throw new RangeError(`Cannot take ${out} for a share: it must be in [0, 1]`);
  const n = values.length;
  const p = mean(values);
  const variance = sum(values.map((value) => (value - p) ** 2)) / (n - 1) / n;
  const effectiveN = variance === 0 ? n : Math.max(n, p * (1 - p) / variance);
  return { value: p, ...scoreBounds(p, effectiveN, tQuantile((1 - level) / 2, n - 1)), level, n, effectiveN };
}
