import assert from "node:assert/strict";
import fc from "fast-check";
import { meanDifference } from "codebias/statistics/intervals/mean_difference.ts";
import { oneSampleT, pairedT, pooledT, welchT } from "codebias/statistics/mod.ts";
import oracle from "../../oracles/t_test.json" with { type: "json" };
import { agreesTo, listsOf, pairs, varying } from "../two_lists.ts";

const ALTERNATIVES = ["two-sided", "less", "greater"] as const;
const TESTS = { welch: welchT, pooled: pooledT, paired: pairedT };
const KINDS = ["welch", "pooled", "paired"] as const;

interface Expected {
  statistic: number;
  df: number;
  p: number[];
  low: number;
  high: number;
}

function assertAgrees(run: (alternative: typeof ALTERNATIVES[number]) => Outcome, theirs: Expected): void {
  for (const [at, alternative] of ALTERNATIVES.entries()) {
    const ours = run(alternative);
    assert.equal(ours.alternative, alternative);
    for (const what of ["statistic", "df", "low", "high"] as const) {
      agreesTo(1e-11, ours[what], theirs[what], what);
    }
    agreesTo(theirs.p[at] < 1e-12 ? 1e-10 : 1e-11, ours.p, theirs.p[at], `p, ${alternative}`);
  }
}

type Outcome = Omit<Expected, "p"> & { p: number; alternative: string };

Deno.test("welchT(), pooledT() and pairedT() agree with SciPy for every alternative", () => {
  assert.equal(oracle.cases.length, 24);
  let compared = 0;
  for (const found of oracle.cases) {
    const [a, b] = listsOf(found);
    for (const kind of KINDS) {
      const theirs = found[kind];
      if (theirs === undefined) continue;
      assertAgrees((alternative) => TESTS[kind](a, b, { alternative, level: found.level }), theirs);
      compared++;
    }
  }
  assert.equal(compared, 2 * 24 + oracle.cases.filter(({ paired }) => paired !== undefined).length);
  assert(oracle.cases.some(({ welch }) => welch.p[0] < 1e-100));
});

Deno.test("oneSampleT() agrees with SciPy for every alternative", () => {
  const cases = oracle.cases.filter(({ one }) => one !== undefined);
  assert.equal(cases.length, 23);
  for (const { one, mean, level, ...lists } of cases) {
    const b = listsOf(lists)[1];
    assertAgrees((alternative) => oneSampleT(b, { mean, alternative, level }), one!);
  }
});

Deno.test("welchT() has the means, their difference b - a and its standard error", () => {
  const { estimateA, estimateB, difference, standardError, statistic, test, level, method } = welchT(
    [1, 2, 3],
    [4, 6, 8, 10],
  );
  assert.deepEqual([estimateA, estimateB, difference], [2, 7, 5]);
  agreesTo(1e-15, standardError, Math.sqrt(1 / 3 + 20 / 3 / 4), "standard error");
  agreesTo(1e-15, statistic, difference / standardError, "t");
  assert.deepEqual([test, level, method], ["Welch's t-test", 0.95, "asymptotic"]);
});

Deno.test("each t-test has its name", () => {
  const [a, b] = [[1, 2, 3], [2, 4, 4]];
  assert.equal(pooledT(a, b).test, "Student's t-test");
  assert.equal(pairedT(a, b).test, "paired t-test");
  assert.equal(oneSampleT(a).test, "one-sample t-test");
});

Deno.test("an interval is two-sided whatever the alternative, and contains the difference", () => {
  fc.assert(fc.property(pairs, ({ a, b }) => {
    for (const kind of KINDS) {
      const { low, high, difference } = TESTS[kind](a, b);
      for (const alternative of ALTERNATIVES) {
        const other = TESTS[kind](a, b, { alternative });
        assert.deepEqual([other.low, other.high], [low, high]);
      }
      assert(low < difference && difference < high);
    }
  }));
});

Deno.test("an interval excludes 0 exactly if the two-sided p is below 1 - level", () => {
  fc.assert(fc.property(varying, varying, fc.double({ min: 0.1, max: 0.999, noNaN: true }), (a, b, level) => {
    const { low, high, p } = welchT(a, b, { level });
    fc.pre(Math.abs(p - (1 - level)) > 1e-9);
    assert.equal(low > 0 || high < 0, p < 1 - level);
  }));
});

Deno.test("swapping the groups changes the sign, swaps the one-sided p and keeps the two-sided one", () => {
  fc.assert(fc.property(pairs, ({ a, b }) => {
    for (const kind of KINDS) {
      const [one, other] = [TESTS[kind](a, b), TESTS[kind](b, a)];
      agreesTo(1e-12, other.statistic, -one.statistic, "t");
      agreesTo(1e-12, other.low, -one.high, "bound");
      agreesTo(1e-12, other.p, one.p, "p");
      const less = TESTS[kind](b, a, { alternative: "less" }).p;
      agreesTo(1e-12, TESTS[kind](a, b, { alternative: "greater" }).p, less, "p");
    }
  }));
});

Deno.test("one-sided p-values make 1, and the smaller is half of the two-sided one", () => {
  fc.assert(fc.property(varying, varying, (a, b) => {
    const [both, less, greater] = ALTERNATIVES.map((alternative) => welchT(a, b, { alternative }).p);
    assert(both >= 0 && both <= 1);
    assert(Math.abs(less + greater - 1) < 1e-12);
    agreesTo(1e-9, 2 * Math.min(less, greater), both, "p");
  }));
});

Deno.test("a constant added to all values, and their order, change no t-test", () => {
  fc.assert(fc.property(pairs, fc.integer({ min: -1000, max: 1000 }), ({ a, b }, constant) => {
    const order = a.map((_, at) => at).sort((x, y) => (x * 7) % 5 - (y * 7) % 5 || y - x);
    for (const kind of KINDS) {
      const { statistic, df, p } = TESTS[kind](a, b);
      const added = TESTS[kind](a.map((value) => value + constant), b.map((value) => value + constant));
      const moved = TESTS[kind](order.map((at) => a[at]), order.map((at) => b[at]));
      for (const other of [added, moved]) {
        assert(Math.abs(other.statistic - statistic) < 1e-9 * Math.max(1, Math.abs(statistic)));
        agreesTo(1e-9, other.df, df, "df");
        assert(Math.abs(other.p - p) < 1e-9);
      }
    }
  }));
});

Deno.test("a factor on all values scales the interval and changes no p", () => {
  fc.assert(fc.property(varying, varying, fc.constantFrom(1e-90, 0.25, 8, 1e90), (a, b, factor) => {
    const one = welchT(a, b);
    const other = welchT(a.map((value) => value * factor), b.map((value) => value * factor));
    assert(Math.abs(other.p - one.p) < 1e-9);
    agreesTo(1e-9, other.df, one.df, "df");
    agreesTo(1e-6, other.standardError, one.standardError * factor, "standard error");
  }));
});

Deno.test("pairedT() is oneSampleT() of the differences, and pooledT() welchT() where groups are of a size", () => {
  fc.assert(fc.property(pairs, ({ a, b }) => {
    const { statistic, df, p, low, high } = oneSampleT(b.map((value, at) => value - a[at]));
    const pair = pairedT(a, b);
    assert.deepEqual([pair.statistic, pair.df, pair.p, pair.low, pair.high], [statistic, df, p, low, high]);
    agreesTo(1e-12, pooledT(a, b).statistic, welchT(a, b).statistic, "t");
  }));
});

Deno.test("oneSampleT() against mean moves as the values do", () => {
  const { statistic, p, low, estimate } = oneSampleT([4, 5, 7], { mean: 3, alternative: "greater" });
  const shifted = oneSampleT([1, 2, 4], { alternative: "greater" });
  agreesTo(1e-13, statistic, shifted.statistic, "t");
  agreesTo(1e-13, p, shifted.p, "p");
  agreesTo(1e-12, low - 3, shifted.low, "bound");
  agreesTo(1e-15, estimate, 16 / 3, "mean");
});

Deno.test("the t-tests refuse data without spread, and say which", () => {
  const refusals: [() => unknown, string][] = [
    [() => pairedT([1, 2, 3], [1, 2, 3]), "Cannot judge a mean without spread: all differences are 0"],
    [() => pairedT([1, 2, 3], [2, 3, 4]), "Cannot judge a mean without spread: all differences are 1"],
    [() => oneSampleT([2, 2]), "Cannot judge a mean without spread: all values are 2"],
    [
      () => welchT([1, 1], [2, 2, 2]),
      "Cannot compare means without spread: all values of group a are 1, all of group b 2",
    ],
    [
      () => pooledT([0, 0], [0, 0]),
      "Cannot compare means without spread: all values of group a are 0, all of group b 0",
    ],
    [
      () => welchT([0.3, 0.1 + 0.2], [0.3, 0.1 + 0.2]),
      "Cannot compare means without spread: neither group varies by more than rounding",
    ],
    [
      () => oneSampleT([0.5, 0.5, 0.5 + 1e-16]),
      "Cannot judge a mean without spread: all values are 0.5, but for rounding",
    ],
  ];
  for (const [run, message] of refusals) assert.throws(run, { name: "RangeError", message });
  assert(welchT([1, 1], [2, 3]).p < 1);
});

Deno.test("the t-tests refuse lists that are too short, unequal, or hold what is no number", () => {
  for (const test of [welchT, pooledT]) {
    assert.throws(() => test([1], [1, 2]), /^RangeError: .*group a has 1 value, at least 2 are needed/);
    assert.throws(() => test([1, 2], []), /^RangeError: .*group b has 0 values, at least 2 are needed/);
    assert.throws(() => test([1, NaN], [1, 2]), /^RangeError: .*value 2 of group a is NaN/);
    assert.throws(() => test([1, 3], [Infinity, 2]), /^RangeError: .*value 1 of group b is Infinity/);
  }
  assert.throws(() => pairedT([1, 2], [1, 2, 3]), /^RangeError: Cannot pair 2 values with 3/);
  assert.throws(() => pairedT([1], [2]), /group a has 1 value/);
  assert.throws(() => oneSampleT([]), /the list of values has 0 values, at least 2 are needed/);
  assert.throws(() => oneSampleT([1, -Infinity]), /value 2 of the list of values is -Infinity/);
  assert.throws(() => oneSampleT([1, 2], { mean: NaN }), /Cannot test the mean NaN: it must be finite/);
});

Deno.test("the t-tests refuse levels outside of (0, 1) and values whose squares are no numbers", () => {
  for (const level of [0, 1, 95, NaN]) {
    const message = `Cannot use level ${level}: it must be in (0, 1)`;
    assert.throws(() => oneSampleT([1, 2], { level }), { name: "RangeError", message });
    for (const kind of KINDS) assert.throws(() => TESTS[kind]([1, 2], [1, 3], { level }), { message });
  }
  const tooLarge =
    /^RangeError: Cannot compute an? (variance|interval) of values this large: it exceeds the range/;
  for (const kind of KINDS) assert.throws(() => TESTS[kind]([1e308, -1e308], [-1e308, 1e308]), tooLarge);
  for (const kind of KINDS) assert.throws(() => TESTS[kind]([1e308, -1e308], [1e308, 1.5e308]), tooLarge);
  assert.throws(() => oneSampleT([1e308, 1.5e308]), tooLarge);
});

Deno.test("the t-tests have the same t, df and p in any unit, although squares leave the range of numbers", () => {
  const [a, b] = [[1, 2, 4], [3, 5, 9]];
  for (const unit of [2 ** -1000, 1e-200, 1e-170, 1e160, 1e200, 2 ** 1000]) {
    const [tinyA, tinyB] = [a, b].map((list) => list.map((value) => value * unit));
    for (const kind of KINDS) {
      const [one, other] = [TESTS[kind](a, b), TESTS[kind](tinyA, tinyB)];
      for (const what of ["statistic", "df", "p"] as const) agreesTo(1e-12, other[what], one[what], what);
      agreesTo(1e-12, other.low, one.low * unit, "bound");
      agreesTo(1e-12, other.standardError, one.standardError * unit, "standard error");
    }
    agreesTo(1e-12, oneSampleT(tinyA).p, oneSampleT(a).p, "p");
  }
});

Deno.test("the t-tests refuse spread that rounding of the values alone brings about", () => {
  const a = [1000.1, 2000.2, 3000.3, 4000.7];
  const b = a.map((value) => value + 0.1);
  assert(new Set(b.map((value, at) => value - a[at])).size > 1);
  assert.throws(() => pairedT(a, b), {
    name: "RangeError",
    message: "Cannot judge a mean without spread: all differences are 0.1, but for rounding",
  });
  assert.throws(() => pairedT([0.3, 0.6, 0.7], [0.1 + 0.2, 0.1 + 0.2 + 0.3, 0.1 + 0.2 + 0.4]), {
    message: "Cannot judge a mean without spread: all differences are 0, but for rounding",
  });
  const off = [0.3, 0.1 + 0.2, 0.3].map((value) => 1e6 * value);
  assert.notEqual(off[0], off[1]);
  const noise =
    /^RangeError: Cannot compare means without spread: neither group varies by more than rounding$/;
  for (const test of [welchT, pooledT]) assert.throws(() => test(off, [1, 1, 1]), noise);
});

Deno.test("meanDifference() gives what the test of its kind has", () => {
  for (const kind of KINDS) {
    const { estimateA, estimateB, difference, standardError, df } = TESTS[kind]([1, 5, 2], [8, 3, 3]);
    assert.deepEqual(meanDifference([1, 5, 2], [8, 3, 3], kind), {
      estimateA,
      estimateB,
      difference,
      standardError,
      df,
    });
  }
});
