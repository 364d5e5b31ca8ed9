import { type Alternative, checkAlternative } from "../checks.ts";
import { upperGamma } from "./incomplete_gamma.ts";

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
 * import { normalTail } from "codebias/statistics/distributions/normal.ts";
 * import assert from "node:assert/strict";
 * assert(Math.abs(normalTail(1.959963984540054) - 0.025) < 1e-16);
 * ```
 */
export function normalTail(z: number): number {
  if (Number.isNaN(z)) throw new RangeError("Cannot give the probability of z = NaN");
  const half = upperGamma(0.5, z * z / 2) / 2;
  return z < 0 ? 1 - half : half;
}

/**
 * The z that a standard normal variable exceeds with a given probability.
 *
 * Source: Abramowitz and Stegun (1964), Handbook of Mathematical Functions, 26.2.22, and {@linkcode normalTail}; agrees with SciPy `stats.norm.isf`.
 *
 * @param p In (0, 1).
 * @throws {RangeError} If it is not.
 *
 * @example
 * ```ts
 * import { normalQuantile } from "codebias/statistics/distributions/normal.ts";
 * import assert from "node:assert/strict";
 * assert(Math.abs(normalQuantile(0.025) - 1.959963984540054) < 1e-14);
 * ```
 */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`Cannot give the z of probability ${p}: it must be in (0, 1)`);
  if (p > 0.5) return -normalQuantile(1 - p);
  // A rational function, right to 0.003, and Halley's method.
  const t = Math.sqrt(-2 * Math.log(p));
  let z = t - (2.30753 + 0.27061 * t) / (1 + 0.99229 * t + 0.04481 * t * t);
  for (let step = 0; step < 3; step++) {
    const density = Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
    const newton = (normalTail(z) - p) / density;
    z += newton / (1 - z * newton / 2);
  }
  return z;
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
 * import { normalP } from "codebias/statistics/distributions/normal.ts";
 * import assert from "node:assert/strict";
 * assert(Math.abs(normalP(1.959963984540054, "two-sided") - 0.05) < 1e-15);
 * ```
 */
export function normalP(z: number, alternative: Alternative): number {
  checkAlternative(alternative);
  if (alternative === "two-sided") return 2 * normalTail(Math.abs(z));
  return normalTail(alternative === "greater" ? z : -z);
}
