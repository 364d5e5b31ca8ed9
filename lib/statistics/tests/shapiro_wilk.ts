import { checkValues } from "../checks.ts";
import { sum } from "../descriptive.ts";
import { normalQuantile, normalTail } from "../distributions/normal.ts";
import type { TestResult } from "./test_result.ts";
import { unitDeviations } from "../scale.ts";

/** Largest number of values for which p was fitted. */
const MAX_VALUES = 5000;

/** Royston's polynomials, lowest power first. The first two are in 1/√n; 11 and below in n, above in log n. */
const LAST_WEIGHT = [0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056];
const NEXT_WEIGHT = [0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633];
const SMALL_LIMIT = [-2.273, 0.459];
const SMALL_MEAN = [0.544, -0.39978, 0.025054, -0.0006714];
const SMALL_LOG_DEVIATION = [1.3822, -0.77857, 0.062767, -0.0020322];
const LARGE_MEAN = [-1.5861, -0.31082, -0.083751, 0.0038915];
const LARGE_LOG_DEVIATION = [-0.4803, -0.082676, 0.0030302];

/**
 * Shapiro and Wilk's test of whether values come from a normal distribution.
 *
 * W = (Σ aᵢ x₍ᵢ₎)² / Σ(xᵢ − x̄)², near 1 if the ordered values lie as those of a normal sample would; the weights aᵢ
 * and the distribution of a transformed 1 − W are Royston's approximations, for three values they are exact. A large p
 * does not show that values are normal, least of all few values; and with many values even a harmless
 * departure gives a small p. Rounded values (ties) are not normal and are detected as such.
 *
 * Source: Royston (1995), Applied Statistics 44(4), 547-551 (algorithm AS R94); agrees with SciPy's `shapiro` and R's
 * `shapiro.test`.
 *
 * @param values From 3 to 5000 finite numbers that are not all the same.
 * @returns `statistic` is W, in (0, 1].
 * @throws {RangeError} If values are too few, too many, constant or not finite.
 *
 * @example
 * ```ts
 * import { shapiroWilk } from "codebias/statistics/tests/shapiro_wilk.ts";
 * import assert from "node:assert/strict";
 * assert(shapiroWilk([1, 2, 4, 5, 6, 8, 9]).p > 0.5);
 * assert(shapiroWilk([1, 1, 1, 1, 1, 1, 99]).p < 1e-4);
 * ```
 */
export function shapiroWilk(values: readonly number[]): TestResult {
  checkValues("the sample", values, 3);
  const n = values.length;
  if (n > MAX_VALUES) {
    throw new RangeError(
      `Cannot test ${n} values for normality: Royston's p holds for at most ${MAX_VALUES}`,
    );
  }
  const u = unitDeviations("the sample", values.toSorted((a, b) => a - b));
  const { w, rest } = fit(u, weights(n));
  return {
    test: "Shapiro-Wilk test",
    statistic: w,
    df: null,
    p: n === 3 ? exactP(u) : normalTail(zScore(rest, n)),
    alternative: "two-sided",
    method: n === 3 ? "exact" : "asymptotic",
  };
}

/**
 * W and 1 − W for vectors of length 1: with c their product, 1 − c = |u − a|² / 2, which loses no digits if W is near 1.
 */
function fit(u: readonly number[], a: readonly number[]): { w: number; rest: number } {
  const below = sum(u.map((value, at) => (value - a[at]) ** 2)) / 2;
  const rest = Math.min(1, below * (2 - below));
  return { w: (1 - below) ** 2, rest };
}

/** The weights of the ordered values, as a vector of length 1. */
function weights(n: number): number[] {
  if (n === 3) return [-Math.SQRT1_2, 0, Math.SQRT1_2];
  const scores = Array.from({ length: n }, (_, at) => normalQuantile((n - at - 0.375) / (n + 0.25)));
  const outer = outerWeights(scores);
  const square = (kept: readonly number[]) => 2 * sum(kept.map((value) => value * value));
  const inner = sum(scores.map((score) => score * score)) - square(scores.slice(n - outer.length));
  const scale = Math.sqrt((1 - square(outer)) / inner);
  return scores.map((score, at) => {
    const fromEnd = Math.min(at, n - 1 - at);
    return fromEnd < outer.length ? Math.sign(score) * outer[fromEnd] : score * scale;
  });
}

/** The weights of the largest value and, for more than five values, of the next. */
function outerWeights(scores: readonly number[]): number[] {
  const n = scores.length;
  const length = Math.sqrt(sum(scores.map((score) => score * score)));
  const last = scores[n - 1] / length + polynomial(LAST_WEIGHT, 1 / Math.sqrt(n));
  if (n <= 5) return [last];
  return [last, scores[n - 2] / length + polynomial(NEXT_WEIGHT, 1 / Math.sqrt(n))];
}

/**
 * For three values p = 1 − (6/π) arccos √W, here in terms of their two gaps, which loses no digits if p is small.
 */
function exactP([low, middle, high]: readonly number[]): number {
  const [least, most] = [middle - low, high - middle].sort((a, b) => a - b);
  return (6 / Math.PI) * Math.atan((Math.sqrt(3) * least) / (least + 2 * most));
}

/** The standard normal score of 1 − W. */
function zScore(rest: number, n: number): number {
  if (n <= 11) {
    const transformed = -Math.log(polynomial(SMALL_LIMIT, n) - Math.log(rest));
    return (transformed - polynomial(SMALL_MEAN, n)) / Math.exp(polynomial(SMALL_LOG_DEVIATION, n));
  }
  const size = Math.log(n);
  return (Math.log(rest) - polynomial(LARGE_MEAN, size)) / Math.exp(polynomial(LARGE_LOG_DEVIATION, size));
}

function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduceRight((value, coefficient) => value * x + coefficient, 0);
}
