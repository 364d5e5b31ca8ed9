import assert from "node:assert/strict";
import fc from "fast-check";
import { shapiroWilk } from "codebias/statistics/mod.ts";
import oracle from "../../oracles/shapiro_wilk.json" with { type: "json" };

interface Stored {
  readonly values?: readonly number[];
  readonly n?: number;
  readonly terms?: number;
  readonly squared?: boolean;
}

/** The data of a case; large ones are built from the rule that make_shapiro_wilk.py states. */
function dataOf({ values, n = 0, terms = 0, squared = false }: Stored): readonly number[] {
  if (values) return values;
  const u = (i: number) => (7919 * i % 1009) / 1009;
  return Array.from({ length: n }, (_, at) => {
    const mean = [1, 3, 5].slice(0, terms).reduce((sum, odd) => sum + u(odd * (at + 1)), 0) / terms;
    return squared ? mean * mean : mean;
  });
}

function deviation(ours: number, theirs: number): number {
  return ours === theirs ? 0 : Math.abs(ours - theirs) / Math.abs(theirs);
}

const samples = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 3, maxLength: 60 })
  .filter((values) => new Set(values).size > 1);

Deno.test("shapiroWilk() agrees with SciPy and R", () => {
  assert.equal(oracle.cases.length, 46);
  for (const stored of oracle.cases) {
    const values = dataOf(stored);
    const { statistic, p } = shapiroWilk(values);
    const what = `${values.length} values: W ${statistic}, p ${p}`;
    for (const w of [stored.w, stored.rW]) assert(deviation(statistic, w) < 1e-13, what);
    if (values.length === 3) {
      // Both lose digits here, by 1 − (6/π) arccos √W.
      for (const theirs of [stored.p, stored.rP]) assert(Math.abs(p - theirs) < 1e-13, what);
    } else {
      for (const theirs of [stored.p, stored.rP]) assert(deviation(p, theirs) < 1e-10, what);
    }
  }
});

Deno.test("the cases reach from certain normality far into the tail", () => {
  const ps = oracle.cases.map(({ p }) => p);
  assert(ps.filter((p) => p < 1e-12).length >= 6 && Math.min(...ps) < 1e-40 && Math.max(...ps) === 1);
});

Deno.test("shapiroWilk() is exact for three values", () => {
  assert.equal(shapiroWilk([1, 2, 3]).method, "exact");
  assert(Math.abs(shapiroWilk([1, 2, 3]).p - 1) < 1e-15);
  assert.equal(shapiroWilk([1, 1, 2]).p, 0);
  assert(Math.abs(shapiroWilk([1, 1, 2]).statistic - 0.75) < 1e-15);
  // Gaps of 1 and a million: (6/π) arctan(√3 / 2000001)
  assert(deviation(shapiroWilk([1_000_001, 0, 1]).p, 1.65398585927203301625e-6) < 1e-9);
  assert.equal(shapiroWilk([1, 2, 3, 4]).method, "asymptotic");
});

Deno.test("shapiroWilk() has W in (0, 1] and p in [0, 1]", () => {
  fc.assert(fc.property(samples, (values) => {
    const { statistic, p } = shapiroWilk(values);
    assert(0 < statistic && statistic <= 1 && 0 <= p && p <= 1, `${statistic}, ${p}`);
  }));
});

Deno.test("shapiroWilk() does not depend on order, place, sign and scale", () => {
  const change = fc.record({
    place: fc.integer({ min: -1e6, max: 1e6 }),
    scale: fc.integer({ min: 1, max: 1000 }),
  });
  fc.assert(fc.property(samples, change, (values, { place, scale }) => {
    const { statistic, p } = shapiroWilk(values);
    for (const sign of [1, -1]) {
      const other = shapiroWilk(values.toReversed().map((value) => sign * scale * value + place));
      assert(
        Math.abs(other.statistic - statistic) < 1e-12 && Math.abs(other.p - p) < 1e-9,
        `${p}, ${other.p}`,
      );
    }
  }));
});

Deno.test("shapiroWilk() leaves its argument as it is", () => {
  const values = [3, 1, 2, 9];
  shapiroWilk(values);
  assert.deepEqual(values, [3, 1, 2, 9]);
});

Deno.test("shapiroWilk() refuses what it cannot test, and says why", () => {
  const refusals: [number[], RegExp][] = [
    [[], /^Cannot compute this: the sample has 0 values, at least 3 are needed$/],
    [[1, 2], /^Cannot compute this: the sample has 2 values, at least 3 are needed$/],
    [[1, 2, NaN], /^Cannot compute with NaN: value 3 of the sample is NaN/],
    [[1, 2, -Infinity], /^Cannot compute with -Infinity: value 3 of the sample is -Infinity/],
    [[7, 7, 7, 7], /^Cannot compute this: all values of the sample are the same, they must vary$/],
    [[0.3, 0.1 + 0.2, 0.3], /^Cannot compute this: all values of the sample are the same, they must vary$/],
    [
      Array.from({ length: 5001 }, (_, at) => at),
      /^Cannot test 5001 values for normality: Royston's p holds for at most 5000$/,
    ],
  ];
  for (const [values, message] of refusals) {
    assert.throws(() => shapiroWilk(values), { name: "RangeError", message });
  }
});
