import { checkCount } from "../checks.ts";
import { sum } from "../descriptive.ts";
import { shannonEntropy } from "../entropy.ts";

/**
 * The normalised entropy that samples of a distribution have on average, exactly.
 *
 * E[H] = (log n - Σᵢ E[Kᵢ log Kᵢ] / n) / log k with Kᵢ binomial with n and share pᵢ, for k categories: the
 * entropy is a sum over categories, so that each may be taken by itself. It is below the entropy of the
 * distribution, most so for small samples.
 *
 * @param weights Of the categories, at least 0, one above 0; at least 2 categories.
 * @param n Size of a sample, at least 1.
 * @returns In [0, 1].
 * @throws {RangeError} If weights are none, or n is no integer of at least 1.
 *
 * @example
 * ```ts
 * import { expectedEntropy } from "codebias/statistics/intervals/expected_entropy.ts";
 * import assert from "node:assert/strict";
 * // Of two, half the samples are one of each.
 * assert(Math.abs(expectedEntropy([1, 1], 2) - 0.5) < 1e-12);
 * assert.equal(expectedEntropy([1, 1], 1), 0);
 * ```
 */
export function expectedEntropy(weights: readonly number[], n: number): number {
  // Refuses invalid weights.
  shannonEntropy(weights, { normalized: true });
  checkCount("n", n, 1);
  const total = sum(weights);
  const used = sum(weights.map((weight) => expectedTerm(weight / total, n)));
  const nats = Math.log(n) - used / n;
  return Math.min(1, Math.max(0, nats / Math.log(weights.length)));
}

/** E[K log K] with K binomial. */
function expectedTerm(share: number, n: number): number {
  if (share === 0) return 0;
  if (share >= 1) return n * Math.log(n);
  const [hit, miss] = [Math.log(share), Math.log1p(-share)];
  let logWays = 0;
  let expected = 0;
  for (let k = 1; k <= n; k++) {
    logWays += Math.log((n - k + 1) / k);
    expected += Math.exp(logWays + k * hit + (n - k) * miss) * k * Math.log(k);
  }
  return expected;
}
