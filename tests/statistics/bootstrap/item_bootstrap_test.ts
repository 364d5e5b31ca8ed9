import assert from "node:assert/strict";
import { clusterBootstrap } from "codebias/statistics/mod.ts";
import { mean } from "codebias/statistics/descriptive.ts";
import { itemBootstrap } from "codebias/statistics/bootstrap/item_bootstrap.ts";
import { refused } from "../reviewers.ts";

const VALUES = [3, 4, 8, 9, 5, 7, 1, 2, 6, 6];
const meanOf = (items: Uint32Array) => mean([...items].map((item) => VALUES[item]));

Deno.test("itemBootstrap() is clusterBootstrap() of one row each where the statistic is always defined", () => {
  const { low, high, standardError, reason } = itemBootstrap(10, meanOf, {
    resamples: 500,
    seed: 3,
    level: 0.9,
  });
  const clustered = clusterBootstrap(VALUES, [...VALUES.keys()], mean, { draws: 500, seed: 3, level: 0.9 });
  assert.deepEqual([low, high, reason], [clustered.low, clustered.high, null]);
  assert.equal(standardError, clustered.standardError);
});

Deno.test("itemBootstrap() draws again where the statistic is undefined, up to a twentieth of the resamples", () => {
  const every = (share: number) => {
    let calls = 0;
    const found = itemBootstrap(10, (items) => ++calls % share === 0 ? null : meanOf(items), {
      resamples: 400,
    });
    return { found, calls };
  };
  const rare = every(40);
  assert.equal(rare.calls, 410);
  assert(rare.found.low !== null && rare.found.low < 5.1 && rare.found.high! > 5.1);
  const often = every(10);
  assert.deepEqual([often.found.low, often.found.high, often.found.standardError], [null, null, null]);
  assert.match(often.found.reason!, /more than 5 %/);
});

Deno.test("itemBootstrap() has no interval of one item, nor of a statistic that never varies", () => {
  assert.match(itemBootstrap(1, meanOf).reason!, /one item/);
  const constant = itemBootstrap(5, () => 1);
  assert.deepEqual([constant.low, constant.reason], [null, "it is 1 however the items are resampled"]);
  assert.equal(itemBootstrap(5, () => 0).low, null);
});

Deno.test("itemBootstrap() refuses options out of range", () => {
  refused(() => itemBootstrap(5, meanOf, { resamples: 38 }), /Cannot use 38 as number of resamples: .*>= 39/);
  refused(() => itemBootstrap(5, meanOf, { level: 0.99, resamples: 198 }), />= 199/);
  refused(() => itemBootstrap(5, meanOf, { seed: 0.5 }), /seed 0.5/);
  refused(() => itemBootstrap(5, meanOf, { level: 1 }), /level 1/);
});
