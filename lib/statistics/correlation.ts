import { checkLists, optionsOf } from "./checks.ts";
import { sum } from "./descriptive.ts";
import { normalQuantile } from "./distributions/normal.ts";
import { midranks } from "./tests/ranks.ts";
import { tP } from "./distributions/student_t.ts";
import type { TestOptions } from "./tests/test_result.ts";
import { unitDeviations } from "./scale.ts";

/**
 * Pearson's correlation: how near the pairs are to a straight line.
 *
 * r = Σ(xᵢ − x̄)(yᵢ − ȳ) / √(Σ(xᵢ − x̄)² Σ(yᵢ − ȳ)²), t = r √((n − 2) / (1 − r²)) with n − 2 degrees of freedom; the
 * bounds are tanh(artanh r ± z / √(n − 3)), two-sided whatever the alternative. p and interval suppose pairs from a
 * bivariate normal distribution that are independent of each other; samples of one task are not.
 *
 * Source: Fisher (1915), Biometrika 10(4), 507-521, and (1921), Metron 1, 3-32; agrees with SciPy's `pearsonr` and
 * its `confidence_interval`.
 *
 * @param x At least three finite numbers that are not all the same.
 * @param y Their partners, likewise.
 * @throws {RangeError} If values are too few, unpaired, constant or not finite, or an option is out of range.
 *
 * @example
 * ```ts
 * import { pearson } from "codebias/statistics/correlation.ts";
 * import assert from "node:assert/strict";
 * const { r, p } = pearson([1, 2, 3, 4], [1, 3, 2, 4]);
 * assert(Math.abs(r - 0.8) < 1e-15 && Math.abs(p - 0.2) < 1e-15);
 * ```
 */
export const pearson = correlationOf("Pearson's correlation", (values) => values, () => 1);

/**
 * Spearman's rank correlation: how near y is to always rising, or falling, with x.
 *
 * Pearson's r of the ranks, ties having the mean of their ranks; t = r √((n − 2) / (1 − r²)) with n − 2 degrees of
 * freedom. p is rough below ten pairs or so (three pairs in order have p = 0, although one order in six is that one).
 * The bounds are tanh(artanh r ± z √((1 + r²/2) / (n − 3))), two-sided whatever the alternative.
 *
 * Source: Spearman (1904), American Journal of Psychology 15(1), 72-101; for the interval, Bonett and Wright (2000),
 * Psychometrika 65(1), 23-28. r, t and p agree with SciPy's `spearmanr`.
 *
 * @param x At least three finite numbers that are not all the same.
 * @param y Their partners, likewise.
 * @throws {RangeError} If values are too few, unpaired, constant or not finite, or an option is out of range.
 *
 * @example
 * ```ts
 * import { spearman } from "codebias/statistics/correlation.ts";
 * import assert from "node:assert/strict";
 * assert.equal(spearman([1, 2, 3, 4], [1, 10, 100, 1000]).r, 1);
 * ```
 */
export const spearman = correlationOf("Spearman's rank correlation", midranks, (r) => 1 + r ** 2 / 2);

/** For vectors of length 1, |u − v|² = 2 (1 − u·v), which loses no digits where they nearly coincide. */
function cosine(u: readonly number[], v: readonly number[]) {
  const r = Math.min(1, Math.max(-1, sum(u.map((value, at) => value * v[at]))));
  return {
    r,
    /** 1 − r and 1 + r, each to full relative precision. */
    below: sum(u.map((value, at) => (value - v[at]) ** 2)) / 2,
    above: sum(u.map((value, at) => (value + v[at]) ** 2)) / 2,
  };
}

/**
 * A correlation coefficient with its test against none and its interval.
 *
 * @param scored What is correlated of the values.
 * @param slackOf The variance of artanh r, times n − 3.
 */
function correlationOf(
  test: string,
  scored: (values: readonly number[]) => readonly number[],
  slackOf: (r: number) => number,
) {
  return (x: readonly number[], y: readonly number[], options: TestOptions = {}) => {
    const { alternative, level } = optionsOf(options, { alternative: "two-sided", level: 0.95 });
    checkLists({ x, y }, 3, true);
    const { r, below, above } = cosine(unitDeviations("x", scored(x)), unitDeviations("y", scored(y)));
    const n = x.length;
    const df = n - 2;
    const statistic = r * Math.sqrt(df / (below * above));
    const middle = Math.log(above / below) / 2;
    const reach = normalQuantile((1 - level) / 2) * Math.sqrt(slackOf(r) / (n - 3));
    const bounds = n === 3 ? [-Infinity, Infinity] : [middle - reach, middle + reach];
    const [low, high] = bounds.map(Math.tanh);
    return {
      test,
      /** The coefficient, in [−1, 1]. */
      r,
      /** t; ±Infinity if |r| = 1. */
      statistic,
      ...{ df, p: tP(statistic, df, alternative), alternative, method: "asymptotic" as const },
      /** Number of pairs. */
      n,
      /** Always two-sided; [−1, 1] for three pairs, which say nothing about it. */
      interval: { low, high, level },
    };
  };
}
