import assert from "node:assert/strict";
import fc from "fast-check";
import type { Alternative } from "codebias/statistics/checks.ts";

import { pearson, spearman } from "codebias/statistics/mod.ts";
import oracle from "../oracles/correlation.json" with { type: "json" };

const TOLERANCE = 1e-10;

interface Stored {
  readonly x?: readonly number[];
  readonly y?: readonly number[];
  readonly n?: number;
  readonly w?: number;
}

interface Expected {
  readonly r: number;
  readonly t: number;
  readonly p: number;
  readonly low: number;
  readonly high: number;
}

/** The data of a case; large ones are built from the rule that make_correlation.py states. */
function dataOf({ x, y, n = 0, w = 0 }: Stored): [number[], number[]] {
  if (x && y) return [[...x], [...y]];
  const built = Array.from({ length: n }, (_, at) => (7919 * (at + 1) % 1009) / 1009);
  return [built, built.map((value, at) => w * value + (104729 * (at + 1) % 997) / 997)];
}

function deviation(ours: number, theirs: number): number {
  return ours === theirs ? 0 : Math.abs(ours - theirs) / Math.abs(theirs);
}

/** Coefficients and bounds may lie near 0, where only their absolute precision counts. */
function worst(ours: ReturnType<typeof pearson>, theirs: Expected): number {
  const { r, statistic, p, interval } = ours;
  const near = [[r, theirs.r], [interval.low, theirs.low], [interval.high, theirs.high]]
    .map(([a, b]) => Math.abs(a - b) / Math.max(0.01, Math.abs(b)));
  return Math.max(
    deviation(p, theirs.p),
    Math.abs(statistic - theirs.t) / Math.max(0.01, Math.abs(theirs.t)),
    ...near,
  );
}

/** Distinct multiples of 1/8, so that sums and shifts are exact. */
const value = fc.integer({ min: -800, max: 800 }).map((eighths) => eighths / 8);
const pairs = fc.array(fc.tuple(value, value), { minLength: 4, maxLength: 40 }).filter((rows) =>
  [0, 1].every((column) => new Set(rows.map((row) => row[column])).size > 1)
);
const columns = pairs.map((rows): [number[], number[]] => [rows.map(([x]) => x), rows.map(([, y]) => y)]);
const alternative = fc.constantFrom<Alternative>("two-sided", "less", "greater");
const MEASURES = { pearson, spearman };

Deno.test("pearson() and spearman() agree with SciPy", () => {
  assert.equal(oracle.data.length, 28);
  assert.equal(oracle.cases.length, 84);
  for (const { data, alternative, level, ...expected } of oracle.cases) {
    const [x, y] = dataOf(oracle.data[data]);
    const options = { alternative: alternative as Alternative, level };
    for (const name of ["pearson", "spearman"] as const) {
      const ours = MEASURES[name](x, y, options);
      const off = worst(ours, expected[name]);
      assert(off < TOLERANCE, `${name}, data ${data}, ${alternative}: ${off}, ${JSON.stringify(ours)}`);
      assert.equal(ours.df, x.length - 2);
    }
  }
});

Deno.test("the cases reach far into the tails", () => {
  const ps = oracle.cases.flatMap(({ pearson, spearman }) => [pearson.p, spearman.p]);
  assert(ps.filter((p) => p < 1e-12).length > 10);
  assert(Math.min(...ps) < 1e-40);
});

Deno.test("pearson() keeps its digits where r is nearly 1", () => {
  const x = Array.from({ length: 20 }, (_, at) => at);
  const y = x.map((value) => value + (value % 2) * 2 ** -20);
  // 1 - r^2 is 6.8e-15; t from exact fractions
  const { statistic, r, interval } = pearson(x, y);
  assert(deviation(statistic, 51499242.884087248) < TOLERANCE, `${statistic}`);
  assert(interval.low < r && r <= interval.high && interval.high <= 1);
});

Deno.test("pearson() and spearman() are 1 or -1 for lines, and p about 0", () => {
  for (const measure of [pearson, spearman]) {
    const up = measure([1, 2, 3, 4], [10, 20, 30, 40]);
    const down = measure([1, 2, 3, 4], [4, 3, 2, 1]);
    assert.deepEqual([up.r, up.interval.low, up.interval.high], [1, 1, 1]);
    assert.deepEqual([down.r, down.interval.low, down.interval.high], [-1, -1, -1]);
    assert(up.p < 1e-14 && up.statistic > 1e7 && down.p < 1e-14 && down.statistic < -1e7);
    assert.equal(measure([1, 2, 3, 4], [10, 20, 30, 40], { alternative: "less" }).p, 1);
  }
  assert.deepEqual([spearman([1, 2, 3], [1, 4, 9]).statistic, spearman([1, 2, 3], [1, 4, 9]).p], [
    Infinity,
    0,
  ]);
});

Deno.test("spearman() sees only the order, pearson() the values", () => {
  fc.assert(fc.property(columns, ([x, y]) => {
    assert.deepEqual(
      spearman(x.map((value) => Math.atan(value)), y.map((value) => value ** 3)),
      spearman(x, y),
    );
  }));
  assert(pearson([1, 2, 3, 4], [1, 10, 100, 1000]).r < 0.9);
});

for (const [name, measure] of Object.entries(MEASURES)) {
  Deno.test(`${name}() has its coefficient within the interval, and p in [0, 1]`, () => {
    const level = fc.double({ min: 0.5, max: 0.999, noNaN: true });
    fc.assert(fc.property(columns, alternative, level, ([x, y], alternative, level) => {
      const { r, p, n, interval } = measure(x, y, { alternative, level });
      assert(-1 <= interval.low && interval.low <= r && r <= interval.high && interval.high <= 1);
      assert(0 <= p && p <= 1);
      assert.equal(n, x.length);
      assert.equal(interval.level, level);
    }));
  });

  Deno.test(`${name}() is the same with x and y exchanged, and flips when one is negated`, () => {
    fc.assert(fc.property(columns, ([x, y]) => {
      const one = measure(x, y);
      const exchanged = measure(y, x);
      const negated = measure(x, y.map((value) => -value));
      for (const other of [exchanged, negated]) assert(Math.abs(other.p - one.p) < 1e-12);
      assert(Math.abs(exchanged.r - one.r) < 1e-14);
      assert(Math.abs(negated.r + one.r) < 1e-14);
      assert(Math.abs(negated.interval.low + one.interval.high) < 1e-12);
    }));
  });

  Deno.test(`${name}() does not depend on order, place and scale`, () => {
    fc.assert(fc.property(columns, ([x, y]) => {
      const { r } = measure(x, y);
      assert(Math.abs(measure(x.toReversed(), y.toReversed()).r - r) < 1e-14);
      assert(Math.abs(measure(x.map((value) => 3 * value + 1000), y).r - r) < 1e-12);
    }));
  });

  Deno.test(`${name}() has one-sided p-values that add up to 1, the smaller half the two-sided`, () => {
    fc.assert(fc.property(columns, ([x, y]) => {
      const [both, less, greater] = (["two-sided", "less", "greater"] as const)
        .map((alternative) => measure(x, y, { alternative }));
      assert(Math.abs(less.p + greater.p - 1) < 1e-12);
      assert(Math.abs(2 * Math.min(less.p, greater.p) - both.p) < 1e-12);
      assert.deepEqual(less.interval, both.interval);
      assert.equal(both.r > 1e-12, greater.p < less.p - 1e-12);
    }));
  });

  Deno.test(`${name}() says nothing of the interval from three pairs`, () => {
    const { low, high } = measure([1, 2, 3], [2, 1, 3]).interval;
    assert.deepEqual([low, high], [-1, 1]);
  });

  Deno.test(`${name}() refuses what it cannot correlate, and says why`, () => {
    const refusals: [number[], number[], RegExp][] = [
      [[1, 2, 3], [1, 2], /^Cannot pair 3 values with 2: each needs its partner$/],
      [[], [], /^Cannot compute this: x has 0 values, at least 3 are needed$/],
      [[1, 2], [1, 2], /^Cannot compute this: x has 2 values, at least 3 are needed$/],
      [[1, 2, NaN], [1, 2, 3], /^Cannot compute with NaN: value 3 of x is NaN/],
      [[1, 2, 3], [1, Infinity, 3], /^Cannot compute with Infinity: value 2 of y is Infinity/],
      [[5, 5, 5], [1, 2, 3], /^Cannot compute this: all values of x are the same, they must vary$/],
      [[1, 2, 3], [5, 5, 5], /^Cannot compute this: all values of y are the same, they must vary$/],
    ];
    for (const [x, y, message] of refusals) {
      assert.throws(() => measure(x, y), { name: "RangeError", message });
    }
    for (const level of [0, 1, 95, NaN]) {
      assert.throws(() => measure([1, 2, 3], [1, 3, 2], { level }), {
        name: "RangeError",
        message: `Cannot use level ${level}: it must be in (0, 1)`,
      });
    }
  });
}

Deno.test("pearson() refuses values that differ by rounding only, and copes with huge and tiny ones", () => {
  assert.throws(() => pearson([0.3, 0.1 + 0.2, 0.3], [1, 2, 3]), /all values of x are the same/);
  const { r } = pearson([1, 3, 2, 4], [1, 2, 3, 4]);
  for (const scale of [1e-300, 1e300]) {
    assert(Math.abs(pearson([1, 3, 2, 4].map((value) => value * scale), [1, 2, 3, 4]).r - r) < 1e-14);
  }
});
