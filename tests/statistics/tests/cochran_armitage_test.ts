import assert from "node:assert/strict";
import fc from "fast-check";
import { cochranArmitage } from "codebias/statistics/mod.ts";
import type { TrendLevel } from "codebias/statistics/tests/cochran_armitage.ts";
import oracle from "../../oracles/cochran_armitage.json" with { type: "json" };

const ALTERNATIVES = ["two-sided", "less", "greater"] as const;

const level = fc.record({ n: fc.integer({ min: 1, max: 60 }), part: fc.nat() })
  .map(({ n, part }) => ({ n, successes: part % (n + 1) }));
const levels = fc.array(level, { minLength: 2, maxLength: 6 })
  .map((levels) => levels.map((level, i) => ({ ...level, score: i * i })))
  .filter((levels) =>
    levels.some(({ successes }) => successes > 0) && levels.some(({ n, successes }) => successes < n)
  );

function assertClose(ours: number, theirs: number, what: string): void {
  assert(ours === theirs || Math.abs(ours / theirs - 1) < 1e-9, `${what}: ${ours}, not ${theirs}`);
}

Deno.test("cochranArmitage() agrees with R and SciPy", () => {
  assert.equal(oracle.cases.length, 22);
  let trends = 0;
  for (const { levels, square, slope, p } of oracle.cases) {
    const what = JSON.stringify(levels);
    for (const alternative of ALTERNATIVES) {
      const ours = cochranArmitage(levels, { alternative });
      assertClose(ours.p, p[alternative], `${what}, ${alternative}`);
      if (square < 1e-20) continue;
      assertClose(ours.statistic ** 2, square, what);
      assertClose(ours.effect, slope, what);
      trends += 1;
    }
  }
  assert.equal(trends, 3 * 20);
  assert(oracle.cases.some(({ p }) => p["two-sided"] < 1e-100));
});

Deno.test("cochranArmitage() has statsmodels' z but for N in place of N − 1", () => {
  for (const { levels, ordinal } of oracle.cases) {
    const n = levels.reduce((total, level) => total + level.n, 0);
    const scaled = cochranArmitage(levels).statistic * Math.sqrt((n - 1) / n);
    assert(
      Math.abs(scaled - ordinal) < 1e-9 * Math.max(1e-3, Math.abs(ordinal)),
      `${scaled}, not ${ordinal}`,
    );
  }
});

Deno.test("cochranArmitage() has no trend where all shares are equal", () => {
  const { statistic, p, effect } = cochranArmitage([
    { score: -1, successes: 10, n: 20 },
    { score: 0, successes: 10, n: 20 },
    { score: 1, successes: 10, n: 20 },
  ]);
  assert.deepEqual([statistic, p, effect], [0, 1, 0]);
});

Deno.test("cochranArmitage() turns around with the scores or with the successes", () => {
  fc.assert(fc.property(levels, (levels) => {
    const one = cochranArmitage(levels);
    for (
      const other of [
        cochranArmitage(levels.map((level) => ({ ...level, score: -level.score }))),
        cochranArmitage(levels.map((level) => ({ ...level, successes: level.n - level.successes }))),
      ]
    ) {
      assert(Math.abs(one.statistic + other.statistic) < 1e-9);
      assert(Math.abs(one.effect + other.effect) < 1e-9);
      assert(Math.abs(one.p - other.p) < 1e-9);
    }
    assert(one.p >= 0 && one.p <= 1);
  }));
});

Deno.test("cochranArmitage() keeps z when scores are shifted and scaled, and scales the slope", () => {
  fc.assert(fc.property(levels, (levels) => {
    const one = cochranArmitage(levels);
    const other = cochranArmitage(levels.map((level) => ({ ...level, score: 4 * level.score + 7 })));
    assert(Math.abs(one.statistic - other.statistic) < 1e-9);
    assert(Math.abs(one.effect - 4 * other.effect) < 1e-9);
    const shuffled = cochranArmitage(levels.toReversed());
    assert(Math.abs(one.statistic - shuffled.statistic) < 1e-9);
  }));
});

Deno.test("cochranArmitage() of two levels is the test of two proportions with pooled variance", () => {
  const { statistic, effect } = cochranArmitage([
    { score: 0, successes: 3, n: 10 },
    { score: 1, successes: 7, n: 12 },
  ]);
  const z = (7 / 12 - 3 / 10) / Math.sqrt(10 / 22 * 12 / 22 * (1 / 10 + 1 / 12));
  assertClose(statistic, z, "z");
  assertClose(effect, 7 / 12 - 3 / 10, "slope");
});

Deno.test("cochranArmitage() refuses what has no trend, and says why", () => {
  const at = (score: number, successes: number, n: number): TrendLevel => ({ score, successes, n });
  const refused: [TrendLevel[], string][] = [
    [[], "Cannot test a trend: 0 level(s) with at most one score are given, at least 2 scores are needed"],
    [
      [at(1, 1, 2)],
      "Cannot test a trend: 1 level(s) with at most one score are given, at least 2 scores are needed",
    ],
    [
      [at(1, 1, 2), at(1, 2, 4)],
      "Cannot test a trend: 2 level(s) with at most one score are given, at least 2 scores are needed",
    ],
    [
      [at(1, 0, 2), at(2, 0, 4)],
      "Cannot test a trend: none of the 6 units succeeded, so that there is no variance",
    ],
    [
      [at(1, 2, 2), at(2, 4, 4)],
      "Cannot test a trend: all of the 6 units succeeded, so that there is no variance",
    ],
    [[at(NaN, 1, 2), at(2, 1, 4)], "Cannot use score NaN: it must be finite"],
    [
      [at(1, 3, 2), at(2, 1, 4)],
      "Cannot use 3 as number of successes at a level: it must be an integer in [0, 2]",
    ],
    [[at(1, 0, 0), at(2, 1, 4)], "Cannot use 0 as number of units at a level: it must be an integer >= 1"],
    [
      [at(1, 0.5, 2), at(2, 1, 4)],
      "Cannot use 0.5 as number of successes at a level: it must be an integer in [0, 2]",
    ],
  ];
  for (const [levels, message] of refused) {
    assert.throws(() => cochranArmitage(levels), { name: "RangeError", message });
  }
});

Deno.test("cochranArmitage() has the same z in any unit of the scores, and from any zero", () => {
  const one = cochranArmitage(at(0, 1, 3));
  for (const unit of [1e-300, 1e-200, 1e200, 1e300]) {
    const other = cochranArmitage(at(0, unit, 3 * unit));
    assertClose(other.statistic, one.statistic, `unit ${unit}`);
    assertClose(other.effect * unit, one.effect, `unit ${unit}`);
  }
  const shifted = cochranArmitage(at(1e15, 1e15 + 1, 1e15 + 3));
  assertClose(shifted.statistic, one.statistic, "shifted");
  assertClose(shifted.effect, one.effect, "shifted");
  const { statistic, p, effect } = cochranArmitage([
    { score: 1e200, successes: 2, n: 10 },
    { score: -1e200, successes: 8, n: 10 },
  ]);
  assertClose(statistic, -0.6 / Math.sqrt(0.25 * 2 / 10), "z");
  assertClose(effect, -0.3e-200, "slope");
  assert(p > 0 && p < 1);
});

function at(...scores: number[]): TrendLevel[] {
  return scores.map((score, i) => ({ score, successes: [2, 3, 7][i], n: 10 }));
}

Deno.test("cochranArmitage() refuses scores so close that the slope is beyond the range of numbers", () => {
  assert.throws(() => cochranArmitage(at(0, 1e-310, 3e-310)), {
    name: "RangeError",
    message: "Cannot give the slope: the scores are so close that it exceeds the range of numbers",
  });
});
