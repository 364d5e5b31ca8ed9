import assert from "node:assert/strict";
import fc from "fast-check";
import { equivalenceT, pairedT, pooledT, welchT } from "codebias/statistics/mod.ts";
import oracle from "../../oracles/equivalence.json" with { type: "json" };
import { agreesTo, listsOf, pairs } from "../two_lists.ts";

const TESTS = { welch: welchT, pooled: pooledT, paired: pairedT };
const KINDS = ["welch", "pooled", "paired"] as const;
const margin = fc.double({ min: 0.01, max: 20, noNaN: true });
const alpha = fc.double({ min: 0.001, max: 0.499, noNaN: true });

Deno.test("equivalenceT() agrees with statsmodels", () => {
  assert.equal(oracle.cases.length, 24);
  let [compared, equivalent] = [0, 0];
  for (const { margin, alpha, ...found } of oracle.cases) {
    const [a, b] = listsOf(found);
    for (const kind of KINDS) {
      const theirs = found[kind];
      if (theirs === undefined) continue;
      const ours = equivalenceT(a, b, { margin, kind, alpha });
      for (const what of ["p", "df", "low", "high"] as const) agreesTo(1e-11, ours[what], theirs[what], what);
      for (const side of ["above", "below"] as const) {
        agreesTo(1e-11, ours[side].statistic, theirs[side][0], `t, ${side}`);
        agreesTo(1e-11, ours[side].p, theirs[side][1], `p, ${side}`);
      }
      compared++;
      equivalent += Number(ours.equivalent);
    }
  }
  assert.equal(compared, 66);
  assert(equivalent >= 10 && equivalent <= 56, `${equivalent}`);
});

Deno.test("equivalenceT() has the larger p, and two tests that two t-tests of a moved group have", () => {
  fc.assert(fc.property(pairs, margin, ({ a, b }, margin) => {
    for (const kind of KINDS) {
      const { above, below, p } = equivalenceT(a, b, { margin, kind });
      const moved = (by: number) => b.map((value) => value + by);
      const greater = TESTS[kind](a, moved(margin), { alternative: "greater" });
      const less = TESTS[kind](a, moved(-margin), { alternative: "less" });
      assert(Math.abs(greater.p - above.p) < 1e-9 && Math.abs(less.p - below.p) < 1e-9);
      assert.equal(p, Math.max(above.p, below.p));
      assert(p >= 0 && p <= 1);
    }
  }));
});

Deno.test("equivalenceT() finds equivalence exactly if the interval of level 1 - 2 alpha is within the margins", () => {
  fc.assert(fc.property(pairs, margin, alpha, ({ a, b }, margin, alpha) => {
    for (const kind of KINDS) {
      const { low, high, level, equivalent, p } = equivalenceT(a, b, { margin, kind, alpha });
      assert.equal(level, 1 - 2 * alpha);
      fc.pre(Math.abs(p - alpha) > 1e-9);
      assert.equal(equivalent, -margin < low && high < margin);
      assert.equal(equivalent, p <= alpha);
    }
  }));
});

Deno.test("equivalenceT() has the interval of the t-test of that level", () => {
  fc.assert(fc.property(pairs, alpha, ({ a, b }, alpha) => {
    for (const kind of KINDS) {
      const { low, high, difference, standardError } = equivalenceT(a, b, { margin: 1, kind, alpha });
      const test = TESTS[kind](a, b, { level: 1 - 2 * alpha });
      assert(Math.abs(low - test.low) < 1e-10 && Math.abs(high - test.high) < 1e-10);
      assert.deepEqual([difference, standardError], [test.difference, test.standardError]);
      assert(low < difference && difference < high);
    }
  }));
});

Deno.test("equivalenceT() does not depend on which group is a, and a larger margin is easier to keep", () => {
  fc.assert(fc.property(pairs, margin, margin, ({ a, b }, margin, more) => {
    for (const kind of KINDS) {
      const [one, other] = [equivalenceT(a, b, { margin, kind }), equivalenceT(b, a, { margin, kind })];
      agreesTo(1e-10, other.p, one.p, "p");
      agreesTo(1e-12, other.above.statistic, -one.below.statistic, "t");
      agreesTo(1e-12, other.difference, -one.difference, "difference");
      assert(equivalenceT(a, b, { margin: margin + more, kind }).p <= one.p);
    }
  }));
});

Deno.test("equivalenceT() is Welch's at 0.05 unless told otherwise, and is named after its kind", () => {
  const [a, b] = [[1, 2, 4], [2, 5, 5]];
  assert.deepEqual(
    equivalenceT(a, b, { margin: 1 }),
    equivalenceT(a, b, { margin: 1, kind: "welch", alpha: 0.05 }),
  );
  assert.deepEqual(KINDS.map((kind) => equivalenceT(a, b, { margin: 1, kind }).test), [
    "two one-sided tests (Welch)",
    "two one-sided tests (pooled variance)",
    "two one-sided tests (paired)",
  ]);
});

Deno.test("equivalenceT() refuses margins, levels and data with which nothing can be said", () => {
  const [a, b] = [[1, 2, 4], [2, 5, 5]];
  for (const margin of [0, -1, NaN, Infinity]) {
    assert.throws(() => equivalenceT(a, b, { margin }), {
      name: "RangeError",
      message: `Cannot use margin ${margin}: it must be finite and > 0`,
    });
  }
  for (const alpha of [0, 0.5, 1, NaN]) {
    assert.throws(() => equivalenceT(a, b, { margin: 1, alpha }), {
      name: "RangeError",
      message: `Cannot use alpha ${alpha}: it must be in (0, 0.5)`,
    });
  }
  assert.throws(() => equivalenceT([1, 2], [1, 2], { margin: 1, kind: "paired" }), /all differences are 0/);
  assert.throws(() => equivalenceT([1, 1], [1, 1], { margin: 1 }), /Cannot compare means without spread/);
  assert.throws(() => equivalenceT([1, 2, 3], [1, 2], { margin: 1, kind: "paired" }), /Cannot pair 3 values/);
  assert.throws(() => equivalenceT([1, 2], [NaN, 2], { margin: 1 }), /value 1 of group b is NaN/);
  assert.throws(() => equivalenceT([1], [1, 2], { margin: 1 }), /group a has 1 value/);
});

Deno.test("equivalenceT() refuses paired differences that are all the same but for rounding", () => {
  const a = [1000.1, 2000.2, 3000.3, 4000.7];
  const b = a.map((value) => value + 0.1);
  assert.throws(() => equivalenceT(a, b, { margin: 1, kind: "paired" }), {
    name: "RangeError",
    message: "Cannot judge a mean without spread: all differences are 0.1, but for rounding",
  });
});

Deno.test("equivalenceT() refuses an interval beyond the range of numbers", () => {
  assert.throws(() => equivalenceT([1e308, -1e308], [1e308, 1.5e308], { margin: 1 }), {
    name: "RangeError",
    message: "Cannot compute an interval of values this large: it exceeds the range of numbers",
  });
});
