import assert from "node:assert/strict";
import fc from "fast-check";
import { mcnemar, mcnemarExact } from "codebias/statistics/mod.ts";
import oracle from "../../oracles/mcnemar.json" with { type: "json" };

const ALTERNATIVES = ["two-sided", "less", "greater"] as const;

const count = fc.oneof(fc.nat(12), fc.nat(3_000));
const pairs = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 40 });

function assertClose(ours: number, theirs: number, what: string): void {
  assert(ours === theirs || Math.abs(ours / theirs - 1) < 1e-12, `${what}: ${ours}, not ${theirs}`);
}

Deno.test("mcnemarExact() agrees with statsmodels and SciPy", () => {
  assert.equal(oracle.cases.length, 23);
  for (const { onlyA, onlyB, statistic, p } of oracle.cases) {
    for (const alternative of ALTERNATIVES) {
      const ours = mcnemarExact(onlyA, onlyB, { alternative });
      assert.equal(ours.statistic, statistic);
      assertClose(ours.p, p[alternative], `${onlyA} and ${onlyB}, ${alternative}`);
    }
  }
  assert(oracle.cases.some(({ p }) => p["two-sided"] < 1e-200));
});

Deno.test("mcnemarExact() has the odds of Clopper and Pearson's bounds as interval", () => {
  for (const { onlyA, onlyB, intervals } of oracle.cases) {
    assert.equal(intervals.length, 3);
    for (const { level, low, high } of intervals) {
      const { interval } = mcnemarExact(onlyA, onlyB, { level });
      assert.equal(interval.level, level);
      assertClose(interval.low, low ?? Infinity, `${onlyA} and ${onlyB}, low at ${level}`);
      assertClose(interval.high, high ?? Infinity, `${onlyA} and ${onlyB}, high at ${level}`);
    }
  }
});

Deno.test("mcnemarExact() has the odds ratio of b against a, within its interval", () => {
  assert.equal(mcnemarExact(2, 8).oddsRatio, 4);
  assert.equal(mcnemarExact(0, 8).oddsRatio, Infinity);
  assert.equal(mcnemarExact(8, 0).oddsRatio, 0);
  fc.assert(fc.property(count, count, (onlyA, onlyB) => {
    const { oddsRatio, interval } = mcnemarExact(onlyA, onlyB);
    if (oddsRatio !== null) assert(interval.low <= oddsRatio && oddsRatio <= interval.high);
    assert(interval.low < interval.high);
  }));
});

Deno.test("mcnemarExact() turns around when a and b change places", () => {
  fc.assert(fc.property(count, count, (onlyA, onlyB) => {
    const [one, other] = [mcnemarExact(onlyA, onlyB), mcnemarExact(onlyB, onlyA)];
    assert.equal(one.p, other.p);
    assert(one.p >= 0 && one.p <= 1);
    assert.equal(one.statistic, other.statistic);
    assertClose(one.interval.low, 1 / other.interval.high, "bounds");
    const less = mcnemarExact(onlyB, onlyA, { alternative: "less" });
    assert.equal(mcnemarExact(onlyA, onlyB, { alternative: "greater" }).p, less.p);
    assert.deepEqual(less.interval, other.interval);
  }));
});

Deno.test("mcnemarExact() without discordant pairs has p = 1 and says why", () => {
  for (const alternative of ALTERNATIVES) {
    const { p, oddsRatio, interval, note } = mcnemarExact(0, 0, { alternative });
    assert.deepEqual([p, oddsRatio], [1, null]);
    assert.deepEqual(interval, { low: 0, high: Infinity, level: 0.95 });
    assert.equal(note, "No pair is discordant, so that p is 1 whatever is true.");
  }
  assert.equal(mcnemarExact(1, 0).note, null);
});

Deno.test("mcnemar() counts the discordant pairs, in any order", () => {
  fc.assert(fc.property(pairs, (pairs) => {
    const a = pairs.map(([x]) => x);
    const b = pairs.map(([, y]) => y);
    const onlyA = pairs.filter(([x, y]) => x && !y).length;
    const onlyB = pairs.filter(([x, y]) => y && !x).length;
    const result = mcnemar(a, b, { alternative: "greater", level: 0.9 });
    assert.deepEqual(result, mcnemarExact(onlyA, onlyB, { alternative: "greater", level: 0.9 }));
    assert.deepEqual(
      mcnemar(a.toReversed(), b.toReversed(), { alternative: "greater", level: 0.9 }),
      result,
    );
  }));
});

Deno.test("mcnemar() of more successes in b is evidence for greater", () => {
  const a = [false, false, false, false, false, true];
  const b = [true, true, true, true, true, true];
  assertClose(mcnemar(a, b, { alternative: "greater" }).p, 1 / 32, "greater");
  assert.equal(mcnemar(a, b, { alternative: "less" }).p, 1);
});

Deno.test("mcnemarExact() refuses what is no count or level, and says why", () => {
  for (const bad of [-1, 1.5, NaN, Infinity]) {
    assert.throws(() => mcnemarExact(bad, 1), {
      name: "RangeError",
      message: `Cannot use ${bad} as number of pairs with success in a only: it must be an integer >= 0`,
    });
    assert.throws(() => mcnemarExact(1, bad), {
      name: "RangeError",
      message: `Cannot use ${bad} as number of pairs with success in b only: it must be an integer >= 0`,
    });
  }
  for (const level of [0, 1, 95, NaN]) {
    assert.throws(() => mcnemarExact(0, 0, { level }), {
      name: "RangeError",
      message: `Cannot use level ${level}: it must be in (0, 1)`,
    });
  }
});

Deno.test("mcnemar() refuses incomplete or no pairs, and says why", () => {
  assert.throws(() => mcnemar([true, false], [true]), {
    name: "RangeError",
    message: "Cannot pair 2 outcomes with 1: each needs its partner",
  });
  assert.throws(() => mcnemar([], []), {
    name: "RangeError",
    message: "Cannot compare pairs: there are none, at least 1 is needed",
  });
});
