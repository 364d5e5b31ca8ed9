/**
 * Bounds of the score interval for a proportion of a number of trials that need not be whole.
 *
 * They are the roots π of (p − π)² = z² π (1 − π) / n.
 *
 * Source: Wilson (1927), Journal of the American Statistical Association 22(158), 209-212; for an effective number of trials
 * see `clusteredProportion`.
 *
 * @param p The proportion, in [0, 1].
 * @param n Number of trials, above 0.
 * @param z Quantile of the normal or the t distribution, at least 0.
 * @returns The bounds, each a proportion in [0, 1].
 *
 * @example
 * ```ts
 * import { scoreBounds } from "codebias/statistics/intervals/score_bounds.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(scoreBounds(0, 4, 2), { low: 0, high: 0.5 });
 * ```
 */
export function scoreBounds(p: number, n: number, z: number): { low: number; high: number } {
  const square = z * z / n;
  const top = p + square / 2 + Math.sqrt(square * (p * (1 - p) + square / 4));
  // Not by subtraction, which would lose digits where p is small; and rounding may not put a bound beyond p or 1.
  const [low, high] = [p === 0 ? 0 : p * p / top, p === 1 ? 1 : top / (1 + square)];
  return { low: Math.min(p, low), high: Math.min(1, Math.max(p, high)) };
}
