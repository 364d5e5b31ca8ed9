import assert from "node:assert/strict";
import { clusteredProportionDifference } from "codebias/statistics/mod.ts";
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
    message: /there are 1, at least 2/,
  });
});
