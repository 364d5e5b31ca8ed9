import { type Alternative, checkAlternative, checkCount } from "../checks.ts";
import { checkDf } from "../distributions/student_t.ts";
import { incompleteBeta, shareOf } from "../distributions/incomplete_beta.ts";
import { upperGamma } from "../distributions/incomplete_gamma.ts";

/**
 * Probability that a chi-square variable is at least x.
 *
 * Source: Abramowitz and Stegun (1964), Handbook of Mathematical Functions, 26.4.19; agrees with SciPy `stats.chi2.sf`.
 *
 * @param x Any number, also an infinite one.
 * @param df Degrees of freedom ν, finite and above 0.
 * @throws {RangeError} If x is NaN or df is out of range.
 *
 * @example
 * ```ts
 * import { chiSquareTail } from "codebias/statistics/tests/tails.ts";
 * import assert from "node:assert/strict";
 * assert(Math.abs(chiSquareTail(3, 2) - Math.exp(-1.5)) < 1e-15);
 * ```
 */
export function chiSquareTail(x: number, df: number): number {
  checkDf(df);
  checkNumber(x);
  return x <= 0 ? 1 : upperGamma(df / 2, x / 2);
}

/**
 * Probability that an F-distributed variable is at least x.
 *
 * Source: Abramowitz and Stegun (1964), Handbook of Mathematical Functions, 26.6.2; agrees with SciPy `stats.f.sf`.
 *
 * @param x Any number, also an infinite one.
 * @param df1 Degrees of freedom of the numerator, finite and above 0.
 * @param df2 Degrees of freedom of the denominator, finite and above 0.
 * @throws {RangeError} If x is NaN or a number of degrees of freedom is out of range.
 *
 * @example
 * ```ts
 * import { fTail } from "codebias/statistics/tests/tails.ts";
 * import assert from "node:assert/strict";
 * assert(Math.abs(fTail(3, 2, 2) - 0.25) < 1e-15);
 * ```
 */
export function fTail(x: number, df1: number, df2: number): number {
  checkDf(df1);
  checkDf(df2);
  checkNumber(x);
  if (x <= 0) return 1;
  const ratio = df2 / (df1 * x);
  return incompleteBeta(shareOf(1 / (1 + 1 / ratio), 1 / (1 + ratio)), df2 / 2, df1 / 2);
}

/**
 * The p of a statistic that is as likely with its two sides exchanged: ups and downs, ranks above and below.
 *
 * @param both The statistic, and what it is with the sides exchanged.
 * @param atMost The probability of so much or less.
 * @throws {RangeError} If the alternative is unknown.
 */
export function symmetricP(
  [up, down]: readonly [number, number],
  alternative: Alternative,
  atMost: (statistic: number) => number,
): number {
  checkAlternative(alternative);
  if (alternative === "two-sided") return Math.min(1, 2 * atMost(Math.min(up, down)));
  return atMost(alternative === "less" ? up : down);
}

/**
 * Probability of at most k successes in n trials of probability p.
 *
 * Source: Abramowitz and Stegun (1964), Handbook of Mathematical Functions, 26.5.24; agrees with SciPy
 * `stats.binom.cdf`.
 *
 * @param k Integer; below 0 the probability is 0, from n on it is 1.
 * @param n An integer of at least 0.
 * @param p In [0, 1].
 * @throws {RangeError} If an argument is out of range.
 *
 * @example
 * ```ts
 * import { binomialAtMost } from "codebias/statistics/tests/tails.ts";
 * import assert from "node:assert/strict";
 * assert(Math.abs(binomialAtMost(1, 3, 0.5) - 0.5) < 1e-15);
 * ```
 */
export function binomialAtMost(k: number, n: number, p: number): number {
  checkCount("trials", n);
  if (!Number.isSafeInteger(k)) throw new RangeError(`Cannot count ${k} successes: it must be an integer`);
  if (!(p >= 0 && p <= 1)) throw new RangeError(`Cannot use probability ${p}: it must be in [0, 1]`);
  if (k < 0) return 0;
  return k >= n ? 1 : incompleteBeta(shareOf(1 - p, p), n - k, k + 1);
}

function checkNumber(x: number): void {
  if (Number.isNaN(x)) throw new RangeError("Cannot give the probability of a statistic that is NaN");
}
