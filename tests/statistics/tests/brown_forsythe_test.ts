import assert from "node:assert/strict";
import fc from "fast-check";
import { brownForsythe } from "codebias/statistics/mod.ts";
import oracle from "../../oracles/brown_forsythe.json" with { type: "json" };

const TOLERANCE = 1e-12;

interface Stored {
  readonly groups?: readonly (readonly number[])[];
  readonly sizes?: readonly number[];
  readonly scales?: readonly number[];
}

/** The groups of a case; large ones are built from the rule that make_brown_forsythe.py states. */
function groupsOf({ groups, sizes = [], scales = [] }: Stored): readonly (readonly number[])[] {
  if (groups) return groups;
  return sizes.map((n, group) =>
    Array.from({ length: n }, (_, at) => scales[group] * ((7919 * (at + 1) % 1009) / 1009))
  );
}

const group = fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 3, maxLength: 25 })
  .filter((values) => new Set(values).size > 2);
const groups = fc.array(group, { minLength: 2, maxLength: 5 });
const center = fc.constantFrom<"median" | "mean">("median", "mean");

Deno.test("brownForsythe() agrees with SciPy's levene", () => {
  assert.equal(oracle.cases.length, 52);
  for (const stored of oracle.cases) {
    const ours = brownForsythe(groupsOf(stored), { center: stored.center as "median" | "mean" });
    const what = JSON.stringify({ ours, f: stored.f, p: stored.p });
    assert(Math.abs(ours.statistic - stored.f) <= TOLERANCE * stored.f + 1e-20, what);
    assert(Math.abs(ours.p - stored.p) <= TOLERANCE * stored.p, what);
    assert.deepEqual([ours.df, ours.dfWithin], [stored.df, stored.dfWithin]);
  }
});

Deno.test("the cases reach far into the tail", () => {
  const ps = oracle.cases.map(({ p }) => p);
  assert(ps.filter((p) => p < 1e-12).length >= 4 && ps.filter((p) => p > 0.5).length >= 4);
});

Deno.test("brownForsythe() is named for its center, the median unless told otherwise", () => {
  const groups = [[1, 2, 9], [2, 5, 8, 8]];
  assert.equal(brownForsythe(groups).test, "Brown-Forsythe test");
  assert.deepEqual(brownForsythe(groups), brownForsythe(groups, { center: "median" }));
  assert.equal(brownForsythe(groups, { center: "mean" }).test, "Levene's test");
  assert.notEqual(brownForsythe(groups, { center: "mean" }).statistic, brownForsythe(groups).statistic);
});

Deno.test("brownForsythe() has F of at least 0 and p in [0, 1]", () => {
  fc.assert(fc.property(groups, center, (groups, center) => {
    const { statistic, p } = brownForsythe(groups, { center });
    assert(0 <= statistic && statistic < Infinity && 0 <= p && p <= 1);
  }));
});

Deno.test("brownForsythe() does not depend on order and scale, nor on where each group lies", () => {
  fc.assert(fc.property(groups, center, (groups, center) => {
    const { p } = brownForsythe(groups, { center });
    const reversed = brownForsythe(groups.toReversed().map((group) => group.toReversed()), { center });
    const moved = groups.map((group, at) => group.map((value) => 100 - 7 * value + 1000 * at));
    assert(Math.abs(reversed.p - p) < 1e-10);
    assert(Math.abs(brownForsythe(moved, { center }).p - p) < 1e-10);
  }));
});

Deno.test("brownForsythe() finds no difference between a group and its copy moved elsewhere", () => {
  fc.assert(fc.property(group, (group) => {
    const { statistic, p } = brownForsythe([group, group.map((value) => value + 4096)]);
    assert(statistic < 1e-20 && p > 1 - 1e-9);
  }));
});

Deno.test("brownForsythe() refuses what it cannot compare, and says why", () => {
  const refusals: [number[][], string | RegExp][] = [
    [[], "Cannot compare spreads: at least 2 groups are needed, not 0"],
    [[[1, 2, 3]], "Cannot compare spreads: at least 2 groups are needed, not 1"],
    [[[1, 2], [1]], "Cannot compute this: group 2 has 1 value, at least 2 are needed"],
    [[[1, NaN], [1, 2]], /^Cannot compute with NaN: value 2 of group 1 is NaN/],
    [[[1, 2, 3], [1, Infinity]], /^Cannot compute with Infinity: value 2 of group 2 is Infinity/],
    [[[1, 1, 1], [2, 2]], EQUALLY_FAR],
    [[[1, 2], [1, 5]], EQUALLY_FAR],
    [[[0.1, 0.3], [0.1, 0.7]], EQUALLY_FAR],
  ];
  for (const [groups, message] of refusals) {
    assert.throws(() => brownForsythe(groups), { name: "RangeError", message });
  }
});

const EQUALLY_FAR =
  "Cannot compare spreads: within each group every value is equally far from the median, so F is not defined";

Deno.test("brownForsythe() has the same F in any unit, although squares leave the range of numbers", () => {
  const groups = [[1, 2, 4], [1, 3, 9]];
  for (const center of ["median", "mean"] as const) {
    const one = brownForsythe(groups, { center });
    for (const unit of [1e-300, 1e-200, 1e200, 1e307]) {
      const scaled = groups.map((group) => group.map((value) => value * unit));
      const other = brownForsythe(scaled, { center });
      assert(Math.abs(other.statistic / one.statistic - 1) < 1e-13 && Math.abs(other.p / one.p - 1) < 1e-13);
    }
  }
});
