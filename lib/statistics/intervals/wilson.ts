import type { Estimate } from "../../core/types.ts";
import { optionsOf } from "../checks.ts";
import { normalQuantile } from "../distributions/normal.ts";

/**
 * Wilson score interval for a proportion.
 *
 * With p = k / n and the standard normal quantile z, the bounds are
 * (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n).
 *
 * Source: Wilson (1927), Journal of the American Statistical Association 22(158), 209-212; agrees with
 * statsmodels `proportion_confint(method="wilson")`.
 *
 * @param successes Number of successes k, an integer in [0, n].
 * @param n Number of trials, an integer of at least 1.
 * @param options.level Confidence level in (0, 1). Defaults to 0.95.
 * @returns The bounds, each a proportion in [0, 1].
 * @throws {RangeError} If an argument is out of range.
 *
 * @example
 * ```ts
 * import { wilson } from "codebias/statistics/intervals/wilson.ts";
 * import assert from "node:assert/strict";
 * const { low, high } = wilson(1, 10);
 * assert(Math.abs(low - 0.017876) < 1e-6 && Math.abs(high - 0.404150) < 1e-6);
 * ```
 */
export function wilson(
  successes: number,
  n: number,
  options: { level?: number } = {},
): { low: number; high: number } {
  const { level } = optionsOf(options, { level: 0.95 });
  if (!Number.isInteger(n) || n < 1) throw new RangeError(`Cannot estimate from ${n} trials: n must be >= 1`);
  if (!Number.isInteger(successes) || successes < 0 || successes > n) {
    throw new RangeError(
      `Cannot have ${successes} successes in ${n} trials: they must be an integer in [0, ${n}]`,
    );
  }
  const z = normalQuantile((1 - level) / 2);
  const p = successes / n;
  const middle = p + (z * z) / (2 * n);
  const reach = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  const scale = 1 + (z * z) / n;
  return {
    low: successes === 0 ? 0 : (middle - reach) / scale,
    high: successes === n ? 1 : (middle + reach) / scale,
  };
}

/**
 * A proportion with its Wilson interval and what was left out.
 *
 * @param successes Number of judged units that count.
 * @param n Number of judged units; 0 gives an estimate without a value.
 * @param options.unjudged Number of units left out. Defaults to 0.
 * @param options.level Confidence level. Defaults to 0.95.
 *
 * @example
 * ```ts
 * import { proportion } from "codebias/statistics/intervals/wilson.ts";
 * import assert from "node:assert/strict";
 * assert.equal(proportion(13, 52).value, 0.25);
 * assert.equal(proportion(0, 0, { unjudged: 3 }).value, null);
 * ```
 */
export function proportion(
  successes: number,
  n: number,
  options: { unjudged?: number; level?: number } = {},
): Estimate {
  const { unjudged, level } = optionsOf(options, { unjudged: 0, level: undefined });
  if (n === 0) return { value: null, low: null, high: null, n, unjudged };
  return { value: successes / n, ...wilson(successes, n, { level }), n, unjudged };
}

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
 * import { scoreBounds } from "codebias/statistics/intervals/wilson.ts";
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
