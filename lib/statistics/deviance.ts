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
 * import { deviance } from "codebias/statistics/deviance.ts";
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
