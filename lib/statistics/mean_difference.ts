import { checkPairs, checkValues } from "./checks.ts";
import { isConstant, mean, variance } from "./descriptive.ts";

/** What the two lists are: groups of unequal or of equal variance, or the same units twice. */
export type Comparison = "welch" | "pooled" | "paired";

/** A difference of two means and how precisely it is known. */
export interface MeanDifference {
  /** Mean of a. */
  readonly estimateA: number;
  /** Mean of b. */
  readonly estimateB: number;
  /** Mean of b − mean of a. */
  readonly difference: number;
  /** Standard error of the difference. */
  readonly standardError: number;
  /** Degrees of freedom of the standard error. */
  readonly df: number;
}

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
 * @throws {RangeError} If there are too few values, one is not finite, pairs are incomplete, or nothing varies.
 *
 * @example
 * ```ts
 * import { meanDifference } from "codebias/statistics/mean_difference.ts";
 * import assert from "node:assert/strict";
 * const { difference, standardError } = meanDifference([1, 3], [5, 7], "pooled");
 * assert(difference === 4 && Math.abs(standardError - Math.SQRT2) < 1e-15);
 * ```
 */
export function meanDifference(a: readonly number[], b: readonly number[], kind: Comparison): MeanDifference {
  if (kind === "paired") checkPairs(a, b);
  checkValues("group a", a, 2);
  checkValues("group b", b, 2);
  return kind === "paired" ? ofPairs(a, b) : ofGroups(a, b, kind);
}

function ofPairs(a: readonly number[], b: readonly number[]): MeanDifference {
  const differences = a.map((value, at) => b[at] - value);
  checkSize(mean(differences));
  const { estimate, ...error } = meanWithError("differences", differences);
  return { estimateA: mean(a), estimateB: mean(b), difference: estimate, ...error };
}

function ofGroups(a: readonly number[], b: readonly number[], kind: Comparison): MeanDifference {
  const [estimateA, estimateB] = [mean(a), mean(b)];
  const { standardError, df } = kind === "welch" ? welchError(a, b) : pooledError(a, b);
  checkSize(estimateA, estimateB, standardError);
  if (!(standardError > rounding(estimateA, estimateB))) {
    const values = isConstant(a) && isConstant(b)
      ? `all values of group a are ${a[0]}, all of group b ${b[0]}`
      : "neither group varies by more than rounding";
    throw new RangeError(`Cannot compare means without spread: ${values}`);
  }
  return { estimateA, estimateB, difference: estimateB - estimateA, standardError, df };
}

/** The degrees of freedom are a function of a's share of the squared error, so that no square of it is needed. */
function welchError(a: readonly number[], b: readonly number[]): { standardError: number; df: number } {
  const [squareA, squareB] = [variance(a) / a.length, variance(b) / b.length];
  const share = squareA / (squareA + squareB);
  const df = 1 / (share * share / (a.length - 1) + (1 - share) * (1 - share) / (b.length - 1));
  return { standardError: Math.sqrt(squareA + squareB), df };
}

function pooledError(a: readonly number[], b: readonly number[]): { standardError: number; df: number } {
  const df = a.length + b.length - 2;
  const pooled = ((a.length - 1) * variance(a) + (b.length - 1) * variance(b)) / df;
  return { standardError: Math.sqrt(pooled * (1 / a.length + 1 / b.length)), df };
}

/**
 * Mean with its standard error s / √n and n − 1 degrees of freedom.
 *
 * Source: Student (1908), Biometrika 6(1), 1-25; agrees with SciPy `sem`.
 *
 * @param what What the values are, in the plural, as it is to stand in the sentence, e.g. `differences`.
 * @param values At least two, which must vary.
 * @throws {RangeError} If there are too few values, one is not finite, or they do not vary.
 *
 * @example
 * ```ts
 * import { meanWithError } from "codebias/statistics/mean_difference.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(meanWithError("scores", [1, 3]), { estimate: 2, standardError: 1, df: 1 });
 * assert.throws(() => meanWithError("differences", [0, 0]), /all differences are 0/);
 * ```
 */
export function meanWithError(
  what: string,
  values: readonly number[],
): { estimate: number; standardError: number; df: number } {
  checkValues(`the list of ${what}`, values, 2);
  const estimate = mean(values);
  const standardError = Math.sqrt(variance(values) / values.length);
  checkSize(estimate, standardError);
  if (!(standardError > rounding(estimate))) {
    const found = isConstant(values) ? `are ${values[0]}` : `are ${estimate}, but for rounding`;
    throw new RangeError(`Cannot judge a mean without spread: all ${what} ${found}`);
  }
  return { estimate, standardError, df: values.length - 1 };
}

/** Spread up to which values that should be equal may differ by rounding, as R's `t.test` draws the line. */
function rounding(...means: readonly number[]): number {
  return 10 * Number.EPSILON * Math.max(...means.map(Math.abs));
}

function checkSize(...results: readonly number[]): void {
  if (results.every(Number.isFinite)) return;
  throw new RangeError("Cannot compute a variance of values this large: it exceeds the range of numbers");
}
