import assert from "node:assert/strict";
import fc from "fast-check";
import { normalQuantile } from "codebias/statistics/distributions/normal.ts";
import { scoreBounds } from "codebias/statistics/intervals/wilson.ts";
import { wilson } from "codebias/statistics/mod.ts";
import { near } from "../agrees.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const trials = fc.double({ min: 0.1, max: 1e6, noNaN: true });
const quantile = fc.double({ min: 0.1, max: 5, noNaN: true });

Deno.test("scoreBounds() of whole trials is Wilson's interval", () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 5000 }), share, (n, part) => {
    const k = Math.round(part * n);
    const expected = wilson(k, n);
    const ours = scoreBounds(k / n, n, normalQuantile(0.025));
    near(ours.low, expected.low, 1e-12);
    near(ours.high, expected.high, 1e-12);
  }));
});

Deno.test("scoreBounds() solve their equation, on either side of the proportion", () => {
  fc.assert(fc.property(share, trials, quantile, (p, n, z) => {
    const { low, high } = scoreBounds(p, n, z);
    assert(0 <= low && low <= p && p <= high && high <= 1);
    for (const bound of [low, high]) {
      near((p - bound) ** 2, z * z * bound * (1 - bound) / n, 1e-9 * (1 + z * z / n));
    }
  }));
});

Deno.test("scoreBounds() of nothing, and of everything, end at 0 and 1", () => {
  assert.equal(scoreBounds(0, 10, 2).low, 0);
  assert.equal(scoreBounds(1, 10, 2).high, 1);
});
