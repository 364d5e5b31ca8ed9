import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import assert from "node:assert/strict";
import fc from "fast-check";
import { betaQuantile } from "codebias/statistics/distributions/beta_quantile.ts";
import { generatorFrom } from "codebias/calibration/sample.ts";
import { clusteredMean, unitMean } from "codebias/statistics/mod.ts";
import { mean } from "codebias/statistics/descriptive.ts";
import * as statistics from "codebias/statistics/mod.ts";
import { scoreBounds } from "codebias/statistics/intervals/wilson.ts";
import { tQuantile } from "codebias/statistics/distributions/student_t.ts";
import { boundsOf, sized } from "../../long.ts";
import { near } from "../agrees.ts";

const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 40 });
/** Shares of the choices of some samples: often 0 or 1. */
const coarse = fc.array(fc.constantFrom(0, 0, 0, 0.1, 0.3, 0.6, 1), { minLength: 2, maxLength: 40 });
const values = fc.oneof(shares, coarse);
const level = fc.double({ min: 0.01, max: 0.999, noNaN: true });

Deno.test("unitMean() is among the statistics", () => {
  assert.equal(statistics.unitMean, unitMean);
});

Deno.test("unitMean() of 0 and 1 is the score interval of as many trials, with a t quantile", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 2, maxLength: 60 }), level, (successes, level) => {
      const found = unitMean(successes.map(Number), { level });
      const p = successes.filter((one) => one).length / successes.length;
      const { low, high } = scoreBounds(
        p,
        successes.length,
        tQuantile((1 - level) / 2, successes.length - 1),
      );
      near(found.effectiveN, successes.length, 1e-9);
      for (const [ours, bound] of [[found.low, low], [found.high, high]]) near(ours, bound, 1e-12);
    }),
  );
});

Deno.test("unitMean() of values that vary less is as sure as more trials", () => {
  // D is (0.25 + 0.25) / (4 · 0.25) = 1 / 2, from three values below 1: d is (3 / 2 + 1) / 4.
  const { value, low, high, effectiveN, n } = unitMean([0, 0.5, 0.5, 1]);
  assert.deepEqual([value, n], [0.5, 4]);
  near(effectiveN, 4 / 0.625, 1e-12);
  const t = tQuantile(0.025, 3);
  for (const bound of [low, high]) near((0.5 - bound) ** 2, t * t * bound * (1 - bound) / 6.4, 1e-12);
  // Only one value is not 0: D is 0.75 · 0.25² · 4 / (4 · 0.0625 · 0.9375) = 0.2, d is (0.2 + 1) / 2.
  near(unitMean([0, 0, 0, 0.25]).effectiveN, 4 / 0.6, 1e-12);
});

Deno.test("unitMean() contains the mean, stays within [0, 1], and is never less sure than trials", () => {
  fc.assert(fc.property(values, level, (values, level) => {
    const { value, low, high, effectiveN, n } = unitMean(values, { level });
    near(value, mean(values), 1e-15);
    assert(0 <= low && low <= value && value <= high && high <= 1, `${low} ${value} ${high}`);
    assert(effectiveN >= n && effectiveN <= n * (n + 1), `${effectiveN} of ${n}`);
    if (value === 0) assert.equal(low, 0);
    if (value === 1) assert.equal(high, 1);
  }));
});

Deno.test("unitMean() is mirrored when all values are taken from 1, and does not depend on their order", () => {
  fc.assert(fc.property(coarse, (values) => {
    const one = unitMean(values);
    const mirrored = unitMean(values.map((value) => 1 - value));
    near(one.low + mirrored.high, 1, 1e-9);
    near(one.high + mirrored.low, 1, 1e-9);
    const turned = unitMean(values.toReversed());
    near(one.low, turned.low, 1e-12);
    near(one.high, turned.high, 1e-12);
  }));
});

Deno.test("unitMean() nearly is Student's interval where values are many and middling", () => {
  const many = Array.from({ length: 5000 }, (_, at) => 0.3 + 0.4 * (at * 7919 % 1009) / 1009);
  const [ours, plain] = [unitMean(many), clusteredMean(many, many.map((_, at) => at))];
  near(ours.low, plain.low, 1e-5);
  near(ours.high, plain.high, 1e-5);
});

Deno.test("unitMean() covers the mean of shares of choices, also where few are above 0, and Student's interval does not", () => {
  const [RUNS, TASKS] = [sized({ small: 400, long: 1000 }), 60];
  const cases: readonly (readonly [rate: number, spread: number, atLeast: number, atMost: number])[] = [
    [0.5, 4, 0.93, 0.97],
    [0.2, 4, 0.93, 0.97],
    [0.1, 2, 0.93, 0.98],
    [0.04, 4, 0.93, 0.99],
  ];
  let lost = 0;
  for (const [at, [rate, spread, atLeast, atMost]] of cases.entries()) {
    const random = generatorFrom(at + 1);
    const [a, b] = [spread * rate, spread * (1 - rate)];
    // The share of the pairs among five trials that both succeed has the mean of the squared rate.
    const truth = a * (a + 1) / (spread * (spread + 1));
    let [ours, theirs] = [0, 0];
    for (let run = 0; run < RUNS; run++) {
      const shares = Array.from({ length: TASKS }, () => {
        const own = betaQuantile(Math.max(uniformFloat64(random), 1e-12), a, b).value;
        const hits = Array.from({ length: 5 }, () =>
          uniformFloat64(random) < own).filter((hit) => hit).length;
        return hits * (hits - 1) / 20;
      });
      const { low, high } = unitMean(shares);
      if (low <= truth && truth <= high) ours++;
      const student = shares.every((share) => share === 0)
        ? { low: 0, high: 0 }
        : clusteredMean(shares, shares.map((_, task) => task));
      if (student.low <= truth && truth <= student.high) theirs++;
    }
    const [low, high] = boundsOf([atLeast, atMost], RUNS);
    assert(ours / RUNS >= low && ours / RUNS <= high, `rate ${rate}: ${ours} of ${RUNS}`);
    lost = Math.max(lost, 0.95 - theirs / RUNS);
  }
  assert(lost > 0.1, `Student's interval covers ${0.95 - lost} at worst`);
});

Deno.test("unitMean() refuses what is no share, and a single one", () => {
  for (const wrong of [-0.1, 1.1, NaN, Infinity]) {
    assert.throws(() => unitMean([0.5, wrong]), { name: "RangeError", message: /^Cannot / });
  }
  assert.throws(
    () => unitMean([0, 1.5]),
    /^RangeError: Cannot take 1.5 for a share: it must be in \[0, 1\]$/,
  );
  assert.throws(() => unitMean([0.5]), /^RangeError: Cannot .*1 value/);
  assert.throws(() => unitMean([0.5, 0.5], { level: 1 }), /^RangeError: Cannot use level 1/);
});
