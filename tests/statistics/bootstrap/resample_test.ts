import assert from "node:assert/strict";
import fc from "fast-check";
import { indexDrawer, resamples } from "codebias/statistics/bootstrap/resample.ts";
import { chiSquareP } from "../../calibration/near.ts";

const copies = (all: Iterable<Uint32Array>) => Array.from(all, (indices) => [...indices]);

Deno.test("indexDrawer() draws each unit equally often, at every place", () => {
  const n = 7;
  const draw = indexDrawer(n, 1);
  const counts = new Map<string, number>();
  for (let drawn = 0; drawn < 20_000; drawn++) {
    for (const [at, index] of draw().entries()) {
      counts.set(`${at} ${index}`, (counts.get(`${at} ${index}`) ?? 0) + 1);
    }
  }
  assert.equal(counts.size, n * n);
  const p = chiSquareP(counts, new Map([...counts.keys()].map((name) => [name, 1 / (n * n)])));
  assert(p > 1e-4 && p < 1 - 1e-4, `${p}`);
});

Deno.test("indexDrawer() draws pairs of units independently, also for seeds that follow each other", () => {
  const counts = new Map<string, number>();
  for (let seed = 0; seed < 5000; seed++) {
    const [first, second] = indexDrawer(5, seed)();
    counts.set(`${first} ${second}`, (counts.get(`${first} ${second}`) ?? 0) + 1);
  }
  const p = chiSquareP(counts, new Map([...counts.keys()].map((name) => [name, 1 / 25])));
  assert(counts.size === 25 && p > 1e-4, `${p}`);
});

Deno.test("indexDrawer() is a function of its seed", () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 50 }), fc.maxSafeInteger(), (n, seed) => {
    const [one, other] = [indexDrawer(n, seed), indexDrawer(n, seed)];
    for (let drawn = 0; drawn < 3; drawn++) {
      const indices = [...one()];
      assert.deepEqual([...other()], indices);
      assert(indices.length === n && indices.every((index) => index < n));
    }
  }));
  assert.notDeepEqual([...indexDrawer(50, 1)()], [...indexDrawer(50, 2)()]);
  assert.deepEqual([...indexDrawer(10, 1)()], PINNED);
});

Deno.test("resamples() draws as many as are asked", () => {
  const draw = indexDrawer(4, 9);
  assert.deepEqual(copies(resamples(4, { draws: 2, seed: 9 })), [[...draw()], [...draw()]]);
});

Deno.test("resample refuses what it cannot draw, and says why", () => {
  const refused = (run: () => unknown, message: RegExp) =>
    assert.throws(run, { name: "RangeError", message });
  refused(() => indexDrawer(0, 1), /Cannot use 0 as number of units/);
  refused(() => indexDrawer(2.5, 1), /Cannot use 2.5 as number of units/);
  refused(() => indexDrawer(2, 0.5), /Cannot draw with seed 0.5: it must be an integer/);
  refused(() => copies(resamples(3, { draws: 0, seed: 1 })), /Cannot use 0 as number of draws/);
  refused(() => copies(resamples(3, { draws: 1.5, seed: 1 })), /Cannot use 1.5 as number of draws/);
});

/** Drawn once; a change means that stored intervals could not be drawn again. */
const PINNED: readonly number[] = [8, 7, 6, 7, 3, 0, 3, 2, 9, 9];
