import { median } from "simple-statistics";
import { checkChoice, checkValues, optionsOf } from "../checks.ts";
import { mean, sum } from "../descriptive.ts";
import { scaleOf } from "../scale.ts";
import { fTail } from "./tails.ts";
import { UNDIRECTED } from "./test_result.ts";

const CENTERS = ["median", "mean"] as const;
type Center = typeof CENTERS[number];

/**
 * Brown and Forsythe's test of equal spreads in two groups or more; with `center: "mean"`, Levene's.
 *
 * With zᵢⱼ = |xᵢⱼ − median of group i|, F = (Σ nᵢ (z̄ᵢ − z̄)² / (k − 1)) / (Σ (zᵢⱼ − z̄ᵢ)² / (N − k)): the analysis of
 * variance of the distances to the group's center. The median keeps the error rate with skewed values; the mean has
 * a little more power with symmetric ones.
 *
 * Source: Brown and Forsythe (1974), Journal of the American Statistical Association 69(346), 364-367; Levene (1960),
 * in Contributions to Probability and Statistics, 278-292. Agrees with SciPy's `levene(center="median")` and
 * `levene(center="mean")`.
 *
 * @param groups At least two, each of at least two finite numbers.
 * @param options.center What distances are taken to. Defaults to `median`.
 * @throws {RangeError} If there are too few groups or values, a value is not finite, or within each group every value
 * is equally far from the center, so that F is not defined; if the center is unknown.
 *
 * @example
 * ```ts
 * import { brownForsythe } from "codebias/statistics/tests/brown_forsythe.ts";
 * import assert from "node:assert/strict";
 * const { statistic, df, dfWithin } = brownForsythe([[1, 2, 3], [2, 5, 8]]);
 * assert(Math.abs(statistic - 1.6) < 1e-14);
 * assert.deepEqual([df, dfWithin], [1, 4]);
 * ```
 */
export function brownForsythe(
  groups: readonly (readonly number[])[],
  options: { readonly center?: Center } = {},
) {
  const { center } = optionsOf(options, { center: "median" });
  checkChoice("center", center, CENTERS);
  if (groups.length < 2) {
    throw new RangeError(`Cannot compare spreads: at least 2 groups are needed, not ${groups.length}`);
  }
  groups.forEach((group, at) => checkValues(`group ${at + 1}`, group, 2));
  if (!hasDefinedF(groups, center)) {
    throw new RangeError(
      `Cannot compare spreads: within each group every value is equally far from the ${center}, so F is not defined`,
    );
  }
  const { between, within, df, dfWithin } = partition(distances(scaled(groups), center));
  const statistic = between / df / (within / dfWithin);
  return {
    test: center === "median" ? "Brown-Forsythe test" : "Levene's test",
    /** F; infinite values do not occur. */
    statistic,
    /** Degrees of freedom between groups, k − 1. */
    df,
    /** Degrees of freedom within groups, N − k. */
    dfWithin,
    p: fTail(statistic, df, dfWithin),
    ...UNDIRECTED,
  };
}

/**
 * Whether the distances to the centers vary within some group, by more than rounding can bring about.
 *
 * @param groups Each of at least one finite number.
 * @throws {RangeError} If the center is unknown.
 *
 * @example
 * ```ts
 * import { hasDefinedF } from "codebias/statistics/tests/brown_forsythe.ts";
 * import assert from "node:assert/strict";
 * assert.equal(hasDefinedF([[1, 2], [1, 1, 5, 5]], "median"), false);
 * ```
 */
export function hasDefinedF(groups: readonly (readonly number[])[], center: Center): boolean {
  checkChoice("center", center, CENTERS);
  const small = scaled(groups);
  const { within } = partition(distances(small, center));
  const rounding = small.flat().map((value) => (4 * Number.EPSILON * value) ** 2);
  return within > sum(rounding);
}

/** In a unit in which no square leaves the range of numbers; F has no unit. */
function scaled(groups: readonly (readonly number[])[]): number[][] {
  const lists = groups.map((group) => [...group]);
  const unit = scaleOf(lists.flat());
  return lists.map((group) => group.map((value) => value / unit));
}

function distances(groups: readonly (readonly number[])[], center: Center): number[][] {
  return groups.map((group) => {
    const middle = center === "median" ? median(group as number[]) : mean(group);
    return group.map((value) => Math.abs(value - middle));
  });
}

/** Sums of squares between and within groups, with their degrees of freedom. */
function partition(groups: readonly (readonly number[])[]) {
  const means = groups.map(mean);
  const total = groups.flat().length;
  const grand = sum(groups.map((group, at) => group.length * means[at])) / total;
  return {
    between: sum(groups.map((group, at) => group.length * (means[at] - grand) ** 2)),
    within: sum(groups.map((group, at) => sum(group.map((value) => (value - means[at]) ** 2)))),
    df: groups.length - 1,
    dfWithin: total - groups.length,
  };
}
