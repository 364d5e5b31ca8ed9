import assert from "node:assert/strict";
import fc from "fast-check";
import { countOf } from "codebias/statistics/intervals/printed_counts.ts";

const printed = (rate: number) => Math.round(10_000 * rate) / 10_000;

const share = fc.integer({ min: 1, max: 1715 }).chain((n) =>
  fc.record({ n: fc.constant(n), k: fc.integer({ min: 0, max: n }) })
);

Deno.test("countOf() finds the count behind a printed share", () => {
  fc.assert(fc.property(share, ({ n, k }) => assert.equal(countOf(printed(k / n), n), k)));
});

Deno.test("countOf() finds none where a share of n cannot be printed like this", () => {
  assert.equal(countOf(0.3334, 3), null);
  assert.equal(countOf(0.3333, 3), 1);
});

Deno.test("countOf() goes by the digits to which a share is rounded", () => {
  assert.deepEqual([countOf(0.33, 3), countOf(0.33, 3, { digits: 2 })], [null, 1]);
  assert.deepEqual([countOf(0.92, 153), countOf(0.92, 153, { digits: 2 })], [null, 141]);
});

Deno.test("countOf() refuses what is no share, and no number of units or digits", () => {
  assert.throws(() => countOf(33.33, 3), /Cannot count 33.33 of 3: a share must be in \[0, 1\]/);
  assert.throws(() => countOf(NaN, 3), RangeError);
  assert.throws(() => countOf(0.5, 0), RangeError);
  assert.throws(() => countOf(0.5, 2, { digits: 0.5 }), RangeError);
});
