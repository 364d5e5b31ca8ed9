import assert from "node:assert/strict";
import fc from "fast-check";
import { chiSquareTest, goodnessOfFit } from "codebias/statistics/mod.ts";
import oracle from "../../oracles/chi_square.json" with { type: "json" };

const table = fc.integer({ min: 2, max: 5 }).chain((width) =>
  fc.array(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: width, maxLength: width }), {
    minLength: 2,
    maxLength: 5,
  })
);

function assertClose(ours: number, theirs: number, what: string): void {
  assert(ours === theirs || Math.abs(ours / theirs - 1) < 1e-12, `${what}: ${ours}, not ${theirs}`);
}

/** Where the counts are as expected, X² is a sum of rounding errors. */
function assertStatistic(ours: number, theirs: number, what: string): void {
  if (theirs < 1e-20) assert(ours < 1e-20, `${what}: ${ours}`);
  else assertClose(ours, theirs, what);
}

Deno.test("chiSquareTest() agrees with SciPy", () => {
  assert.equal(oracle.independence.length, 44);
  for (const { table, yates, statistic, p, df, expected } of oracle.independence) {
    const ours = chiSquareTest(table, { yates });
    assertStatistic(ours.statistic, statistic, `${JSON.stringify(table)}, ${yates}`);
    assertClose(ours.p, p, `${JSON.stringify(table)}, ${yates}`);
    assert.equal(ours.df, df);
    ours.expected.forEach((row, i) =>
      row.forEach((count, j) => assertClose(count, expected[i][j], "expected"))
    );
  }
  assert(oracle.independence.some(({ p }) => p < 1e-100));
});

Deno.test("goodnessOfFit() agrees with SciPy", () => {
  assert.equal(oracle.fits.length, 20);
  for (const { counts, shares, statistic, p } of oracle.fits) {
    const ours = goodnessOfFit(counts, shares);
    assertStatistic(ours.statistic, statistic, `${counts}`);
    assertClose(ours.p, p, `${counts}`);
    assert.equal(ours.df, counts.length - 1);
  }
  assert(oracle.fits.some(({ p }) => p < 1e-50));
});

Deno.test("chiSquareTest() corrects for continuity with one degree of freedom only, unless told not to", () => {
  const fourfold = [[10, 20], [30, 40]];
  assert.equal(chiSquareTest(fourfold).corrected, true);
  assert.deepEqual(chiSquareTest(fourfold), chiSquareTest(fourfold, { yates: true }));
  assert.equal(chiSquareTest(fourfold, { yates: false }).corrected, false);
  const larger = [[10, 20, 5], [30, 40, 5]];
  assert.equal(chiSquareTest(larger, { yates: true }).corrected, false);
  assert.deepEqual(chiSquareTest(larger, { yates: true }), chiSquareTest(larger, { yates: false }));
});

Deno.test("chiSquareTest() does not change when rows change places or become columns", () => {
  fc.assert(fc.property(table, (table) => {
    const { statistic, p } = chiSquareTest(table);
    const transposed = table[0].map((_, j) => table.map((row) => row[j]));
    assert(Math.abs(chiSquareTest(table.toReversed()).statistic - statistic) <= 1e-9 * (1 + statistic));
    assert(Math.abs(chiSquareTest(transposed).statistic - statistic) <= 1e-9 * (1 + statistic));
    assert(statistic >= 0 && p >= 0 && p <= 1);
  }));
});

Deno.test("chiSquareTest() of a fourfold table without correction is the fit of its counts, at one degree", () => {
  const { statistic } = chiSquareTest([[30, 20], [20, 30]], { yates: false });
  const { statistic: fit } = goodnessOfFit([30, 20, 20, 30], [0.25, 0.25, 0.25, 0.25]);
  assertClose(statistic, fit, "fourfold");
});

Deno.test("chiSquareTest() and goodnessOfFit() give advice where expected counts are below 5", () => {
  assert.equal(chiSquareTest([[10, 10], [10, 10]]).advice, null);
  assert.equal(chiSquareTest([[5, 5], [5, 5]]).advice, null);
  assert.equal(
    chiSquareTest([[8, 2], [1, 5]]).advice,
    "3 of 4 expected counts are below 5, so that p may be off: use Fisher's exact test.",
  );
  assert.equal(
    chiSquareTest([[8, 2, 20], [1, 5, 20]]).advice,
    "4 of 6 expected counts are below 5, so that p may be off: merge rows or columns.",
  );
  assert.equal(goodnessOfFit([5, 5], [0.5, 0.5]).advice, null);
  assert.equal(
    goodnessOfFit([30, 1], [0.9, 0.1]).advice,
    "1 of 2 expected counts are below 5, so that p may be off: merge categories.",
  );
});

Deno.test("goodnessOfFit() has no distance where the counts are as expected", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 2, maxLength: 9 }), (counts) => {
      const n = counts.reduce((s, count) => s + count, 0);
      const { statistic, p, expected } = goodnessOfFit(counts, counts.map((count) => count / n));
      assert(statistic < 1e-20 && p > 1 - 1e-9);
      assert(expected.every((count, i) => Math.abs(count - counts[i]) < 1e-12 * n));
    }),
  );
});

Deno.test("chiSquareTest() refuses tables that are none, and says why", () => {
  const refused: [number[][], string][] = [
    [[], "Cannot test independence: the table must have at least 2 rows and 2 columns"],
    [[[1, 2]], "Cannot test independence: the table must have at least 2 rows and 2 columns"],
    [[[1], [2]], "Cannot test independence: the table must have at least 2 rows and 2 columns"],
    [[[1, 2], [3, 4, 5]], "Cannot test independence: the rows of the table differ in length"],
    [[[1, 2], [3, -1]], "Cannot use -1 as number of units in a cell: it must be an integer >= 0"],
    [[[1, 2], [3, 0.5]], "Cannot use 0.5 as number of units in a cell: it must be an integer >= 0"],
    [[[1, 2], [3, NaN]], "Cannot use NaN as number of units in a cell: it must be an integer >= 0"],
    [[[1, 2], [0, 0]], "Cannot test independence: row 2 of the table is empty; leave it out"],
    [[[0, 1], [0, 2]], "Cannot test independence: column 1 of the table is empty; leave it out"],
  ];
  for (const [table, message] of refused) {
    assert.throws(() => chiSquareTest(table), { name: "RangeError", message });
  }
});

Deno.test("goodnessOfFit() refuses counts and shares that do not fit together, and says why", () => {
  const refused: [number[], number[], string][] = [
    [[1, 2], [1], "Cannot compare 2 counts with 1 shares: each needs its own"],
    [[1], [1], "Cannot compare counts with shares: at least 2 categories are needed"],
    [[1, 2], [0, 1], "Cannot use 0 as a share: it must be in (0, 1)"],
    [[1, 2], [0.5, NaN], "Cannot use NaN as a share: it must be in (0, 1)"],
    [[1, 2], [0.25, 0.5], "Cannot use these shares: they add up to 0.75, not to 1"],
    [[1, -2], [0.5, 0.5], "Cannot use -2 as number of units in a category: it must be an integer >= 0"],
    [[1, 2.5], [0.5, 0.5], "Cannot use 2.5 as number of units in a category: it must be an integer >= 0"],
    [[0, 0], [0.5, 0.5], "Cannot compare counts with shares: all counts are 0"],
  ];
  for (const [counts, shares, message] of refused) {
    assert.throws(() => goodnessOfFit(counts, shares), { name: "RangeError", message });
  }
});
