/**
 * What Stirling's formula leaves out of the logarithm of the gamma function.
 *
 * ln Γ(z) − [(z − ½) ln z − z + ½ ln 2π], 1/(12z) − 1/(360z³) + … where z is large. Ratios of gamma functions of
 * large arguments stay precise with it, while differences of ln Γ lose the digits that its size takes.
 *
 * Source: Abramowitz and Stegun (1964), Handbook of Mathematical Functions, 6.1.40 and 6.1.41.
 *
 * @param z Finite, above 0.
 * @throws {RangeError} If it is not.
 *
 * @example
 * ```ts
 * import { stirlingError } from "codebias/statistics/distributions/stirling.ts";
 * import assert from "node:assert/strict";
 * assert(Math.abs(stirlingError(1) - (1 - Math.log(2 * Math.PI) / 2)) < 1e-15);
 * assert(Math.abs(stirlingError(1e6) * 12e6 - 1) < 1e-12);
 * ```
 */
export function stirlingError(z: number): number {
  if (!(z > 0 && z < Infinity)) {
    throw new RangeError(
      `Cannot approximate the gamma function at ${z}: the argument must be finite and > 0`,
    );
  }
  // As Γ(z + 1) = z Γ(z), up to where the series holds.
  if (z < 10) return stirlingError(z + 1) + ((z + 0.5) * Math.log1p(1 / z) - 1);
  const w = 1 / (z * z);
  const series = 1 / 12 - w * (1 / 360 - w * (1 / 1260 - w * (1 / 1680 - w * (1 / 1188 - w * 691 / 360360))));
  return series / z;
}

/**
 * a ln(a / m) + m - a, which is at least 0.
 *
 * Source: Loader (2000), Fast and accurate computation of binomial probabilities.
 *
 * @param a Above 0.
 * @param m At least 0.
 * @param log ln(m / a), for when m is too small to tell from 0.
 *
 * @example
 * ```ts
 * import { deviance } from "codebias/statistics/distributions/stirling.ts";
 * import assert from "node:assert/strict";
 * assert.equal(deviance(3, 3), 0);
 * assert(Math.abs(deviance(1, Math.E) - (Math.E - 2)) < 1e-15);
 * ```
 */
export function deviance(a: number, m: number, log = Math.log(m / a)): number {
  const excess = (m - a) / a;
  if (Math.abs(excess) >= 0.1) return m - a - a * log;
  const v = excess / (2 + excess);
  let [term, total] = [2 * v ** 3, 0];
  for (let k = 3; Math.abs(term) > 1e-17 * Math.abs(excess * v); k += 2, term *= v * v) total += term / k;
  return a * (excess * v - total);
}
