import jStat from "jstat";
import { checkLevel, checkValues } from "../checks.ts";
import { isConstant, mean } from "../descriptive.ts";
import { normalQuantile, normalTail } from "../distributions/normal.ts";
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

/**
 * Bias-corrected and accelerated interval (BCa) of bootstrap replicates.
 *
 * Its bounds are the replicates' quantiles at Φ(z₀ + (z₀ + z) / (1 − a (z₀ + z))) with z = ∓ Φ⁻¹((1 + level) / 2), the
 * bias correction z₀ = Φ⁻¹(share of replicates below the estimate, equal ones counting half) and the acceleration
 * a = Σ d_i³ / (6 (Σ d_i²)^{3/2}), where d_i is the mean of the jackknife values minus the i-th.
 *
 * Source: Efron (1987), Journal of the American Statistical Association 82(397), 171-185; agrees with
 * `scipy.stats.bootstrap(method="BCa")` on the same replicates.
 *
 * @param replicates The statistic of each resample.
 * @param estimate The statistic of the sample.
 * @param jackknife The statistic of the sample without each of its units, in any order.
 * @param level Confidence level in (0, 1).
 * @throws {RangeError} If there are too few replicates for the level, all lie on one side of the estimate, or the
 * jackknife values do not vary.
 *
 * @example
 * ```ts
 * import { bcaBounds } from "codebias/statistics/bootstrap/bootstrap_bounds.ts";
 * import assert from "node:assert/strict";
 * const replicates = Array.from({ length: 101 }, (_, at) => at);
 * const { low, high } = bcaBounds(replicates, 50, [40, 50, 60], 0.9);
 * assert(Math.abs(low - 5) < 1e-9 && Math.abs(high - 95) < 1e-9);
 * assert(bcaBounds(replicates, 60, [40, 50, 60], 0.9).high > 98);
 * ```
 */
export function bcaBounds(
  replicates: readonly number[],
  estimate: number,
  jackknife: readonly number[],
  level: number,
): Bounds {
  const sorted = sortedReplicates(replicates, level);
  const bias = biasCorrection(sorted, estimate);
  const acceleration = accelerationOf(jackknife);
  const at = (z: number) => {
    const scale = 1 - acceleration * (bias + z);
    if (scale <= 0) throw refusal(`its acceleration ${acceleration} is too large at this level`);
    // The share of the replicates is wanted to a few digits, for which jStat is precise enough.
    return quantile(sorted, jStat.normal.cdf(bias + (bias + z) / scale, 0, 1));
  };
  const z = normalQuantile((1 - level) / 2);
  return { low: at(-z), high: at(z) };
}

function biasCorrection(sorted: readonly number[], estimate: number): number {
  const tie = TIE * (sorted[sorted.length - 1] - sorted[0]);
  const below = sorted.filter((one) => one < estimate - tie).length;
  const equal = sorted.filter((one) => Math.abs(one - estimate) <= tie).length;
  const share = (below + equal / 2) / sorted.length;
  if (!(share > 0 && share < 1)) {
    throw refusal(`no replicate lies ${share > 0 ? "above" : "below"} the estimate ${estimate}`);
  }
  return normalQuantile(1 - share);
}

function accelerationOf(jackknife: readonly number[]): number {
  checkValues("the jackknife", jackknife, 2);
  if (isConstant(jackknife)) throw refusal("leaving out one unit never changes the statistic");
  const middle = mean(jackknife);
  let [squares, cubes] = [0, 0];
  for (const value of jackknife) {
    const d = middle - value;
    squares += d * d;
    cubes += d * d * d;
  }
  return cubes / (6 * squares ** 1.5);
}

function refusal(why: string): RangeError {
  return new RangeError(`Cannot give the BCa interval: ${why}; use the percentile interval`);
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
