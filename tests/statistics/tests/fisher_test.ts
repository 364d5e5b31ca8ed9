import assert from "node:assert/strict";
import fc from "fast-check";
import { fisher, fisherExact } from "codebias/statistics/mod.ts";
import type { FourfoldTable } from "codebias/statistics/tests/fisher.ts";
import oracle from "../../oracles/fisher.json" with { type: "json" };

const ALTERNATIVES = ["two-sided", "less", "greater"] as const;

const table = fc.tuple(fc.nat(60), fc.nat(60), fc.nat(60), fc.nat(60))
  .filter(([a, b, c, d]) => a + b > 0 && c + d > 0 && a + c > 0 && b + d > 0);

function assertClose(ours: number, theirs: number, what: string, share = 1e-11): void {
  assert(ours === theirs || Math.abs(ours / theirs - 1) < share, `${what}: ${ours}, not ${theirs}`);
}

Deno.test("fisherExact() agrees with SciPy and with counting in integers", () => {
  assert.equal(oracle.cases.length, 31);
  for (const { table, oddsRatio, p } of oracle.cases) {
    for (const alternative of ALTERNATIVES) {
      const ours = fisherExact(table as unknown as FourfoldTable, { alternative });
      assertClose(ours.oddsRatio, oddsRatio ?? Infinity, `${table}`);
      assert.equal(ours.statistic, ours.oddsRatio);
      assertClose(ours.p, p[alternative], `${table}, ${alternative}`);
    }
  }
  assert(oracle.cases.some(({ p }) => p["two-sided"] < 1e-20));
});

Deno.test("fisherExact() agrees with sums to 50 digits for billions of units", () => {
  assert.equal(oracle.huge.length, 6);
  for (const { table, oddsRatio, p } of oracle.huge) {
    for (const alternative of ALTERNATIVES) {
      const ours = fisherExact(table as unknown as FourfoldTable, { alternative });
      assertClose(ours.p, p[alternative], `${table}, ${alternative}`);
      assertClose(ours.oddsRatio, oddsRatio, `${table}`);
    }
  }
});

Deno.test("fisherExact() takes as many as 10^13 units and refuses more", () => {
  const most = fisherExact([[2.5e12, 2.5e12], [2.5e12, 2.5e12]], { alternative: "less" });
  // One half and half of the probability of the mode, which is 1 / √(2π variance) with the variance N / 16.
  assertClose(most.p - 0.5, 0.5 / Math.sqrt(2 * Math.PI * 1e13 / 16), "the mode", 1e-5);
  const message =
    "Cannot compute an exact p for a table of 18000000000000002 units: there must be at most 10000000000000; use chiSquareTest()";
  assert.throws(() => fisherExact([[9e15, 1], [1, 9e15]]), { name: "RangeError", message });
  assert.throws(() => fisherExact([[5e12, 1], [1, 5e12]]), /^RangeError: .* a table of 10000000000002 units/);
});

Deno.test("fisherExact() counts tables that are exactly as probable on the other side", () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 20_000 }), fc.nat(60), (n, off) => {
    const k = Math.max(0, Math.floor(n / 2) - off);
    const { p } = fisherExact([[k, n - k], [n - k, k]]);
    const less = fisherExact([[k, n - k], [n - k, k]], { alternative: "less" }).p;
    assertClose(p, Math.min(1, 2 * less), `${k} of ${n}`);
  }));
});

Deno.test("fisherExact() takes large tables and vanishing p", () => {
  const even = fisherExact([[500_000_000, 500_000_000], [500_000_000, 500_000_000]]);
  assert.deepEqual([even.p, even.oddsRatio], [1, 1]);
  const opposite = fisherExact([[100_000, 0], [0, 100_000]]);
  assert.deepEqual([opposite.p, opposite.oddsRatio], [0, Infinity]);
  assert.equal(fisherExact([[100_000, 0], [0, 100_000]], { alternative: "less" }).p, 1);
});

Deno.test("fisherExact() turns around when the rows change places", () => {
  fc.assert(fc.property(table, ([a, b, c, d]) => {
    const [one, other] = [fisherExact([[a, b], [c, d]]), fisherExact([[c, d], [a, b]])];
    assertClose(one.p, other.p, "two-sided");
    assertClose(one.oddsRatio, 1 / other.oddsRatio, "odds ratio");
    const greater = fisherExact([[a, b], [c, d]], { alternative: "greater" }).p;
    assertClose(greater, fisherExact([[c, d], [a, b]], { alternative: "less" }).p, "one-sided");
    assert(one.p > 0 && one.p <= 1);
  }));
});

Deno.test("fisherExact() does not change when rows and columns do, and its tails share the table", () => {
  fc.assert(fc.property(table, ([a, b, c, d]) => {
    const pOf = (alternative: typeof ALTERNATIVES[number]) =>
      fisherExact([[a, b], [c, d]], { alternative }).p;
    assertClose(fisherExact([[a, c], [b, d]]).p, pOf("two-sided"), "transposed");
    assert(pOf("less") + pOf("greater") >= 1);
    assert(pOf("two-sided") >= Math.min(pOf("less"), pOf("greater")) * (1 - 1e-12));
  }));
});

Deno.test("fisher() compares b with a", () => {
  const outcomes = (successes: number, failures: number) => [
    ...new Array<boolean>(successes).fill(true),
    ...new Array<boolean>(failures).fill(false),
  ];
  for (const alternative of ALTERNATIVES) {
    assert.deepEqual(
      fisher(outcomes(1, 5), outcomes(8, 2), { alternative }),
      fisherExact([[8, 2], [1, 5]], { alternative }),
    );
  }
  assert.equal(fisher(outcomes(1, 5), outcomes(8, 2)).oddsRatio, 20);
  assert(fisher(outcomes(1, 5), outcomes(8, 2), { alternative: "greater" }).p < 0.05);
});

Deno.test("fisherExact() refuses what is no count, and says why", () => {
  for (const bad of [-1, 1.5, NaN, Infinity]) {
    assert.throws(() => fisherExact([[1, 2], [3, bad]]), {
      name: "RangeError",
      message: `Cannot use ${bad} as number of units in a cell: it must be an integer >= 0`,
    });
  }
});

Deno.test("fisherExact() and fisher() refuse empty margins, and say which", () => {
  const empty: [FourfoldTable, string][] = [
    [[[0, 0], [1, 2]], "first row"],
    [[[1, 2], [0, 0]], "second row"],
    [[[0, 1], [0, 2]], "first column"],
    [[[1, 0], [2, 0]], "second column"],
  ];
  for (const [table, name] of empty) {
    assert.throws(() => fisherExact(table), {
      name: "RangeError",
      message:
        `Cannot compare the odds: the ${name} of the table is empty, so that the odds ratio is undefined and p would be 1 whatever is true`,
    });
  }
  assert.throws(() => fisher([true], [true, true]), /second column of the table is empty/);
  assert.throws(() => fisher([], [true]), {
    name: "RangeError",
    message: "Cannot compare the groups: group a is empty",
  });
  assert.throws(() => fisher([true], []), /group b is empty/);
});
