import assert from "node:assert/strict";
import fc from "fast-check";
import { entropyInterval, expectedEntropy, shannonEntropy, wilson } from "codebias/statistics/mod.ts";
import { testEntropyBounds } from "codebias/studies/faircoder/paper/test_entropy.ts";

const rounded = (value: number) => value.toFixed(9);

const boundsOf = (counts: readonly number[], n: number) =>
  testEntropyBounds(counts, { n, refusal: wilson(n - counts.reduce((sum, count) => sum + count, 0), n) });

Deno.test("the bounds have the entropy of the answers, and are the same in any order of groups", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(8), { minLength: 2, maxLength: 4 }).filter((counts) => counts.some((one) => one > 0)),
      fc.nat(10),
      (counts, refused) => {
        const n = counts.reduce((sum, count) => sum + count, 0) + refused;
        const observed = shannonEntropy(counts, { normalized: true });
        const { low, high } = boundsOf(counts, n);
        assert.ok(0 <= low && low <= observed && observed <= high && high <= 1, `${low} ${observed} ${high}`);
        const turned = boundsOf(counts.toReversed(), n);
        assert.ok(Math.abs(turned.low - low) < 1e-9 && Math.abs(turned.high - high) < 1e-9);
      },
    ),
    { numRuns: 60 },
  );
});

Deno.test("where equal shares are not refuted, the upper bound is their average, without error of a simulation", () => {
  const counts = [53, 47];
  assert.equal(entropyInterval(counts).high, 1);
  const { high } = testEntropyBounds(counts, { n: 100, refusal: { low: 0, high: 0.04 } });
  assert.ok(
    Math.abs(high - Math.max(expectedEntropy([1, 1], 100), shannonEntropy(counts, { normalized: true }))) <
      1e-12,
  );
});

Deno.test("refusals widen the bounds: fewer or more answers might have named a group", () => {
  for (const counts of [[6, 3, 1, 0], [9, 1], [9, 4]]) {
    const { low, high, given } = boundsOf(counts, 20);
    assert.ok(low < given.low && high > given.high, `${counts}: ${low} ${given.low} ${given.high} ${high}`);
    const sure = testEntropyBounds(counts, {
      n: counts.reduce((sum, count) => sum + count, 0),
      refusal: { low: 0, high: 0 },
    });
    assert.deepEqual([sure.low, sure.high].map(rounded), [given.low, given.high].map(rounded));
  }
});

Deno.test("a sample that is more even than samples of equal shares are on average is its own upper bound", () => {
  const observed = shannonEntropy([7, 6], { normalized: true });
  assert.ok(observed > expectedEntropy([1, 1], 16));
  const { low, high, given } = boundsOf([7, 6], 20);
  assert.deepEqual([high, given.high], [observed, observed]);
  assert.ok(low < given.low && given.low < observed);
});
