import assert from "node:assert/strict";
import {
  clusteredMean,
  clusteredMeanDifference,
  clusteredProportionDifference,
} from "codebias/statistics/mod.ts";
import { mean } from "codebias/statistics/descriptive.ts";
import { tP } from "codebias/statistics/distributions/student_t.ts";
import oracle from "../../oracles/clustered_difference.json" with { type: "json" };
import { near } from "../agrees.ts";

const ALTERNATIVES = ["two-sided", "less", "greater"] as const;

Deno.test("clusteredProportionDifference() agrees with statsmodels' errors and roots found by SciPy", () => {
  assert.equal(oracle.cases.length, 35);
  for (const { a, b, level, low, high, statistic, p } of oracle.cases) {
    for (const alternative of ALTERNATIVES) {
      const ours = clusteredProportionDifference(a, b, { level, alternative });
      near(ours.low, low, 1e-9);
      near(ours.high, high, 1e-9);
      assert.equal(ours.p === null, p === null);
      if (p === null) continue;
      near(ours.statistic!, statistic!, 1e-9);
      near(ours.p!, p[alternative], 1e-9);
    }
  }
});

Deno.test("clusteredProportionDifference() has a reversed sign when the groups change places", () => {
  for (const { a, b, level } of oracle.cases) {
    const [one, other] = [
      clusteredProportionDifference(a, b, { level }),
      clusteredProportionDifference(b, a, { level }),
    ];
    near(one.low, -other.high, 1e-12);
    if (one.p !== null) near(one.p, other.p!, 1e-12);
    assert(one.low >= -1 && one.low <= one.difference && one.difference <= one.high && one.high <= 1);
  }
});

Deno.test("clusteredProportionDifference() refuses a group with one cluster, which says nothing of others", () => {
  const two = { successes: [1, 0, 1, 0], clusters: ["s", "s", "t", "t"] };
  const one = { successes: [1, 0], clusters: ["u", "u"] };
  assert.throws(() => clusteredProportionDifference(two, one), {
    name: "RangeError",
    message: /there is 1, at least 2/,
  });
});

const UNEQUAL = {
  values: [3, 4, 8, 9, 7, 1, 2, 2, 5],
  clusters: ["s", "s", "t", "t", "t", "t", "t", "u", "v"],
};
const EQUAL = { values: [5, 6, 9, 11, 2, 4], clusters: ["w", "w", "x", "x", "y", "y"] };

/** The squared error of a mean, by leaving out each cluster in turn. */
function jackknifed({ values, clusters }: typeof UNEQUAL): number {
  const names = [...new Set(clusters)];
  const without = names.map((name) => mean(values.filter((_, at) => clusters[at] !== name)));
  const squares = without.reduce((sum, one) => sum + (one - mean(values)) ** 2, 0);
  return (names.length - 1) / names.length * squares;
}

Deno.test("clusteredMeanDifference() has the errors of means without each cluster", () => {
  const found = clusteredMeanDifference(UNEQUAL, EQUAL, { alternative: "greater", level: 0.9 });
  near(found.difference, mean(EQUAL.values) - mean(UNEQUAL.values), 1e-12);
  near(found.standardError, Math.sqrt(jackknifed(UNEQUAL) + jackknifed(EQUAL)), 1e-12);
  assert.equal(found.df, 2); // three clusters are the fewest
  near(found.p, tP(found.difference / found.standardError, 2, "greater"), 1e-12);
  near((found.high - found.low) / 2, 2.9199855804 * found.standardError, 1e-9); // the t quantile of 0.95
});

Deno.test("clusteredMeanDifference() has the errors of clusteredMean() where clusters are of one size", () => {
  const turned = {
    values: EQUAL.values.map((value) => 2 * value),
    clusters: EQUAL.clusters.map((name) => `${name} again`),
  };
  const errors = [EQUAL, turned].map(({ values, clusters }) => clusteredMean(values, clusters).standardError);
  near(clusteredMeanDifference(EQUAL, turned).standardError, Math.hypot(...errors), 1e-12);
});

Deno.test("clusteredMeanDifference() takes a group that does not vary, and refuses two, or one cluster", () => {
  const still = { values: [3, 3, 3], clusters: ["a", "b", "b"] };
  // Its two clusters are taken to vary as the three of the other.
  const expected = Math.sqrt(jackknifed(EQUAL) * (1 + 3 / 2));
  near(clusteredMeanDifference(still, EQUAL).standardError, expected, 1e-12);
  near(clusteredMeanDifference(EQUAL, still).standardError, expected, 1e-12);
  const refused = (other: typeof still, message: RegExp) =>
    assert.throws(() => clusteredMeanDifference(still, other), { name: "RangeError", message });
  refused(still, /the clusters do not vary/);
  refused({ values: [1, 2], clusters: ["c", "c"] }, /there is 1, at least 2 are needed/);
  refused({ values: [1], clusters: ["c"] }, /group b has 1 value, at least 2/);
});

Deno.test("clusteredMeanDifference() counts together what a cluster of both groups changes", () => {
  const both = { ...EQUAL, clusters: ["s", "s", "t", "t", "u", "u"] };
  const other = { values: [3, 4, 8, 9, 7, 1], clusters: ["s", "t", "t", "u", "u", "s"] };
  const without = (name: string) =>
    [other, both].map(({ values, clusters }) => mean(values.filter((_, at) => clusters[at] !== name)))
      .reduce((a, b) => b - a);
  const difference = mean(both.values) - mean(other.values);
  const squares = ["s", "t", "u"].reduce((sum, name) => sum + (without(name) - difference) ** 2, 0);
  near(clusteredMeanDifference(other, both).standardError, Math.sqrt(2 / 3 * squares), 1e-12);
});

Deno.test("clusteredMeanDifference() takes what rounding leaves of sums that are 0 for no variation", () => {
  const sides = [[0.1, 0.2, -0.3, 0.3, -0.1, -0.2], [0.7, 0.1, -0.8, -0.7, 0.8, -0.1]].map((
    values,
    side,
  ) => ({
    values,
    clusters: values.map((_, at) => `${side} ${at < 3}`),
  }));
  assert.throws(() => clusteredMeanDifference(sides[0], sides[1]), /the clusters do not vary/);
});
