import assert from "node:assert/strict";
import fc from "fast-check";
import {
  noncentralityOf,
  noncentralTCdf,
  noncentralTTail,
} from "codebias/statistics/distributions/noncentral_t.ts";
import { normalTail } from "codebias/statistics/distributions/normal.ts";
import { bracketAround, risingRoot } from "codebias/statistics/intervals/rising_root.ts";
import { tTail } from "codebias/statistics/distributions/student_t.ts";
import oracle from "../../oracles/noncentral_t.json" with { type: "json" };
import { agreesTo } from "../two_lists.ts";

const t = fc.double({ min: -30, max: 30, noNaN: true });
const df = fc.double({ min: 1, max: 1e6, noNaN: true });
const delta = fc.double({ min: -60, max: 60, noNaN: true });

Deno.test("noncentralTCdf() agrees with Lenth's series in multiple precision, to one million degrees of freedom", () => {
  assert.equal(oracle.cases.length, 440);
  const far = oracle.cases.filter(({ cdf }) => cdf > 1e-290);
  assert(far.length > 400);
  for (const { t, df, delta, cdf } of far) {
    agreesTo(1e-12, noncentralTCdf(t, df, delta), cdf, `t = ${t}, df = ${df}, delta = ${delta}`);
  }
  assert(far.some(({ cdf }) => cdf < 1e-90));
});

Deno.test("noncentralTTail() agrees with Lenth's series in multiple precision", () => {
  for (const { t, df, delta, tail } of oracle.cases) {
    agreesTo(1e-12, noncentralTTail(t, df, delta), tail, `t = ${t}, df = ${df}, delta = ${delta}`);
  }
});

Deno.test("noncentralityOf() finds the noncentrality of the oracle's probabilities", () => {
  const solved = oracle.cases.filter(({ cdf }) => cdf > 1e-190 && cdf < 0.99);
  assert(solved.length > 250);
  for (const { t, df, delta, cdf } of solved) {
    const ours = noncentralityOf(cdf, t, df);
    assert(Math.abs(ours - delta) < 1e-11 * Math.max(1, Math.abs(delta)), `${ours}, not ${delta}`);
  }
});

Deno.test("noncentralTCdf() is that of t where the noncentrality is 0", () => {
  fc.assert(
    fc.property(t, df, (t, df) => agreesTo(1e-11, noncentralTCdf(t, df, 0), tTail(-t, df), `${t}, ${df}`)),
  );
});

Deno.test("noncentralTCdf() rises in t, falls in the noncentrality and stays in [0, 1]", () => {
  fc.assert(fc.property(t, df, delta, (t, df, delta) => {
    const p = noncentralTCdf(t, df, delta);
    assert(p >= 0 && p <= 1);
    assert(noncentralTCdf(t + 0.5, df, delta) >= p * (1 - 1e-13));
    assert(noncentralTCdf(t, df, delta + 0.5) <= p * (1 + 1e-13));
  }));
});

Deno.test("noncentralTCdf() and noncentralTTail() make 1", () => {
  fc.assert(fc.property(t, df, delta, (t, df, delta) => {
    assert(Math.abs(noncentralTCdf(t, df, delta) + noncentralTTail(t, df, delta) - 1) < 1e-12);
  }));
});

Deno.test("noncentralTCdf() holds far from everyday sizes", () => {
  agreesTo(1e-14, noncentralTCdf(0, 5, 2), normalTail(2), "t = 0");
  // The integral of Φ(tS - δ) over the distribution of S by mpmath's quadrature, with 40 digits.
  agreesTo(1e-12, noncentralTCdf(3, 1e9, 2), 0.8413447453426308, "df = 1e9");
  agreesTo(1e-12, noncentralTCdf(1000, 1e6, 1000), 0.4999095180575924, "delta = 1000");
  agreesTo(1e-12, noncentralTCdf(9000, 1, 9000), 0.317310510850207, "delta = 9000");
});

Deno.test("noncentralityOf() solves for probabilities near 0 and near 1", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true }),
      t,
      fc.double({ min: 1, max: 1e5, noNaN: true }),
      (p, t, df) => {
        const delta = noncentralityOf(p, t, df);
        agreesTo(1e-11, noncentralTCdf(t, df, delta), p, `p = ${p}, t = ${t}, df = ${df}`);
        agreesTo(1e-9, noncentralTTail(t, df, delta), 1 - p, `p = ${p}, t = ${t}, df = ${df}`);
      },
    ),
    { numRuns: 60 },
  );
});

Deno.test("noncentralTCdf() and noncentralityOf() refuse what is out of range, and say why", () => {
  for (const df of [0, 0.5, NaN, Infinity]) {
    const message = `Cannot use ${df} degrees of freedom: they must be finite and >= 1`;
    assert.throws(() => noncentralTCdf(1, df, 1), { name: "RangeError", message });
    assert.throws(() => noncentralityOf(0.5, 1, df), { name: "RangeError", message });
  }
  assert.throws(() => noncentralTCdf(NaN, 3, 1), /at t = NaN, delta = 1: both must be finite/);
  assert.throws(() => noncentralTTail(1, 3, Infinity), /both must be finite/);
  assert.throws(() => noncentralTCdf(1e5, 3, 1), /\|t\| \/ sqrt\(df\) may be at most 10000/);
  assert.throws(() => noncentralTCdf(1, 3, -1e6), /\|delta\| \/ sqrt\(df\) at most 100000/);
  for (const p of [0, 1, -0.1, NaN, 1e-250]) {
    assert.throws(() => noncentralityOf(p, 1, 3), {
      name: "RangeError",
      message: `Cannot solve for probability ${p}: it must be in [1e-200, 1)`,
    });
  }
});

Deno.test("bracketAround() and risingRoot() find a root on either side of the guess", () => {
  fc.assert(fc.property(delta, delta, (root, guess) => {
    const rising = (x: number) => Math.expm1((x - root) / 8);
    const [low, high] = bracketAround(rising, guess, 1);
    assert(rising(low) <= 0 && rising(high) >= 0);
    assert(Math.abs(risingRoot(rising, [low, high]) - root) < 1e-11);
  }));
});

Deno.test("risingRoot() returns the bound that is nearest where both have the same sign", () => {
  assert.equal(risingRoot((x) => x, [1, 2]), 1);
  assert.equal(risingRoot((x) => x, [-2, -1]), -1);
});
