import assert from "node:assert/strict";
import fc from "fast-check";
import { clusteredMean, clusteredProportion } from "codebias/statistics/mod.ts";
import { tQuantile } from "codebias/statistics/distributions/student_t.ts";
import oracle from "../../oracles/clustered.json" with { type: "json" };
import { agrees, near } from "../agrees.ts";

const counts = fc.array(
  fc.record({ size: fc.integer({ min: 1, max: 9 }), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  {
    minLength: 2,
    maxLength: 30,
  },
).map((some) =>
  some.flatMap(({ size, share }, cluster) =>
    Array.from({ length: size }, (_, at) => ({ cluster, success: at < Math.round(share * size) ? 1 : 0 }))
  )
);
const level = fc.double({ min: 0.01, max: 0.999, noNaN: true });

type Trials = readonly { cluster: number; success: number }[];
const find = (trials: Trials, options?: { level?: number }) =>
  clusteredProportion(trials.map(({ success }) => success), trials.map(({ cluster }) => cluster), options);

Deno.test("clusteredProportion() agrees with statsmodels' errors and roots found by SciPy", () => {
  assert.equal(oracle.proportions.length, 33);
  for (const { successes, labels, level, ...expected } of oracle.proportions) {
    const ours = clusteredProportion(successes, labels, { level });
    for (
      const name of ["value", "low", "high", "designEffect", "effectiveN"] as const
    ) agrees(ours[name], expected[name], name);
  }
});

Deno.test("clusteredProportion() contains the proportion and stays within [0, 1]", () => {
  fc.assert(fc.property(counts, level, (trials, level) => {
    const { low, value, high, designEffect, effectiveN, n } = find(trials, { level });
    assert(0 <= low && low <= value && value <= high && high <= 1 && low < high, `${low} ${value} ${high}`);
    assert(designEffect >= 1 && effectiveN <= n);
    if (value === 0) assert.equal(low, 0);
    if (value === 1) assert.equal(high, 1);
  }));
});

Deno.test("clusteredProportion() is mirrored when successes and failures change places", () => {
  fc.assert(fc.property(counts, (trials) => {
    const one = find(trials);
    const other = find(trials.map(({ cluster, success }) => ({ cluster, success: 1 - success })));
    near(one.low + other.high, 1, 1e-12);
    near(one.high + other.low, 1, 1e-12);
    near(one.designEffect, other.designEffect, 1e-9);
  }));
});

Deno.test("clusteredProportion() does not depend on the order of trials, and takes true for 1", () => {
  fc.assert(fc.property(counts, (trials) => {
    const other = [...trials].reverse();
    const turned = clusteredProportion(
      other.map(({ success }) => success === 1),
      other.map(({ cluster }) => `${cluster}`),
    );
    near(turned.low, find(trials).low, 1e-12);
    near(turned.high, find(trials).high, 1e-12);
  }));
});

Deno.test("clusteredProportion() of independent trials is Wilson's interval with a t quantile", () => {
  const trials = Array.from({ length: 20 }, (_, at) => ({ cluster: at, success: at < 6 ? 1 : 0 }));
  const { low, high, effectiveN } = find(trials);
  near(effectiveN, 20, 1e-12);
  const t = tQuantile(0.025, 19);
  for (const bound of [low, high]) near((0.3 - bound) ** 2, t * t * bound * (1 - bound) / 20, 1e-14);
});

Deno.test("clusteredProportion() counts clusters where all trials agree, so that a success more does not narrow it", () => {
  const trials = (successes: number) =>
    Array.from(
      { length: 100 },
      (_, at) => ({ cluster: Math.floor(at / 5), success: at < successes ? 1 : 0 }),
    );
  assert.equal(find(trials(0)).effectiveN, 20);
  assert.equal(find(trials(100)).effectiveN, 20);
  assert(find(trials(5)).high > find(trials(0)).high);
});

Deno.test("clusteredProportion() is wider than for as many independent trials where clusters agree", () => {
  const trials = Array.from({ length: 60 }, (_, at) => ({ cluster: at % 12, success: at % 12 < 4 ? 1 : 0 }));
  const clustered = find(trials);
  const alone = find(trials.map(({ success }, cluster) => ({ cluster, success })));
  assert(clustered.high - clustered.low > 2 * (alone.high - alone.low));
});

Deno.test("clusteredProportion() nearly is clusteredMean() where clusters are many and the rate is middling", () => {
  const trials = Array.from({ length: 20_000 }, (_, at) => ({
    cluster: at % 2000,
    success: at * 7919 % 1009 < at % 10 * 100 ? 1 : 0,
  }));
  const score = find(trials);
  const plain = clusteredMean(trials.map(({ success }) => success), trials.map(({ cluster }) => cluster));
  near(score.low, plain.low, 1e-4);
  near(score.high, plain.high, 1e-4);
});

Deno.test("clusteredProportion() refuses what it cannot do, and says why", () => {
  const refused = (successes: (boolean | number)[], clusters: string[], message: RegExp, level?: number) =>
    assert.throws(() => clusteredProportion(successes, clusters, { level }), { name: "RangeError", message });
  refused([], [], /the sample has 0 values, at least 2 are needed/);
  refused([1, 0.5], ["s", "t"], /Cannot count 0.5, value 2: it must be true, false, 1 or 0/);
  refused([NaN, 1], ["s", "t"], /Cannot count NaN, value 1/);
  refused([1, 0, 1], ["s", "t"], /Cannot cluster 3 values by 2 names/);
  refused([1, 0], ["s", "s"], /there is 1, at least 2 are needed/);
  refused([1, 0], ["s", "t"], /Cannot use level 1: it must be in/, 1);
});
