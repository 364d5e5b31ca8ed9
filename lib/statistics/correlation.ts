import { checkPairs, checkValues, optionsOf } from "./checks.ts";
import { sum } from "./descriptive.ts";
import { normalQuantile } from "./distributions/normal.ts";
import { midranks } from "./tests/ranks.ts";
import { tP } from "./distributions/student_t.ts";
import type { Interval, TestOptions, TestResult } from "./tests/test_result.ts";
import { unitDeviations } from "./scale.ts";

/** A correlation coefficient with its test against none and its interval. */
export interface Correlation extends TestResult {
  /** The coefficient, in [−1, 1]. */
  readonly r: number;
  /** t; ±Infinity if |r| = 1. */
  readonly statistic: number;
  /** n − 2. */
  readonly df: number;
  /** Number of pairs. */
  readonly n: number;
  /** Always two-sided; [−1, 1] for three pairs, which say nothing about it. */
  readonly interval: Interval;
}

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
export function pearson(
  x: readonly number[],
  y: readonly number[],
  options: TestOptions = {},
): Correlation {
  return correlation("Pearson's correlation", [x, y], options, {
    scored: (values) => values,
    slackOf: () => 1,
  });
}

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
export function spearman(
  x: readonly number[],
  y: readonly number[],
  options: TestOptions = {},
): Correlation {
  return correlation("Spearman's rank correlation", [x, y], options, {
    scored: midranks,
    slackOf: (r) => 1 + r ** 2 / 2,
  });
}

/** A coefficient with 1 − r and 1 + r, each to full relative precision. */
interface Cosine {
  readonly r: number;
  readonly below: number;
  readonly above: number;
}

/** For vectors of length 1, |u − v|² = 2 (1 − u·v), which loses no digits where they nearly coincide. */
function cosine(u: readonly number[], v: readonly number[]): Cosine {
  const below = sum(u.map((value, at) => (value - v[at]) ** 2)) / 2;
  const above = sum(u.map((value, at) => (value + v[at]) ** 2)) / 2;
  const r = sum(u.map((value, at) => value * v[at]));
  return { r: Math.min(1, Math.max(-1, r)), below, above };
}

/** What is correlated of the values, and the variance of artanh r, times n − 3. */
interface Kind {
  readonly scored: (values: readonly number[]) => readonly number[];
  readonly slackOf: (r: number) => number;
}

function correlation(
  test: string,
  [x, y]: readonly [readonly number[], readonly number[]],
  options: TestOptions,
  { scored, slackOf }: Kind,
): Correlation {
  const { alternative, level } = optionsOf(options, { alternative: "two-sided", level: 0.95 });
  checkPairs(x, y);
  checkValues("x", x, 3);
  checkValues("y", y, 3);
  const { r, below, above } = cosine(unitDeviations("x", scored(x)), unitDeviations("y", scored(y)));
  const n = x.length;
  const df = n - 2;
  const statistic = r * Math.sqrt(df / (below * above));
  const middle = Math.log(above / below) / 2;
  const reach = normalQuantile((1 - level) / 2) * Math.sqrt(slackOf(r) / (n - 3));
  const interval = n === 3
    ? { low: -1, high: 1, level }
    : { low: Math.tanh(middle - reach), high: Math.tanh(middle + reach), level };
  const p = tP(statistic, df, alternative);
  return { test, r, statistic, df, p, alternative, method: "asymptotic", n, interval };
}
