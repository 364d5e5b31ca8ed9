import { betaQuantile } from "../distributions/beta_quantile.ts";
import { checkCount, optionsOf } from "../checks.ts";
import type { Interval } from "../tests/test_result.ts";

/**
 * Clopper and Pearson's exact interval for a proportion.
 *
 * The bounds are the proportions under which k or more, and k or fewer, successes have probability (1 − level)/2: the
 * (1 − level)/2 quantile of Beta(k, n − k + 1) and the (1 + level)/2 quantile of Beta(k + 1, n − k). It covers with at
 * least its level whatever the proportion, and mostly with more: Wilson's interval is shorter and the better default.
 *
 * Source: Clopper and Pearson (1934), Biometrika 26(4), 404-413; agrees with statsmodels
 * `proportion_confint(method="beta")`.
 *
 * @param successes Number of successes k, an integer in [0, n].
 * @param n Number of trials, an integer of at least 1.
 * @param options.level Confidence level in (0, 1). Defaults to 0.95.
 * @throws {RangeError} If an argument is out of range.
 *
 * @example
 * ```ts
 * import { clopperPearson } from "codebias/statistics/intervals/clopper_pearson.ts";
 * import assert from "node:assert/strict";
 * const { low, high } = clopperPearson(0, 10);
 * assert.equal(low, 0);
 * assert(Math.abs(high - (1 - 0.025 ** (1 / 10))) < 1e-14);
 * ```
 */
export function clopperPearson(
  successes: number,
  n: number,
  options: { readonly level?: number } = {},
): Interval {
  const { level } = optionsOf(options, { level: 0.95 });
  checkCount("trials", n, 1);
  checkCount("successes", successes, 0, n);
  const tail = (1 - level) / 2;
  return {
    low: successes === 0 ? 0 : betaQuantile(tail, successes, n - successes + 1).value,
    high: successes === n ? 1 : betaQuantile(tail, n - successes, successes + 1).complement,
    level,
  };
}
