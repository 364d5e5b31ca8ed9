import { type Alternative, checkLists, optionsOf } from "../checks.ts";
import { pairedDifferences } from "../scale.ts";
import { binomialAtMost, symmetricP } from "./tails.ts";

/**
 * Exact sign test of whether b is as often above a as below it, in pairs.
 *
 * Pairs that do not differ, but for rounding, are left out. Of the n others, the number with b above a is binomial(n, 1/2); M is half
 * of the number above less the number below. Two-sided, p is twice the smaller tail, at most 1.
 *
 * Source: Dixon and Mood (1946), Journal of the American Statistical Association 41(236), 557-566; agrees with
 * statsmodels `sign_test(b − a)` and `scipy.stats.binomtest`.
 *
 * @param a Values under the first condition, at least one.
 * @param b Values of the same units under the second condition.
 * @param options.alternative `greater`: b tends to be above a. Defaults to `two-sided`.
 * @throws {RangeError} If the lists differ in length, are empty, or hold a value that is not finite; if no pair
 * differs; if the alternative is unknown.
 *
 * @example
 * ```ts
 * import { signTest } from "codebias/statistics/tests/sign_test.ts";
 * import assert from "node:assert/strict";
 * const { statistic, p, ties } = signTest([1, 1, 1, 1, 1], [2, 3, 4, 5, 1]);
 * assert.deepEqual([statistic, ties], [2, 1]);
 * assert(Math.abs(p - 0.125) < 1e-15);
 * ```
 */
export function signTest(
  a: readonly number[],
  b: readonly number[],
  options: { alternative?: Alternative } = {},
) {
  const { alternative } = optionsOf(options, { alternative: "two-sided" });
  checkLists({ "list a": a, "list b": b }, 1, true);
  const differences = pairedDifferences(a, b);
  const positive = differences.filter((difference) => difference > 0).length;
  const negative = differences.filter((difference) => difference < 0).length;
  const ties = a.length - positive - negative;
  if (ties === a.length) throw new RangeError(`Cannot count signs: all ${ties} pairs are equal`);
  return {
    test: "Sign test",
    /** M, half of positive − negative. */
    statistic: (positive - negative) / 2,
    df: null,
    p: signP(positive, negative, alternative),
    alternative,
    method: "exact" as const,
    /** Number of pairs in which b is above a. */
    positive,
    /** Number of pairs in which b is below a. */
    negative,
    /** Number of pairs left out because they do not differ. */
    ties,
  };
}

/**
 * Exact p of the given changes up and down if both are equally likely.
 *
 * With n = up + down and X binomial(n, 1/2): P(X ≥ up) for `greater`, P(X ≤ up) for `less`, and two-sided twice the
 * smaller, at most 1.
 *
 * Source: agrees with `scipy.stats.binomtest(up, up + down, 0.5)`.
 *
 * @param up Number of changes up, an integer of at least 0.
 * @param down Number of changes down, an integer of at least 0.
 * @throws {RangeError} If the alternative is unknown.
 *
 * @example
 * ```ts
 * import { signP } from "codebias/statistics/tests/sign_test.ts";
 * import assert from "node:assert/strict";
 * assert(Math.abs(signP(4, 0, "greater") - 1 / 16) < 1e-15);
 * ```
 */
export function signP(up: number, down: number, alternative: Alternative): number {
  return symmetricP([up, down], alternative, (k) => binomialAtMost(k, up + down, 0.5));
}
