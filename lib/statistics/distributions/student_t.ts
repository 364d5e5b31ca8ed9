import { betaQuantile } from "./beta_quantile.ts";
import { incompleteBeta, shareOf } from "./incomplete_beta.ts";
import { type Alternative, checkAlternative } from "../checks.ts";

/** From here on the tail is a power law to the last digit, and ν / t² would soon leave the range of numbers. */
const FAR_TAIL = 1e100;

/**
 * Probability that a t-distributed variable exceeds t; precise far into the tail.
 *
 * Half of I_x(ν/2, 1/2) with x = ν / (ν + t²), the regularised incomplete beta function.
 *
 * Source: Abramowitz and Stegun (1964), Handbook of Mathematical Functions, 26.7.1; agrees with SciPy `stats.t.sf`.
 *
 * @param t Any number, also an infinite one.
 * @param df Degrees of freedom ν, finite and above 0.
 * @throws {RangeError} If t is NaN or df is out of range.
 *
 * @example
 * ```ts
 * import { tTail } from "codebias/statistics/distributions/student_t.ts";
 * import assert from "node:assert/strict";
 * assert.equal(tTail(0, 7), 0.5);
 * assert(Math.abs(tTail(2.2281388519862753, 10) - 0.025) < 1e-14);
 * ```
 */
export function tTail(t: number, df: number): number {
  checkDf(df);
  if (Number.isNaN(t)) throw new RangeError("Cannot give the probability of t = NaN");
  return t >= 0 ? upperTail(t, df) : 1 - upperTail(-t, df);
}

function upperTail(t: number, df: number): number {
  if (df === 1) return Math.atan2(1, t) / Math.PI;
  if (t > FAR_TAIL) return upperTail(FAR_TAIL, df) * Math.pow(FAR_TAIL / t, df);
  const square = t * t;
  return incompleteBeta(shareOf(df / (df + square), square / (df + square)), df / 2, 0.5) / 2;
}

/**
 * The t that a t-distributed variable exceeds with a given probability.
 *
 * Source: inverts {@linkcode tTail}; agrees with SciPy `stats.t.isf`.
 *
 * @param p In (0, 1).
 * @param df Degrees of freedom, finite and above 0.
 * @returns Infinity where t is too large for a number, as with p = 1e-200 and 0.5 degrees of freedom.
 * @throws {RangeError} If p or df is out of range.
 *
 * @example
 * ```ts
 * import { tQuantile } from "codebias/statistics/distributions/student_t.ts";
 * import assert from "node:assert/strict";
 * assert.equal(tQuantile(0.5, 7), 0);
 * assert(Math.abs(tQuantile(0.025, 10) - 2.2281388519862753) < 1e-13);
 * ```
 */
export function tQuantile(p: number, df: number): number {
  checkDf(df);
  if (!(p > 0 && p < 1)) throw new RangeError(`Cannot give the t of probability ${p}: it must be in (0, 1)`);
  if (p === 0.5) return 0;
  return p > 0.5 ? -upperQuantile(1 - p, df) : upperQuantile(p, df);
}

function upperQuantile(p: number, df: number): number {
  if (df === 1) return 1 / Math.tan(Math.PI * p);
  const far = upperTail(FAR_TAIL, df);
  if (p < far) return FAR_TAIL * Math.pow(far / p, 1 / df);
  const { value, complement } = betaQuantile(2 * p, df / 2, 0.5);
  return corrected(Math.sqrt(df * complement / value), p, df);
}

/** One Newton step where {@linkcode betaQuantile} loses digits; the density needs only few of its own for that. */
function corrected(t: number, p: number, df: number): number {
  if (df < 1e4) return t;
  const density = Math.exp(-(df + 1) / 2 * Math.log1p(t * t / df)) / Math.sqrt(2 * Math.PI);
  return density > 0 ? t + (upperTail(t, df) - p) / density : t;
}

/**
 * Refuses degrees of freedom that a distribution cannot have.
 *
 * @throws {RangeError} If they are not finite and > 0.
 */
export function checkDf(df: number): void {
  if (df > 0 && df < Infinity) return;
  throw new RangeError(`Cannot use ${df} degrees of freedom: they must be finite and > 0`);
}

/**
 * p-value of a t statistic.
 *
 * Source: doubles {@linkcode tTail} for `two-sided`; agrees with SciPy `stats.t.sf`.
 *
 * @param t Any number, also an infinite one.
 * @param df Degrees of freedom, finite and above 0.
 * @throws {RangeError} If t is NaN, df is out of range or the alternative is unknown.
 *
 * @example
 * ```ts
 * import { tP } from "codebias/statistics/distributions/student_t.ts";
 * import assert from "node:assert/strict";
 * assert(Math.abs(tP(2.2281388519862753, 10, "two-sided") - 0.05) < 1e-12);
 * ```
 */
export function tP(t: number, df: number, alternative: Alternative): number {
  checkAlternative(alternative);
  if (alternative === "two-sided") return Math.min(1, 2 * tTail(Math.abs(t), df));
  return tTail(alternative === "greater" ? t : -t, df);
}
