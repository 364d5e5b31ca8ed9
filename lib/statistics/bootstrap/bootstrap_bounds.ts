import { checkLevel, checkValues } from "../checks.ts";
import { normalTail } from "../distributions/normal.ts";
import { tQuantile } from "../distributions/student_t.ts";

/** Numbers this close, as a share of their range or size, are equal but for rounding. */
const TIE = 1e-12;

/** Lower and upper bound of an interval. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/**
 * Percentile interval of bootstrap replicates: their quantiles at (1 − level) / 2 and (1 + level) / 2.
 *
 * With few units this is too narrow: its normal approximation has no factor n / (n − 1) and no t quantile. With `units`,
 * the tail is Φ(−t √(n / (n − 1))), t being the quantile of n − 1 degrees of freedom, which makes up for both (the
 * expanded percentile interval). Quantiles between two replicates are interpolated linearly, as by NumPy.
 *
 * Source: Efron and Tibshirani (1993), An Introduction to the Bootstrap, ch. 13; Hesterberg (2015), The American
 * Statistician 69(4), 371-386, for the expanded one; agrees with `scipy.stats.bootstrap(method="percentile")` on the same
 * replicates.
 *
 * @param replicates The statistic of each resample.
 * @param options.level Confidence level in (0, 1). Defaults to 0.95.
 * @param options.units Number n of resampled units, at least 2, for the expanded interval. Defaults to none: not expanded.
 * @throws {RangeError} If there are too few replicates for the level, or they are all the same.
 *
 * @example
 * ```ts
 * import { percentileBounds } from "codebias/statistics/bootstrap/bootstrap_bounds.ts";
 * import assert from "node:assert/strict";
 * const replicates = Array.from({ length: 101 }, (_, at) => at);
 * assert.deepEqual(percentileBounds(replicates, { level: 0.5 }), { low: 25, high: 75 });
 * ```
 */
export function percentileBounds(
  replicates: readonly number[],
  options: { level?: number; units?: number } = {},
): Bounds {
  const { level = 0.95, units } = options;
  const sorted = sortedReplicates(replicates, level);
  const tail = (1 - level) / 2;
  const expanded = units === undefined
    ? tail
    : normalTail(tQuantile(tail, units - 1) * Math.sqrt(units / (units - 1)));
  return { low: quantile(sorted, expanded), high: quantile(sorted, 1 - expanded) };
}

function sortedReplicates(replicates: readonly number[], level: number): number[] {
  checkLevel(level);
  // One replicate is to be expected beyond each bound, lest the bounds be the extremes.
  checkValues("the list of replicates", replicates, Math.ceil(2 / (1 - level) - 1e-9) - 1);
  const sorted = [...replicates].sort((a, b) => a - b);
  const [least, most] = [sorted[0], sorted[sorted.length - 1]];
  if (most - least <= TIE * Math.max(Math.abs(least), Math.abs(most))) {
    throw new RangeError(`Cannot give an interval: the statistic is ${least} in every resample`);
  }
  return sorted;
}

function quantile(sorted: readonly number[], p: number): number {
  const place = p * (sorted.length - 1);
  const at = Math.min(Math.floor(place), sorted.length - 2);
  return sorted[at] + (place - at) * (sorted[at + 1] - sorted[at]);
}
