import assert from "node:assert/strict";
import fc from "fast-check";
import { cohensD, cohensDOneSample, cohensH, oddsRatio, pairedT, pooledT } from "codebias/statistics/mod.ts";
import { noncentralTCdf } from "codebias/statistics/distributions/noncentral_t.ts";
import oracle from "../oracles/effect_size.json" with { type: "json" };
import { agreesTo, listsOf, pairs, varying } from "./two_lists.ts";

const KINDS = ["pooled", "paired"] as const;
const proportion = fc.double({ min: 0, max: 1, noNaN: true });
const cell = fc.integer({ min: 1, max: 5000 });
type Table = [[number, number], [number, number]];

type Theirs = { estimate: number; low: number; high: number; df: number; factor: number };
type Ours = Omit<Theirs, "factor"> & { correction: number };

function assertAgrees(run: (hedges: boolean) => Ours, theirs: Theirs): void {
  for (const hedges of [false, true]) {
    if (hedges && theirs.df < 2) continue;
    const ours = run(hedges);
    const factor = hedges ? theirs.factor : 1;
    agreesTo(1e-13, ours.correction, factor, "Hedges' factor");
    assert.equal(ours.df, theirs.df);
    for (const what of ["estimate", "low", "high"] as const) {
      agreesTo(1e-9, ours[what], theirs[what] * factor, what);
    }
  }
}

Deno.test("cohensD() agrees with bounds found in multiple precision, and with Hedges' factor", () => {
  assert.equal(oracle.d.length, 23);
  for (const { level, ...found } of oracle.d) {
    const [a, b] = listsOf(found);
    for (const kind of KINDS) {
      const theirs = found[kind];
      if (theirs) assertAgrees((hedges) => cohensD(a, b, { kind, level, hedges }), theirs);
    }
  }
  assert.equal(oracle.d.filter(({ paired }) => paired).length, 17);
});

Deno.test("cohensDOneSample() agrees with bounds found in multiple precision", () => {
  const cases = oracle.d.filter(({ one }) => one);
  assert.equal(cases.length, 22);
  for (const { one, mean, level, ...lists } of cases) {
    const b = listsOf(lists)[1];
    assertAgrees((hedges) => cohensDOneSample(b, { mean, level, hedges }), one!);
  }
});

Deno.test("cohensD() is bounded by the effects with which the observed t is just unlikely", () => {
  fc.assert(
    fc.property(varying, varying, fc.double({ min: 0.5, max: 0.999, noNaN: true }), (a, b, level) => {
      const { low, high, estimate, df } = cohensD(a, b, { level });
      const root = 1 / Math.sqrt(1 / a.length + 1 / b.length);
      agreesTo(1e-10, noncentralTCdf(estimate * root, df, low * root), (1 + level) / 2, "low");
      agreesTo(1e-10, noncentralTCdf(estimate * root, df, high * root), (1 - level) / 2, "high");
      assert(low < estimate && estimate < high);
    }),
    { numRuns: 40 },
  );
});

Deno.test("cohensD() changes its sign when the groups are swapped, and its bounds their places", () => {
  fc.assert(
    fc.property(pairs, ({ a, b }) => {
      for (const kind of KINDS) {
        const [one, other] = [cohensD(a, b, { kind }), cohensD(b, a, { kind })];
        agreesTo(1e-12, other.estimate, -one.estimate, "d");
        agreesTo(1e-10, other.low, -one.high, "low");
        agreesTo(1e-10, other.high, -one.low, "high");
      }
    }),
    { numRuns: 40 },
  );
});

Deno.test("cohensD() has no unit and no zero", () => {
  fc.assert(
    fc.property(
      pairs,
      fc.integer({ min: -99, max: 99 }),
      fc.constantFrom(0.5, 3, 1e40),
      ({ a, b }, add, times) => {
        const other = (values: number[]) => values.map((value) => (value + add) * times);
        for (const kind of KINDS) {
          const [one, scaled] = [cohensD(a, b, { kind }), cohensD(other(a), other(b), { kind })];
          assert(Math.abs(scaled.estimate - one.estimate) < 1e-9 && Math.abs(scaled.low - one.low) < 1e-9);
        }
      },
    ),
    { numRuns: 40 },
  );
});

Deno.test("the interval of cohensD() excludes 0 exactly if the t-test is significant", () => {
  fc.assert(
    fc.property(pairs, ({ a, b }) => {
      for (const kind of KINDS) {
        const { p } = (kind === "paired" ? pairedT : pooledT)(a, b);
        fc.pre(Math.abs(p - 0.05) > 1e-9);
        const { low, high } = cohensD(a, b, { kind });
        assert.equal(low > 0 || high < 0, p < 0.05);
      }
    }),
    { numRuns: 60 },
  );
});

Deno.test("cohensD() is pooled and uncorrected at 95 % unless told otherwise", () => {
  const [a, b] = [[1, 2, 4], [2, 5, 5]];
  assert.deepEqual(cohensD(a, b), cohensD(a, b, { kind: "pooled", hedges: false, level: 0.95 }));
  assert.notDeepEqual(cohensD(a, b), cohensD(a, b, { kind: "paired" }));
  assert.equal(cohensD(a, b).correction, 1);
});

Deno.test("cohensD() refuses what has no d, and says why", () => {
  assert.throws(() => cohensD([1, 1], [2, 2]), /^RangeError: Cannot compare means without spread/);
  assert.throws(() => cohensD([1, 2], [2, 3], { kind: "paired" }), /all differences are 1/);
  assert.throws(() => cohensD([1, 2], [2, 3, 4], { kind: "paired" }), /Cannot pair 2 values with 3/);
  assert.throws(() => cohensD([1], [2, 3]), /group a has 1 value/);
  assert.throws(() => cohensD([1, NaN], [2, 3]), /value 2 of group a is NaN/);
  assert.throws(() => cohensD([1, 2], [2, 4], { level: 95 }), /Cannot use level 95/);
  assert.throws(() => cohensD([1, 2], [2, 4], { kind: "paired", hedges: true }), {
    name: "RangeError",
    message: "Cannot correct for small samples with 1 degree of freedom: 2 are needed",
  });
  assert.throws(
    () => cohensD([1, 1 + 1e-9, 1], [2, 2, 2 + 1e-9]),
    /^RangeError: Cannot bound a difference of 1732050\d*\.\d* standard deviations: the values hardly vary$/,
  );
  assert.throws(() => cohensDOneSample([3, 3]), /all values are 3/);
  assert.throws(() => cohensDOneSample([3, 4], { mean: NaN }), /Cannot compare with the mean NaN/);
});

Deno.test("cohensH() agrees with statsmodels", () => {
  assert.equal(oracle.h.length, 49);
  for (const { a, b, h } of oracle.h) agreesTo(1e-12, cohensH(a, b), h, `h of ${a} and ${b}`);
});

Deno.test("cohensH() changes its sign when the proportions are swapped or mirrored", () => {
  fc.assert(fc.property(proportion, proportion, (a, b) => {
    const h = cohensH(a, b);
    assert(Math.abs(h) <= Math.PI && (b > a ? h >= 0 : h <= 0));
    assert.equal(cohensH(b, a), -h || 0);
    assert(Math.abs(cohensH(1 - a, 1 - b) + h) < 1e-7);
  }));
});

Deno.test("cohensH() refuses what is no proportion", () => {
  for (const p of [-0.1, 1.1, 50, NaN]) {
    const message = `Cannot use proportion ${p}: it must be in [0, 1]`;
    assert.throws(() => cohensH(p, 0.5), { name: "RangeError", message });
    assert.throws(() => cohensH(0.5, p), { name: "RangeError", message });
  }
});

Deno.test("oddsRatio() agrees with statsmodels, zeros corrected", () => {
  assert.equal(oracle.odds.length, 21);
  for (const { table, level, ...theirs } of oracle.odds) {
    const ours = oddsRatio(table as Table, { level });
    for (const what of ["estimate", "standardError", "low", "high"] as const) {
      agreesTo(1e-12, ours[what], theirs[what], `${what} of ${JSON.stringify(table)}`);
    }
    assert.equal(ours.corrected, table.flat().includes(0));
  }
  assert.equal(oracle.odds.filter(({ table }) => table.flat().includes(0)).length, 7);
});

Deno.test("oddsRatio() says when it added 0.5 to the cells", () => {
  const { estimate, corrected, note } = oddsRatio([[0, 4], [6, 2]]);
  agreesTo(1e-14, estimate, (6.5 / 2.5) / (0.5 / 4.5), "odds ratio");
  assert.equal(corrected, true);
  assert.equal(note, "A cell is 0, so that 0.5 was added to each (Haldane-Anscombe).");
  assert.equal(oddsRatio([[1, 4], [6, 2]]).note, null);
});

Deno.test("oddsRatio() is inverted when groups, or successes and failures, change places", () => {
  fc.assert(fc.property(cell, cell, cell, cell, (a, b, c, d) => {
    const { estimate, low, high } = oddsRatio([[a, b], [c, d]]);
    assert(low < estimate && estimate < high);
    for (const other of [oddsRatio([[c, d], [a, b]]), oddsRatio([[b, a], [d, c]])]) {
      agreesTo(1e-12, other.estimate, 1 / estimate, "odds ratio");
      agreesTo(1e-12, other.low, 1 / high, "low");
    }
    assert.equal(estimate > 1, c * b > d * a);
  }));
});

Deno.test("oddsRatio() refuses tables without odds, and says why", () => {
  const refusals: [Table, string][] = [
    [[[0, 0], [1, 2]], "Cannot compare odds: group a is empty"],
    [[[1, 2], [0, 0]], "Cannot compare odds: group b is empty"],
    [[[0, 2], [0, 3]], "Cannot compare odds: no unit succeeded"],
    [[[2, 0], [3, 0]], "Cannot compare odds: every unit succeeded"],
    [[[1.5, 2], [3, 4]], "Cannot use 1.5 as number of units in a cell: it must be an integer >= 0"],
    [[[1, -2], [3, 4]], "Cannot use -2 as number of units in a cell: it must be an integer >= 0"],
  ];
  for (const [table, message] of refusals) {
    assert.throws(() => oddsRatio(table), { name: "RangeError", message });
  }
  assert.throws(() => oddsRatio([[1, 2], [3, 4]], { level: 0 }), /Cannot use level 0/);
});

Deno.test("cohensD() refuses paired differences that are all the same but for rounding", () => {
  const a = [1000.1, 2000.2, 3000.3, 4000.7];
  const b = a.map((value) => value + 0.1);
  assert.throws(() => cohensD(a, b, { kind: "paired" }), {
    name: "RangeError",
    message: "Cannot judge a mean without spread: all differences are 0.1, but for rounding",
  });
});
