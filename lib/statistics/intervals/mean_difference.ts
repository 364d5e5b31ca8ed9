import { checkChoice, checkLists, checkRange, checkValues } from "../checks.ts";
import { isConstant, mean, variance } from "../descriptive.ts";
import { roundingOf, scaleOf } from "../scale.ts";

/** What the two lists are: groups of unequal or of equal variance, or the same units twice. */
export type Comparison = "welch" | "pooled" | "paired";

/**
 * Difference of two means, mean of b − mean of a, with its standard error and degrees of freedom.
 *
 * `welch`: √(s_a²/n_a + s_b²/n_b) with the degrees of freedom of Welch and Satterthwaite; `pooled`: s √(1/n_a + 1/n_b) with
 * the pooled variance s² and n_a + n_b − 2; `paired`: the standard error of the mean of b_i − a_i and n − 1.
 *
 * Source: Welch (1947), Biometrika 34(1/2), 28-35; agrees with R `t.test`.
 *
 * @param a At least two values.
 * @param b At least two values; as many as in a if `kind` is `paired`.
 * @throws {RangeError} If there are too few values, one is not finite, pairs are incomplete, nothing varies by more than
 * rounding, or the kind is unknown.
 *
 * @example
 * ```ts
 * import { meanDifference } from "codebias/statistics/intervals/mean_difference.ts";
 * import assert from "node:assert/strict";
 * const { difference, standardError } = meanDifference([1, 3], [5, 7], "pooled");
 * assert(difference === 4 && Math.abs(standardError - Math.SQRT2) < 1e-15);
 * ```
 */
export function meanDifference(a: readonly number[], b: readonly number[], kind: Comparison) {
  checkChoice("kind", kind, ["welch", "pooled", "paired"]);
  checkLists({ "group a": a, "group b": b }, 2, kind === "paired");
  return kind === "paired" ? ofPairs(a, b) : ofGroups(a, b, kind);
}

function ofPairs(a: readonly number[], b: readonly number[]): ReturnType<typeof ofGroups> {
  const differences = a.map((value, at) => b[at] - value);
  checkRange("a variance", differences);
  const { estimate, ...error } = meanWithError("differences", differences, { from: [...a, ...b] });
  return { estimateA: momentsOf(a).mean, estimateB: momentsOf(b).mean, difference: estimate, ...error };
}

function ofGroups(a: readonly number[], b: readonly number[], kind: Comparison) {
  const [momentsA, momentsB] = [momentsOf(a), momentsOf(b)];
  const difference = momentsB.mean - momentsA.mean;
  const { standardError, df } = (kind === "welch" ? welchError : pooledError)(momentsA, momentsB);
  checkRange("a variance", [difference, standardError]);
  if (!(standardError > roundingOf([...a, ...b]))) {
    const values = isConstant(a) && isConstant(b)
      ? `all values of group a are ${a[0]}, all of group b ${b[0]}`
      : "neither group varies by more than rounding";
    throw new RangeError(`Cannot compare means without spread: ${values}`);
  }
  return {
    /** Means of a and of b, and that of b less that of a. */
    ...{ estimateA: momentsA.mean, estimateB: momentsB.mean, difference },
    /** Standard error of the difference, with its degrees of freedom. */
    ...{ standardError, df },
  };
}

/** Size and mean of a list, and the standard error of the mean. */
type Moments = ReturnType<typeof momentsOf>;

/** In a unit in which no sum or square leaves the range of numbers. */
function momentsOf(values: readonly number[]) {
  const n = values.length;
  const unit = scaleOf(values);
  const scaled = values.map((value) => value / unit);
  return { n, mean: unit * mean(scaled), error: unit * Math.sqrt(variance(scaled) / n) };
}

/** The degrees of freedom are a function of the shares of the squared error, so that no square is needed. */
function welchError(a: Moments, b: Moments) {
  const standardError = Math.hypot(a.error, b.error);
  const [shareA, shareB] = [(a.error / standardError) ** 2, (b.error / standardError) ** 2];
  return { standardError, df: 1 / (shareA * shareA / (a.n - 1) + shareB * shareB / (b.n - 1)) };
}

function pooledError(a: Moments, b: Moments) {
  const df = a.n + b.n - 2;
  const deviation = ({ n, error }: Moments) => Math.sqrt((n - 1) / df * n) * error;
  const standardError = Math.hypot(deviation(a), deviation(b)) * Math.sqrt(1 / a.n + 1 / b.n);
  return { standardError, df };
}

/**
 * Mean with its standard error s / √n and n − 1 degrees of freedom.
 *
 * Source: Student (1908), Biometrika 6(1), 1-25; agrees with SciPy `sem`.
 *
 * @param what What the values are, in the plural, as it is to stand in the sentence, e.g. `differences`.
 * @param values At least two, which must vary.
 * @param options.from Numbers that the values were computed from, whose rounding they carry. Defaults to the
 * values.
 * @throws {RangeError} If there are too few values, one is not finite, or they do not vary by more than rounding.
 *
 * @example
 * ```ts
 * import { meanWithError } from "codebias/statistics/intervals/mean_difference.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(meanWithError("scores", [1, 3]), { estimate: 2, standardError: 1, df: 1 });
 * assert.throws(() => meanWithError("differences", [0, 0]), /all differences are 0/);
 * ```
 */
export function meanWithError(
  what: string,
  values: readonly number[],
  options: { from?: readonly number[] } = {},
) {
  checkValues(`the list of ${what}`, values, 2);
  const { n, mean: estimate, error: standardError } = momentsOf(values);
  checkRange("a variance", [estimate, standardError]);
  const rounding = roundingOf(options.from ?? values);
  if (!(standardError > rounding)) {
    const about = Math.abs(estimate) > rounding ? Number(estimate.toPrecision(9)) : 0;
    const found = isConstant(values) ? `${values[0]}` : `${about}, but for rounding`;
    throw new RangeError(`Cannot judge a mean without spread: all ${what} are ${found}`);
  }
  return { estimate, standardError, df: n - 1 };
}
