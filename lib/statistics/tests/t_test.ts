import { checkRange, optionsOf } from "../checks.ts";
import { type Comparison, meanDifference, meanWithError } from "../intervals/mean_difference.ts";
import { tP, tQuantile } from "../distributions/student_t.ts";
import type { TestOptions } from "./test_result.ts";

const NAMES = { welch: "Welch's t-test", pooled: "Student's t-test", paired: "paired t-test" } as const;

/**
 * Student's t-test of whether a mean has a given value.
 *
 * t = (x̄ − μ₀) / (s / √n) with n − 1 degrees of freedom. The interval x̄ ± t_q s / √n is that of the mean, and two-sided
 * whatever the alternative. Exact for normal values, otherwise approximate, and better the more values there are.
 *
 * Source: Student (1908), Biometrika 6(1), 1-25; agrees with SciPy `ttest_1samp` and R `t.test`.
 *
 * @param values At least two, which must vary.
 * @param options.mean The mean μ₀ that is tested. Defaults to 0.
 * @param options.alternative `greater`: the mean is above μ₀. Defaults to `two-sided`.
 * @param options.level Confidence level in (0, 1). Defaults to 0.95.
 * @throws {RangeError} If there are too few values, one is not finite, they do not vary, or an option is out of range.
 *
 * @example
 * ```ts
 * import { oneSampleT } from "codebias/statistics/tests/t_test.ts";
 * import assert from "node:assert/strict";
 * const { statistic, df, p } = oneSampleT([1, 2, 3], { mean: 1 });
 * assert(Math.abs(statistic - Math.sqrt(3)) < 1e-15 && df === 2);
 * assert(Math.abs(p - 0.2254033307585) < 1e-12);
 * ```
 */
export function oneSampleT(values: readonly number[], options: TestOptions & { mean?: number } = {}) {
  const { mean: tested, alternative, level } = optionsOf(options, {
    ...{ mean: 0, alternative: "two-sided", level: 0.95 },
  });
  if (!Number.isFinite(tested)) throw new RangeError(`Cannot test the mean ${tested}: it must be finite`);
  const { estimate, standardError, df } = meanWithError("values", values);
  return {
    ...tTested("one-sample t-test", estimate, { standardError, df, tested, alternative, level }),
    /** The mean. */
    estimate,
    /** Standard error of the mean. */
    standardError,
  };
}

/**
 * Welch's t-test of whether two groups have the same mean; their variances may differ.
 *
 * t = (b̄ − ā) / √(s_a²/n_a + s_b²/n_b), with the degrees of freedom of Welch and Satterthwaite. The interval is that of
 * the difference b̄ − ā, and two-sided whatever the alternative.
 *
 * Source: Welch (1947), Biometrika 34(1/2), 28-35; agrees with SciPy `ttest_ind(b, a, equal_var=False)` and R `t.test`.
 *
 * @param a Values of group a, at least two.
 * @param b Values of group b, at least two.
 * @param options.alternative `greater`: b above a. Defaults to `two-sided`.
 * @param options.level Confidence level in (0, 1). Defaults to 0.95.
 * @throws {RangeError} If a group has too few values, one is not finite, neither group varies, or an option is out of
 * range.
 *
 * @example
 * ```ts
 * import { welchT } from "codebias/statistics/tests/t_test.ts";
 * import assert from "node:assert/strict";
 * const { difference, df, low, high } = welchT([1, 2, 3], [3, 4, 5]);
 * assert.equal(difference, 2);
 * assert(Math.abs(df - 4) < 1e-12 && low < 0 && high > 4);
 * ```
 */
export const welchT = tTestOf("welch");

/**
 * Student's t-test of whether two groups have the same mean, given that they have the same variance.
 *
 * t = (b̄ − ā) / (s √(1/n_a + 1/n_b)) with the pooled variance s² and n_a + n_b − 2 degrees of freedom. The interval is
 * that of the difference b̄ − ā, and two-sided whatever the alternative.
 *
 * Source: Student (1908), Biometrika 6(1), 1-25; agrees with SciPy `ttest_ind(b, a)` and R `t.test(var.equal = TRUE)`.
 *
 * @param a Values of group a, at least two.
 * @param b Values of group b, at least two.
 * @param options.alternative `greater`: b above a. Defaults to `two-sided`.
 * @param options.level Confidence level in (0, 1). Defaults to 0.95.
 * @throws {RangeError} If a group has too few values, one is not finite, neither group varies, or an option is out of
 * range.
 *
 * @example
 * ```ts
 * import { pooledT } from "codebias/statistics/tests/t_test.ts";
 * import assert from "node:assert/strict";
 * const { statistic, df } = pooledT([1, 2, 3], [3, 4, 5]);
 * assert(Math.abs(statistic - Math.sqrt(6)) < 1e-14 && df === 4);
 * ```
 */
export const pooledT = tTestOf("pooled");

/**
 * Paired t-test of whether the same units have the same mean under two conditions.
 *
 * The one-sample t-test of the differences b_i − a_i against 0. The interval is that of their mean, and two-sided
 * whatever the alternative.
 *
 * Source: Student (1908), Biometrika 6(1), 1-25; agrees with SciPy `ttest_rel(b, a)` and R `t.test(paired = TRUE)`.
 *
 * @param a Values under the first condition, at least two.
 * @param b Values of the same units, in the same order, under the second condition.
 * @param options.alternative `greater`: b above a. Defaults to `two-sided`.
 * @param options.level Confidence level in (0, 1). Defaults to 0.95.
 * @throws {RangeError} If the lists differ in length, are too short, have a value that is not finite, the differences do
 * not vary, or an option is out of range.
 *
 * @example
 * ```ts
 * import { pairedT } from "codebias/statistics/tests/t_test.ts";
 * import assert from "node:assert/strict";
 * const { difference, df } = pairedT([1, 2, 3], [2, 4, 3]);
 * assert.equal(difference, 1);
 * assert.equal(df, 2);
 * ```
 */
export const pairedT = tTestOf("paired");

/** A t-test of two lists. */
function tTestOf(kind: Comparison) {
  return (a: readonly number[], b: readonly number[], options: TestOptions = {}) => {
    const asked = optionsOf(options, { alternative: "two-sided", level: 0.95 });
    const found = meanDifference(a, b, kind);
    return { ...found, ...tTested(NAMES[kind], found.difference, { ...found, ...asked }) };
  };
}

/**
 * The t-test of an estimate that has a standard error, with its interval, which is two-sided whatever the alternative.
 *
 * @param test Its name.
 * @param options.tested The value that is tested. Defaults to 0.
 * @throws {RangeError} If the interval exceeds the range of numbers.
 */
export function tTested(
  test: string,
  estimate: number,
  { standardError, df, tested = 0, alternative, level }: Required<TestOptions> & {
    readonly standardError: number;
    readonly df: number;
    readonly tested?: number;
  },
) {
  const statistic = (estimate - tested) / standardError;
  const reach = tQuantile((1 - level) / 2, df) * standardError;
  const [low, high] = [estimate - reach, estimate + reach];
  checkRange("an interval", [low, high]);
  const p = tP(statistic, df, alternative);
  return { ...{ test, statistic, df, p, alternative, method: "asymptotic" as const }, low, high, level };
}
