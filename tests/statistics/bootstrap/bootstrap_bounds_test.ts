import assert from "node:assert/strict";
import fc from "fast-check";
import { percentileBounds } from "codebias/statistics/bootstrap/bootstrap_bounds.ts";
import oracle from "../../oracles/paired_bootstrap.json" with { type: "json" };
import { agrees, near } from "../agrees.ts";

/** As in the oracle's script. */
const SHAPES: Readonly<Record<string, (x: number) => number>> = {
  uniform: (x) => x,
  exponential: (x) => -Math.log(x),
  square: (x) => x * x - 0.3,
  logit: (x) => Math.log(x / (1 - x)),
  coarse: (x) => Math.floor(8 * x),
};
const replicatesOf = (shape: string, count: number) =>
  Array.from({ length: count }, (_, at) => SHAPES[shape]((at * 7919 % 1009 + 0.5) / 1009));

const NINETY = { level: 0.9 };
const lists = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 40, maxLength: 200 })
  .filter((list) => new Set(list).size > 10);

Deno.test("percentileBounds() agree with NumPy on the same replicates", () => {
  assert.equal(oracle.bounds.length, 25);
  for (const { shape, count, jackknife, level, percentile, expanded } of oracle.bounds) {
    const replicates = replicatesOf(shape, count);
    const check = ({ low, high }: { low: number; high: number }, expected: number[], what: string) => {
      agrees(low, expected[0], `low, ${what} of ${count} ${shape}`, 1e-14);
      agrees(high, expected[1], `high, ${what} of ${count} ${shape}`, 1e-14);
    };
    check(percentileBounds(replicates, { level }), percentile, "percentile");
    check(percentileBounds(replicates, { level, units: jackknife.length }), expanded, "expanded");
  }
});

Deno.test("percentileBounds() follow the replicates when they move, scale or turn", () => {
  fc.assert(fc.property(lists, fc.integer({ min: -99, max: 99 }), (list, by) => {
    const { low, high } = percentileBounds(list, NINETY);
    assert(Math.min(...list) <= low && low <= high && high <= Math.max(...list));
    const turned = percentileBounds(list.map((one) => by - 2 * one), NINETY);
    near(turned.low, by - 2 * high, 1e-9);
    near(turned.high, by - 2 * low, 1e-9);
    assert.deepEqual(percentileBounds([...list].reverse(), NINETY), { low, high });
  }));
});

Deno.test("percentileBounds() widen with the level, and for few units", () => {
  fc.assert(fc.property(lists, fc.integer({ min: 2, max: 50 }), (list, units) => {
    const plain = percentileBounds(list, { level: 0.8 });
    const wider = percentileBounds(list, { level: 0.9 });
    assert(wider.low <= plain.low && plain.high <= wider.high);
    const expanded = percentileBounds(list, { level: 0.8, units });
    assert(expanded.low <= plain.low && plain.high <= expanded.high);
  }));
  const replicates = replicatesOf("uniform", 1009);
  assert(percentileBounds(replicates, { units: 5 }).low < percentileBounds(replicates, { units: 20 }).low);
  near(percentileBounds(replicates, { units: 1e7 }).low, percentileBounds(replicates).low, 1e-6);
});

Deno.test("bounds are refused where they cannot be found, and why is said", () => {
  const replicates = replicatesOf("uniform", 100);
  const refused = (run: () => unknown, message: RegExp) =>
    assert.throws(run, { name: "RangeError", message });
  refused(
    () => percentileBounds(replicates.slice(0, 38)),
    /the list of replicates has 38 values, at least 39 are/,
  );
  refused(() => percentileBounds(replicates, { level: 0.99 }), /has 100 values, at least 199 are needed/);
  refused(() => percentileBounds([...replicates, NaN]), /value 101 of the list of replicates is NaN/);
  refused(
    () => percentileBounds(new Array(50).fill(3)),
    /Cannot give an interval: the statistic is 3 in every/,
  );
  refused(() => percentileBounds(replicates, { level: 95 }), /Cannot use level 95/);
});
