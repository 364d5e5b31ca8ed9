import assert from "node:assert/strict";
import fc from "fast-check";
import jStat from "jstat";
import { normalP, normalQuantile, normalTail } from "codebias/statistics/distributions/normal.ts";
import { stirlingError } from "codebias/statistics/distributions/stirling.ts";
import { tP, tQuantile, tTail } from "codebias/statistics/distributions/student_t.ts";
import { binomialAtMost, chiSquareTail, fTail } from "codebias/statistics/tests/tails.ts";
import oracle from "../../oracles/distributions.json" with { type: "json" };
import { binomialAtLeast } from "../binomial.ts";
import { agreesTo } from "../two_lists.ts";

const df = fc.double({ min: 0.5, max: 1e7, noNaN: true });
const t = fc.double({ min: -50, max: 50, noNaN: true });
const probability = fc.double({ min: 1e-12, max: 1 - 1e-12, noNaN: true });

Deno.test("tTail() agrees with multiple precision and SciPy from 0.5 to 1e7 degrees of freedom", () => {
  assert.equal(oracle.t.length, 183);
  for (const { t, df, p } of oracle.t) {
    agreesTo(1e-12, tTail(t, df), p, `t = ${t}, df = ${df}`);
    agreesTo(1e-12, tTail(-t, df), 1 - p, `t = ${-t}, df = ${df}`);
  }
  assert(oracle.t.some(({ p }) => p < 1e-290));
  assert(oracle.t.some(({ t, df }) => t === 1e290 && df === 0.5));
});

Deno.test("tP() doubles the tail, or takes the side that the alternative names", () => {
  for (const { t, df, p } of oracle.t) {
    agreesTo(1e-12, tP(t, df, "two-sided"), 2 * p, `t = ${t}, df = ${df}`);
    agreesTo(1e-12, tP(-t, df, "two-sided"), 2 * p, `t = ${-t}, df = ${df}`);
    agreesTo(1e-12, tP(t, df, "greater"), p, `t = ${t}, df = ${df}`);
    agreesTo(1e-12, tP(-t, df, "less"), p, `t = ${-t}, df = ${df}`);
  }
  assert.equal(tP(0, 3, "two-sided"), 1);
  assert.equal(tP(Infinity, 3, "two-sided"), 0);
});

Deno.test("tQuantile() is the t whose tail was given", () => {
  for (const { t, df, p } of oracle.t) {
    agreesTo(1e-11, tQuantile(p, df), t, `p = ${p}, df = ${df}`);
    if (p > 0.01) agreesTo(1e-11, tQuantile(1 - p, df), -t, `p = ${1 - p}, df = ${df}`);
  }
  assert.equal(tQuantile(1e-200, 0.5), Infinity);
  assert.equal(tQuantile(0.5, 1), 0);
});

Deno.test("tTail() falls in t, and both its sides make 1", () => {
  fc.assert(fc.property(t, t, df, (s, t, df) => {
    assert(s < t ? tTail(s, df) >= tTail(t, df) : tTail(s, df) <= tTail(t, df));
    assert(Math.abs(tTail(t, df) + tTail(-t, df) - 1) < 1e-15);
  }));
});

Deno.test("tQuantile() inverts tTail() for any degrees of freedom", () => {
  fc.assert(fc.property(probability, df, (p, df) => {
    assert(Math.abs(tTail(tQuantile(p, df), df) / p - 1) < 1e-10);
  }));
});

Deno.test("jStat's tail of t would be off by more than 1e-9 of a p-value, which is why tTail() is not its", () => {
  const { p } = oracle.t.find(({ t, df }) => t === 3 && df === 100)!;
  assert(Math.abs(jStat.studentt.cdf(-3, 100) / p - 1) > 2e-8);
  assert(Math.abs(tTail(3, 100) / p - 1) < 1e-14);
});

Deno.test("normalTail() and normalQuantile() agree with multiple precision and SciPy", () => {
  assert.equal(oracle.normal.length, 14);
  for (const { z, p } of oracle.normal) {
    agreesTo(1e-12, normalTail(z), p, `z = ${z}`);
    agreesTo(2e-12, normalP(z, "less"), normalTail(-z), `z = ${z}`);
    // A probability next to 1 no longer says from which z it comes.
    if (z > -6) agreesTo(1e-12, normalQuantile(p), z, `p = ${p}`);
    if (z > 0) assert.equal(normalP(-z, "two-sided"), 2 * normalP(z, "greater"));
  }
  assert(oracle.normal.some(({ p }) => p < 1e-290));
});

Deno.test("chiSquareTail() agrees with multiple precision and SciPy up to a million degrees of freedom", () => {
  assert.equal(oracle.chiSquare.length, 72);
  for (const { x, df, p } of oracle.chiSquare) {
    agreesTo(1e-11, chiSquareTail(x, df), p, `x = ${x}, df = ${df}`);
  }
  assert(oracle.chiSquare.some(({ df, p }) => df === 1e6 && p > 1e-100 && p < 1e-80));
  assert.equal(chiSquareTail(-1, 2), 1);
  assert.equal(chiSquareTail(Infinity, 2), 0);
  assert.equal(chiSquareTail(1e300, 3), 0);
});

Deno.test("chiSquareTail() has no step where it changes its method", () => {
  for (const df of [0.5, 1, 2, 10, 1000, 1801, 3000]) {
    const [before, after] = [chiSquareTail(df + 2 - 1e-11, df), chiSquareTail(df + 2, df)];
    agreesTo(1e-11, before, after, `df = ${df}`);
  }
});

Deno.test("fTail() agrees with multiple precision and SciPy", () => {
  assert.equal(oracle.f.length, 168);
  for (const { x, df1, df2, p } of oracle.f) agreesTo(1e-10, fTail(x, df1, df2), p, `${x}, ${df1}, ${df2}`);
  assert(oracle.f.some(({ p }) => p < 1e-200));
  assert.equal(fTail(-1, 2, 2), 1);
  assert.equal(fTail(Infinity, 2, 2), 0);
});

Deno.test("fTail() of a squared t is the two-sided p of t", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.01, max: 30, noNaN: true }),
      fc.integer({ min: 1, max: 5000 }),
      (t, df) => {
        agreesTo(1e-9, fTail(t * t, 1, df), tP(t, df, "two-sided"), `t = ${t}, df = ${df}`);
      },
    ),
  );
});

Deno.test("binomialAtMost() agrees with sums of probabilities, and so does the other tail", () => {
  assert.equal(oracle.binomial.length, 117);
  for (const { k, n, p, atMost, atLeast } of oracle.binomial) {
    agreesTo(1e-11, binomialAtMost(k, n, p), atMost, `at most ${k} of ${n}, ${p}`);
    agreesTo(1e-11, binomialAtLeast(k, n, p), atLeast, `at least ${k} of ${n}, ${p}`);
  }
  assert(oracle.binomial.some(({ atLeast }) => atLeast < 1e-200));
});

Deno.test("binomialAtMost() holds beyond the counts there can be", () => {
  assert.equal(binomialAtMost(-1, 5, 0.3), 0);
  assert.equal(binomialAtMost(9, 5, 0.3), 1);
  assert.equal(binomialAtMost(0, 5, 0), 1);
  assert.equal(binomialAtMost(4, 5, 1), 0);
});

Deno.test("stirlingError() is continuous where the series takes over, and is what factorials need", () => {
  agreesTo(1e-11, stirlingError(10 - 1e-14), stirlingError(10), "10");
  let log = 0;
  for (let z = 2; z < 40; z++) {
    log += Math.log(z - 1);
    const stirling = (z - 0.5) * Math.log(z) - z + Math.log(2 * Math.PI) / 2;
    assert(Math.abs(stirlingError(z) - (log - stirling)) < 1e-13 * Math.max(1, log), `${z}`);
  }
});

Deno.test("the tails and quantiles refuse what has no probability, and say why", () => {
  for (const df of [0, -1, NaN, Infinity]) {
    const refusal = {
      name: "RangeError",
      message: `Cannot use ${df} degrees of freedom: they must be finite and > 0`,
    };
    assert.throws(() => tTail(1, df), refusal);
    assert.throws(() => tP(1, df, "less"), refusal);
    assert.throws(() => tQuantile(0.1, df), refusal);
    assert.throws(() => chiSquareTail(1, df), refusal);
    assert.throws(() => fTail(1, df, 1), refusal);
    assert.throws(() => fTail(1, 1, df), refusal);
  }
  for (const p of [0, 1, -1, NaN]) {
    assert.throws(() => tQuantile(p, 3), {
      message: `Cannot give the t of probability ${p}: it must be in (0, 1)`,
    });
    assert.throws(() => normalQuantile(p), {
      message: `Cannot give the z of probability ${p}: it must be in (0, 1)`,
    });
  }
  assert.throws(() => tTail(NaN, 3), /^RangeError: Cannot give the probability of t = NaN$/);
  assert.throws(() => normalTail(NaN), /^RangeError: Cannot give the probability of z = NaN$/);
  assert.throws(() => normalP(NaN, "two-sided"), /z = NaN/);
  assert.throws(() => chiSquareTail(NaN, 3), /Cannot give the probability of a statistic that is NaN/);
  assert.throws(() => fTail(NaN, 3, 3), /Cannot give the probability of a statistic that is NaN/);
  assert.throws(() => binomialAtMost(1.5, 3, 0.5), /Cannot count 1.5 successes: it must be an integer/);
  assert.throws(
    () => binomialAtMost(1, -3, 0.5),
    /Cannot use -3 as number of trials: it must be an integer >= 0/,
  );
  assert.throws(() => binomialAtMost(1, 3, 1.5), /Cannot use probability 1.5: it must be in \[0, 1\]/);
  assert.throws(() => stirlingError(0), /Cannot approximate the gamma function at 0/);
});
