import assert from "node:assert/strict";
import fc from "fast-check";
import { newcombe, newcombePaired } from "codebias/statistics/mod.ts";
import type { PairedCounts } from "codebias/statistics/intervals/newcombe.ts";
import oracle from "../../oracles/newcombe.json" with { type: "json" };

const TOLERANCE = 1e-14;

function paired([both, onlyA, onlyB, neither]: readonly number[]): PairedCounts {
  return { both, onlyA, onlyB, neither };
}

const trials = fc.integer({ min: 1, max: 10_000 }).chain((n) =>
  fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n))
);
const cell = fc.integer({ min: 0, max: 300 });
const table = fc.tuple(cell, cell, cell, cell).filter((cells) => cells.some((count) => count > 0));
const level = fc.double({ min: 0.01, max: 0.9999, noNaN: true });

Deno.test("newcombe() agrees with statsmodels", () => {
  assert.equal(oracle.independent.length, 63);
  for (const { counts: [sa, na, sb, nb], level, low, high } of oracle.independent) {
    const ours = newcombe(sa, na, sb, nb, { level });
    const what = `${sa}/${na}, ${sb}/${nb} at ${level}: ${JSON.stringify(ours)}, not ${low} to ${high}`;
    assert(Math.abs(ours.low - low) < TOLERANCE && Math.abs(ours.high - high) < TOLERANCE, what);
  }
});

Deno.test("newcombePaired() agrees with its definition in 40 digits", () => {
  assert.equal(oracle.paired.length, 75);
  for (const { counts, level, low, high } of oracle.paired) {
    const ours = newcombePaired(paired(counts), { level });
    const what = `${counts} at ${level}: ${JSON.stringify(ours)}, not ${low} to ${high}`;
    assert(Math.abs(ours.low - low) < TOLERANCE && Math.abs(ours.high - high) < TOLERANCE, what);
  }
});

Deno.test("newcombe() contains b - a, stays within [-1, 1] and turns round with the groups", () => {
  fc.assert(fc.property(trials, trials, level, ([sa, na], [sb, nb], level) => {
    const { difference, low, high } = newcombe(sa, na, sb, nb, { level });
    assert.equal(difference, sb / nb - sa / na);
    assert(
      -1 - 1e-15 <= low && low <= difference && difference <= high && high <= 1 + 1e-15,
      `[${low}, ${high}]`,
    );
    const turned = newcombe(sb, nb, sa, na, { level });
    assert(Math.abs(turned.low + high) < 1e-15 && Math.abs(turned.high + low) < 1e-15);
  }));
});

Deno.test("newcombePaired() contains b - a, stays within [-1, 1] and turns round with the groups", () => {
  fc.assert(fc.property(table, level, ([both, onlyA, onlyB, neither], level) => {
    const { difference, low, high } = newcombePaired({ both, onlyA, onlyB, neither }, { level });
    assert.equal(difference, (onlyB - onlyA) / (both + onlyA + onlyB + neither));
    assert(
      -1 - 1e-15 <= low && low <= difference && difference <= high && high <= 1 + 1e-15,
      `[${low}, ${high}]`,
    );
    const turned = newcombePaired({ both, onlyA: onlyB, onlyB: onlyA, neither }, { level });
    assert(Math.abs(turned.low + high) < 1e-14 && Math.abs(turned.high + low) < 1e-14);
  }));
});

Deno.test("newcombePaired() turns round when success and failure change places", () => {
  fc.assert(fc.property(table, ([both, onlyA, onlyB, neither]) => {
    const one = newcombePaired({ both, onlyA, onlyB, neither });
    const other = newcombePaired({ both: neither, onlyA: onlyB, onlyB: onlyA, neither: both });
    assert(Math.abs(one.low + other.high) < 1e-13 && Math.abs(one.high + other.low) < 1e-13);
  }));
});

Deno.test("newcombePaired() is newcombe() where the judgements do not correlate, and shorter where they do", () => {
  const { low, high } = newcombe(30, 100, 50, 100);
  const unrelated = newcombePaired({ both: 15, onlyA: 15, onlyB: 35, neither: 35 });
  assert(Math.abs(unrelated.low - low) < 1e-15 && Math.abs(unrelated.high - high) < 1e-15);
  const related = newcombePaired({ both: 28, onlyA: 2, onlyB: 22, neither: 48 });
  assert(related.high - related.low < 0.8 * (high - low));
  const opposed = newcombePaired({ both: 2, onlyA: 28, onlyB: 48, neither: 22 });
  assert(opposed.high - opposed.low > high - low);
});

Deno.test("newcombe() and newcombePaired() use 95 % unless told otherwise and widen with the level", () => {
  assert.deepEqual(newcombe(1, 5, 3, 7), newcombe(1, 5, 3, 7, { level: 0.95 }));
  const counts = paired([3, 1, 4, 2]);
  assert.deepEqual(newcombePaired(counts), newcombePaired(counts, { level: 0.95 }));
  fc.assert(fc.property(trials, trials, table, level, ([sa, na], [sb, nb], cells, level) => {
    const wider = (1 + level) / 2;
    const [narrow, wide] = [newcombe(sa, na, sb, nb, { level }), newcombe(sa, na, sb, nb, { level: wider })];
    assert(wide.low <= narrow.low && narrow.high <= wide.high);
    const [short, long] = [level, wider].map((level) => newcombePaired(paired(cells), { level }));
    assert(long.high - long.low > short.high - short.low);
  }));
});

/** Chance that n pairs give an interval holding the true difference, over all tables that can occur. */
function coverage(
  n: number,
  [pBoth, pA, pB]: readonly number[],
  intervals: Map<string, [number, number]>,
): number {
  const pNeither = 1 - pBoth - pA - pB;
  const log = Array.from({ length: n + 1 }, () => 0);
  for (let k = 1; k <= n; k++) log[k] = log[k - 1] + Math.log(k);
  let total = 0;
  for (const [key, [low, high]] of intervals) {
    const [both, a, b] = key.split(" ").map(Number);
    const neither = n - both - a - b;
    if (!(low <= pB - pA && pB - pA <= high)) continue;
    const ways = log[n] - log[both] - log[a] - log[b] - log[neither];
    total += Math.exp(ways) * pBoth ** both * pA ** a * pB ** b * pNeither ** neither;
  }
  return total;
}

function allIntervals(n: number): Map<string, [number, number]> {
  const intervals = new Map<string, [number, number]>();
  for (let both = 0; both <= n; both++) {
    for (let onlyA = 0; both + onlyA <= n; onlyA++) {
      for (let onlyB = 0; both + onlyA + onlyB <= n; onlyB++) {
        const { low, high } = newcombePaired({ both, onlyA, onlyB, neither: n - both - onlyA - onlyB });
        intervals.set(`${both} ${onlyA} ${onlyB}`, [low, high]);
      }
    }
  }
  return intervals;
}

/** Chances of both, only a and only b for marginal chances of a and b and a correlation; null if there are none. */
function chances(a: number, b: number, phi: number): number[] | null {
  const both = a * b + phi * Math.sqrt(a * (1 - a) * b * (1 - b));
  const cells = [both, a - both, b - both];
  return [...cells, 1 - a - b + both].every((chance) => chance >= 0) ? cells : null;
}

Deno.test("newcombePaired() covers with 93.5 to 99 % where it says 95 %, enumerated for 20 to 40 units", () => {
  const coverages: number[] = [];
  for (const n of [20, 30, 40]) {
    const intervals = allIntervals(n);
    for (const a of [0.2, 0.35, 0.5, 0.65, 0.8]) {
      for (const b of [0.2, 0.35, 0.5, 0.65, 0.8]) {
        for (const phi of [-0.25, 0, 0.25, 0.5]) {
          const cells = chances(a, b, phi);
          if (cells) coverages.push(coverage(n, cells, intervals));
        }
      }
    }
  }
  const mean = coverages.reduce((sum, value) => sum + value, 0) / coverages.length;
  const [least, most] = [Math.min(...coverages), Math.max(...coverages)];
  const what = `${coverages.length} cases: ${least} to ${most}, mean ${mean}`;
  assert(least > 0.935 && most < 0.99 && Math.abs(mean - 0.953) < 0.002, what);
});

Deno.test("newcombe() refuses counts and levels that make no sense, and says why", () => {
  const refusals: [() => unknown, string][] = [
    [() => newcombe(0, 0, 1, 2), "Cannot use 0 as number of trials of a: it must be an integer >= 1"],
    [() => newcombe(1, 2, 0, 0), "Cannot use 0 as number of trials of b: it must be an integer >= 1"],
    [() => newcombe(3, 2, 1, 2), "Cannot use 3 as number of successes of a: it must be an integer in [0, 2]"],
    [
      () => newcombe(1, 2, 0.5, 2),
      "Cannot use 0.5 as number of successes of b: it must be an integer in [0, 2]",
    ],
    [
      () => newcombe(1, 2, NaN, 2),
      "Cannot use NaN as number of successes of b: it must be an integer in [0, 2]",
    ],
    [() => newcombe(1, 2, 1, 2, { level: 95 }), "Cannot use level 95: it must be in (0, 1)"],
  ];
  for (const [refused, message] of refusals) assert.throws(refused, { name: "RangeError", message });
});

Deno.test("newcombePaired() refuses counts and levels that make no sense, and says why", () => {
  const refusals: [() => unknown, string][] = [
    [
      () => newcombePaired(paired([0, 0, 0, 0])),
      "Cannot compare proportions of 0 units: at least 1 is needed",
    ],
    [
      () => newcombePaired(paired([1, -1, 1, 1])),
      "Cannot use -1 as number of units counted as onlyA: it must be an integer >= 0",
    ],
    [
      () => newcombePaired(paired([1, 1, 1, 0.5])),
      "Cannot use 0.5 as number of units counted as neither: it must be an integer >= 0",
    ],
    [
      () => newcombePaired(paired([1, 1, 1, 1]), { level: NaN }),
      "Cannot use level NaN: it must be in (0, 1)",
    ],
  ];
  for (const [refused, message] of refusals) assert.throws(refused, { name: "RangeError", message });
});
