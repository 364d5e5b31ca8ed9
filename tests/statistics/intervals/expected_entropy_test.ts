import assert from "node:assert/strict";
import fc from "fast-check";
import { expectedEntropy, shannonEntropy } from "codebias/statistics/mod.ts";

const entropyOf = (counts: readonly number[]) => shannonEntropy(counts, { normalized: true });

/** The mean over all ordered samples, one by one. */
function listed(shares: readonly number[], n: number): number {
  const visit = (left: number, counts: readonly number[], chance: number): number =>
    left === 0
      ? chance * entropyOf(counts)
      : shares.reduce((sum, share, at) =>
        sum + (share === 0 ? 0 : visit(left - 1, counts.with(at, counts[at] + 1), chance * share)), 0);
  return visit(n, shares.map(() => 0), 1);
}

Deno.test("expectedEntropy() is the mean over all samples", () => {
  for (const shares of [[0.5, 0.5], [0.9, 0.1], [0.7, 0.1, 0.1, 0.1], [0.4, 0.35, 0.25, 0], [1, 0]]) {
    for (const n of [1, 2, 5, 7]) {
      const [found, expected] = [expectedEntropy(shares, n), listed(shares, n)];
      assert.ok(Math.abs(found - expected) < 1e-12, `${shares}, ${n}: ${found}, not ${expected}`);
    }
  }
});

Deno.test("expectedEntropy() grows with the sample towards the entropy of the distribution", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(20), { minLength: 2, maxLength: 5 }).filter((weights) =>
        weights.some((one) => one > 0)
      ),
      fc.integer({ min: 1, max: 150 }),
      (weights, n) => {
        const [less, more] = [expectedEntropy(weights, n), expectedEntropy(weights, n + 1)];
        assert.ok(less <= more + 1e-12 && more <= entropyOf(weights) + 1e-12, `${less} ${more}`);
      },
    ),
  );
  assert.ok(entropyOf([3, 1]) - expectedEntropy([3, 1], 5000) < 1e-3);
});

Deno.test("weights and sizes that are none are refused", () => {
  for (const weights of [[], [1], [0, 0], [-1, 2], [NaN, 1]]) {
    assert.throws(() => expectedEntropy(weights, 5), RangeError);
  }
  for (const n of [0, 1.5, -2]) assert.throws(() => expectedEntropy([1, 1], n), /^RangeError/);
});
