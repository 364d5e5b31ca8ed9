import erfc from "@stdlib/math-base-special-erfc";
import erfcinv from "@stdlib/math-base-special-erfcinv";
import { type Alternative, checkAlternative } from "./checks.ts";

/**
 * Probability that a standard normal variable exceeds z; precise far into the tail.
 *
 * Source: Abramowitz and Stegun (1964), Handbook of Mathematical Functions, 26.2.29; agrees with SciPy
 * `stats.norm.sf`.
 *
 * @param z Any number, also an infinite one.
 * @throws {RangeError} If z is NaN.
 *
 * @example
 * ```ts
 * import { normalTail } from "codebias/statistics/normal.ts";
 * import assert from "node:assert/strict";
 * assert(Math.abs(normalTail(1.959963984540054) - 0.025) < 1e-16);
 * ```
 */
export function normalTail(z: number): number {
  if (Number.isNaN(z)) throw new RangeError("Cannot give the probability of z = NaN");
  return erfc(z / Math.SQRT2) / 2;
}

/**
 * The z that a standard normal variable exceeds with a probability.
 *
 * Source: inverts {@linkcode normalTail}; agrees with SciPy `stats.norm.isf`.
 *
 * @param p In (0, 1).
 * @throws {RangeError} If it is not.
 *
 * @example
 * ```ts
 * import { normalQuantile } from "codebias/statistics/normal.ts";
 * import assert from "node:assert/strict";
 * assert(Math.abs(normalQuantile(0.025) - 1.959963984540054) < 1e-14);
 * ```
 */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`Cannot give the z of probability ${p}: it must be in (0, 1)`);
  return Math.SQRT2 * erfcinv(2 * p);
}

/**
 * p-value of a standard normal statistic.
 *
 * Source: doubles {@linkcode normalTail} for `two-sided`; agrees with SciPy `stats.norm.sf`.
 *
 * @param z Any number, also an infinite one.
 * @throws {RangeError} If z is NaN or the alternative is unknown.
 *
 * @example
 * ```ts
 * import { normalP } from "codebias/statistics/normal.ts";
 * import assert from "node:assert/strict";
 * assert(Math.abs(normalP(1.959963984540054, "two-sided") - 0.05) < 1e-15);
 * ```
 */
export function normalP(z: number, alternative: Alternative): number {
  checkAlternative(alternative);
  if (alternative === "two-sided") return 2 * normalTail(Math.abs(z));
  return normalTail(alternative === "greater" ? z : -z);
}
