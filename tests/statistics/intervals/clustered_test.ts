import assert from "node:assert/strict";
import fc from "fast-check";
import { clusteredMean, clusteredSlope } from "codebias/statistics/mod.ts";
import { clusterNumbers } from "codebias/statistics/intervals/clusters.ts";
import type { Alternative } from "codebias/statistics/checks.ts";
import oracle from "../../oracles/clustered.json" with { type: "json" };
import { agrees, near } from "../agrees.ts";

const ALTERNATIVES: readonly Alternative[] = ["two-sided", "greater", "less"];

/** The data of a case: stored, or by the rule of the oracle's script. */
function dataOf(one: { x?: number[]; y?: number[]; labels?: number[]; built?: number[] }) {
  if (one.built === undefined) return { x: one.x ?? [], y: one.y!, labels: one.labels! };
  const [n, clusters] = one.built;
  const numbers = Array.from({ length: n }, (_, i) => i);
  const labels = numbers.map((i) => i * 31 % clusters);
  const x = numbers.map((i) => i * 13 % 7 / 10);
  const y = numbers.map((i) => i * 7919 % 1009 / 1009 + labels[i] * 37 % clusters / clusters + x[i] / 50);
  return { x, y, labels };
}

const rows = fc.array(
  fc.record({ x: fc.integer({ min: -9, max: 9 }), y: fc.integer({ min: -99, max: 99 }) }),
  {
    minLength: 6,
    maxLength: 40,
  },
).map((rows) => rows.map((row, at) => ({ ...row, cluster: at % 5 })))
  .filter((rows) => new Set(rows.map(({ x }) => x)).size > 2 && new Set(rows.map(({ y }) => y)).size > 2);

type Rows = readonly { x: number; y: number; cluster: number }[];
const xs = (rows: Rows) => rows.map(({ x }) => x);
const ys = (rows: Rows) => rows.map(({ y }) => y);
const clusters = (rows: Rows) => rows.map(({ cluster }) => cluster);

/** What the function gives, or undefined where these data leave it nothing to give. */
function unlessRefused<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof RangeError && /do not vary/.test(error.message)) return undefined;
    throw error;
  }
}

Deno.test("clusteredMean() agrees with statsmodels", () => {
  assert.equal(oracle.means.length, 24);
  for (const one of oracle.means) {
    const { y, labels } = dataOf(one);
    const ours = clusteredMean(y, labels, { level: one.level });
    for (
      const name of ["value", "standardError", "low", "high", "designEffect", "effectiveN"] as const
    ) agrees(ours[name], one[name], name);
    assert.deepEqual([ours.n, ours.clusters, ours.df], [one.n, one.clusters, one.df]);
    assert.equal(ours.level, one.level);
  }
});

Deno.test("clusteredSlope() agrees with statsmodels, also where p is below 1e-30", () => {
  assert.equal(oracle.slopes.length, 24);
  for (const one of oracle.slopes) {
    const { x, y, labels } = dataOf(one);
    for (const alternative of ALTERNATIVES) {
      const ours = clusteredSlope(x, y, labels, { level: one.level, alternative });
      for (
        const name of ["slope", "intercept", "standardError", "low", "high", "statistic"] as const
      ) agrees(ours[name], one[name], name);
      agrees(ours.p, one.p[alternative], `p, ${alternative}`);
      assert.deepEqual([ours.n, ours.clusters, ours.df], [one.n, one.clusters, one.df]);
    }
  }
  assert(oracle.slopes.some(({ p }) => p["two-sided"] < 1e-30));
});

Deno.test("clusteredMean() of values that are clusters of their own is the mean with its usual interval", () => {
  fc.assert(fc.property(rows, (rows) => {
    const { designEffect, effectiveN, n } = clusteredMean(ys(rows), rows.map((_, at) => `${at}`));
    near(designEffect, 1, 1e-12);
    near(effectiveN, n, 1e-9);
  }));
});

Deno.test("clusteredMean() has the design effect of the repetition where values only repeat", () => {
  const once = [1, 5, 2, 8, 4, 4];
  const plain = clusteredMean(once, [1, 2, 3, 4, 5, 6]);
  const times = 50;
  const repeated = clusteredMean(
    once.flatMap((y) => new Array(times).fill(y)),
    [1, 2, 3, 4, 5, 6].flatMap((c) => new Array(times).fill(c)),
  );
  near(repeated.standardError, plain.standardError, 1e-12);
  near(repeated.low, plain.low, 1e-12);
  near(repeated.designEffect, (6 * times - 1) / 5, 1e-9);
});

Deno.test("clusteredMean() and clusteredSlope() do not depend on the order of rows or the names of clusters", () => {
  fc.assert(fc.property(rows, fc.integer(), (rows, salt) => {
    const order = (row: Rows[number]) => (row.x * 31 + row.y * 17 + salt) % 101;
    const other = [...rows].sort((a, b) => order(a) - order(b));
    const named = other.map(({ cluster }) => `task/${(cluster + 3) % 5}`);
    const one = unlessRefused(() => clusteredMean(ys(rows), clusters(rows)));
    if (one !== undefined) {
      const same = clusteredMean(ys(other), named);
      near(same.low, one.low, 1e-9);
      near(same.high, one.high, 1e-9);
    }
    const slope = unlessRefused(() => clusteredSlope(xs(rows), ys(rows), clusters(rows)));
    if (slope !== undefined) near(clusteredSlope(xs(other), ys(other), named).low, slope.low, 1e-8);
  }));
});

Deno.test("clusteredMean() moves and scales with the values, and contains the mean", () => {
  fc.assert(fc.property(rows, fc.integer({ min: -50, max: 50 }), (rows, by) => {
    const one = unlessRefused(() => clusteredMean(ys(rows), clusters(rows)));
    if (one === undefined) return;
    assert(one.low < one.value && one.value < one.high);
    const moved = clusteredMean(ys(rows).map((y) => y + by), clusters(rows));
    near(moved.low, one.low + by, 1e-9);
    near(moved.designEffect, one.designEffect, 1e-9);
    const scaled = clusteredMean(ys(rows).map((y) => -3 * y), clusters(rows));
    near(scaled.low, -3 * one.high, 1e-9);
  }));
});

Deno.test("clusteredSlope() changes its sign with x, and its p-values add up", () => {
  fc.assert(fc.property(rows, (rows) => {
    const one = unlessRefused(() => clusteredSlope(xs(rows), ys(rows), clusters(rows)));
    if (one === undefined) return;
    assert(one.low < one.slope && one.slope < one.high && one.p >= 0 && one.p <= 1);
    const turned = clusteredSlope(xs(rows).map((x) => 1 - x), ys(rows), clusters(rows));
    near(turned.statistic, -one.statistic, 1e-7 * (1 + Math.abs(one.statistic)));
    near(turned.p, one.p, 1e-9);
    const [greater, less] = (["greater", "less"] as const).map((alternative) =>
      clusteredSlope(xs(rows), ys(rows), clusters(rows), { alternative })
    );
    near(greater.p + less.p, 1, 1e-12);
    near(Math.min(1, 2 * Math.min(greater.p, less.p)), one.p, 1e-12);
    assert.deepEqual([greater.low, less.high], [one.low, one.high]);
  }));
});

Deno.test("clusteredSlope() of two groups is the difference of their means, b - a", () => {
  const a = [1, 4, 2, 2];
  const b = [3, 9, 5];
  const { slope, intercept } = clusteredSlope([0, 0, 0, 0, 1, 1, 1], [...a, ...b], [
    "s",
    "t",
    "u",
    "v",
    "s",
    "t",
    "u",
  ]);
  near(slope, 17 / 3 - 9 / 4, 1e-12);
  near(intercept, 9 / 4, 1e-12);
});

Deno.test("clusterNumbers() keeps the number 1 and the text 1 apart by refusing to mix them", () => {
  assert.deepEqual(clusterNumbers([4, 2, 4, 7], 4), { numbers: [0, 1, 0, 2], count: 3 });
  assert.throws(() => clusterNumbers([1, "1"], 2), {
    name: "RangeError",
    message: "Cannot use 1 as a cluster: clusters must be all strings or all numbers",
  });
  assert.throws(() => clusterNumbers([NaN, 1], 2), /Cannot use NaN as a cluster/);
});

Deno.test("clusteredMean() refuses what it cannot do, and says why", () => {
  const refused = (values: number[], clusters: (string | number)[], message: RegExp, level?: number) =>
    assert.throws(() => clusteredMean(values, clusters, { level }), { name: "RangeError", message });
  refused([], [], /the sample has 0 values, at least 2 are needed/);
  refused([1], ["x"], /the sample has 1 value, at least 2/);
  refused([1, NaN], ["x", "y"], /value 2 of the sample is NaN/);
  refused([1, 2, 3], ["x", "y"], /Cannot cluster 3 values by 2 names: each value needs its cluster/);
  refused([1, 2, 3], ["x", "x", "x"], /Cannot tell how clusters vary: there is 1, at least 2 are needed/);
  refused([2, 2, 2], ["x", "y", "z"], /the clusters do not vary around the estimate/);
  refused([0.1, 0.7, 0.7, 0.1, 0.1, 0.7], ["x", "x", "y", "y", "z", "z"], /the clusters do not vary/);
  refused([1e200, -1e200, 3], ["x", "y", "z"], /the values are too large/);
  refused([1, 2, 3], ["x", "y", "z"], /Cannot use level 95/, 95);
});

Deno.test("clusteredSlope() refuses what it cannot do, and says why", () => {
  const refused = (x: number[], y: number[], clusters: string[], message: RegExp, level?: number) =>
    assert.throws(() => clusteredSlope(x, y, clusters, { level }), { name: "RangeError", message });
  const names = ["s", "t", "u"];
  refused([0, 1], [1, 2, 3], names, /Cannot pair 2 values with 3/);
  refused([0, 1], [1, 2], ["s", "t"], /x has 2 values, at least 3 are needed/);
  refused([1, 1, 1], [1, 2, 4], names, /Cannot fit a slope: x is 1 throughout, it must vary/);
  refused([0, 1, 1], [1, 2, Infinity], names, /value 3 of y is Infinity/);
  refused([0, 1, 1], [1, 2, 4], ["s", "s", "s"], /there is 1, at least 2 are needed/);
  refused([0.1, 0.2, 0.3], [0.3, 0.5, 0.7], names, /the clusters do not vary around the estimate/);
  refused([0, 1, 1], [3, 3, 3], names, /the clusters do not vary around the estimate/);
  refused([0, 1, 1], [1, 2, 4], names, /Cannot use level 0/, 0);
});
