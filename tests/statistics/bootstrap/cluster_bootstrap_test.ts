import assert from "node:assert/strict";
import fc from "fast-check";
import { percentileBounds } from "codebias/statistics/bootstrap/bootstrap_bounds.ts";
import { clusterBootstrap } from "codebias/statistics/mod.ts";
import { mean } from "codebias/statistics/descriptive.ts";
import oracle from "../../oracles/paired_bootstrap.json" with { type: "json" };
import { near } from "../agrees.ts";

const ROWS = [3, 4, 8, 9, 5, 7, 1, 2, 6, 6];
const TASKS = ["s", "s", "t", "t", "u", "u", "v", "v", "w", "w"];

Deno.test("clusterBootstrap() agrees with NumPy within 5 standard errors of the draws", () => {
  const clustered = oracle.drawn.filter(({ labels }) => labels !== null);
  assert.equal(clustered.length, 9);
  for (const { a, b, labels, level, draws, ...expected } of clustered) {
    const differences = b.map((one, at) => one - a[at]);
    const ours = clusterBootstrap(differences, labels!, mean, { draws, level });
    near(ours.value, expected.statistic, 1e-12);
    const { low, high } = percentileBounds(ours.replicates, { level });
    for (const [name, value] of Object.entries({ low, high, standardError: ours.standardError })) {
      const [least, most] = expected[name as "low" | "high" | "standardError"];
      assert(least < value && value < most, `${name} ${value} is not in [${least}, ${most}]`);
    }
  }
});

Deno.test("clusterBootstrap() draws whole clusters, as many as there are", () => {
  const rows = TASKS.map((task, at) => ({ task, at }));
  clusterBootstrap(rows, TASKS, (drawn) => {
    const counts = new Map<number, number>();
    for (const { at } of drawn) counts.set(at, (counts.get(at) ?? 0) + 1);
    for (let at = 0; at < 10; at += 2) assert.equal(counts.get(at), counts.get(at + 1));
    assert.equal(drawn.length, 10);
    return drawn[0].at;
  }, { draws: 200 });
});

Deno.test("clusterBootstrap() widens the percentile interval of its replicates for the number of clusters", () => {
  const { low, high, replicates } = clusterBootstrap(ROWS, TASKS, mean, { draws: 300, seed: 5, level: 0.9 });
  assert.deepEqual({ low, high }, percentileBounds(replicates, { level: 0.9, units: 5 }));
});

Deno.test("clusterBootstrap() is a function of its seed, and moves with the values", () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: -99, max: 99 }), (seed, by) => {
      const one = clusterBootstrap(ROWS, TASKS, mean, { draws: 100, seed });
      assert.deepEqual(clusterBootstrap(ROWS, TASKS, mean, { draws: 100, seed }), one);
      const moved = clusterBootstrap(ROWS.map((y) => y + by), TASKS, mean, { draws: 100, seed });
      near(moved.low, one.low + by, 1e-9);
      near(moved.standardError, one.standardError, 1e-9);
    }),
    { numRuns: 20 },
  );
  const [one, other] = [1, 2].map((seed) =>
    clusterBootstrap(ROWS, TASKS, mean, { draws: 100, seed }).replicates
  );
  assert.notDeepEqual(one, other);
});

Deno.test("clusterBootstrap() is wider than a bootstrap of rows where clusters agree", () => {
  const rows = Array.from({ length: 100 }, (_, at) => Math.floor(at / 5) % 7);
  const clustered = clusterBootstrap(rows, rows.map((_, at) => Math.floor(at / 5)), mean);
  const alone = clusterBootstrap(rows, [...rows.keys()], mean);
  assert(clustered.standardError > 2 * alone.standardError);
});

Deno.test("clusterBootstrap() gives a share the same interval from a row a cluster as from all rows", () => {
  const rows = ROWS.map((value, at) => ({ task: TASKS[at], hits: Number(value > 4), n: 1 }));
  const share = (given: typeof rows) =>
    given.reduce((hits, one) => hits + one.hits, 0) / given.reduce((n, one) => n + one.n, 0);
  const sums = Map.groupBy(rows, ({ task }) => task).entries().toArray().map(([task, own]) => (
    { task, hits: own.reduce((hits, one) => hits + one.hits, 0), n: own.length }
  ));
  const [all, summed] = [rows, sums].map((given) =>
    clusterBootstrap(given, given.map(({ task }) => task), share, { draws: 200, seed: 3 })
  );
  assert.deepEqual({ ...summed, n: all.n }, all);
});

Deno.test("clusterBootstrap() refuses what it cannot do, and says why", () => {
  const refused = (run: () => unknown, message: RegExp) =>
    assert.throws(run, { name: "RangeError", message });
  refused(() => clusterBootstrap([], [], mean), /there are 0, at least 2 are needed/);
  refused(() => clusterBootstrap([1, 2], ["s"], mean), /Cannot cluster 2 values by 1 names/);
  refused(() => clusterBootstrap([1, 2], ["s", "s"], mean), /there is 1, at least 2 are needed/);
  refused(() => clusterBootstrap(ROWS, TASKS, () => NaN), /the statistic of all rows is NaN/);
  const onlyOnce = (rows: number[]) => new Set(rows).size > 8 ? 1 : NaN;
  refused(
    () => clusterBootstrap(ROWS, TASKS, onlyOnce),
    /Cannot bootstrap: the statistic of resample 1 is NaN/,
  );
  refused(() => clusterBootstrap(ROWS, TASKS, () => 4), /the statistic is 4 in every resample/);
  refused(() => clusterBootstrap(ROWS, TASKS, mean, { draws: 20 }), /20 values, at least 39 are needed/);
  refused(() => clusterBootstrap(ROWS, TASKS, mean, { draws: 0 }), /Cannot use 0 as number of draws/);
  refused(() => clusterBootstrap(ROWS, TASKS, mean, { seed: 0.5 }), /Cannot draw with seed 0.5/);
  refused(() => clusterBootstrap(ROWS, TASKS, mean, { level: 2 }), /Cannot use level 2/);
});
