import { mustBe } from "../core/kinds.ts";
import { checkCount, checkValues, optionsOf } from "./checks.ts";
import { sum } from "./descriptive.ts";

/**
 * Shannon's entropy of a distribution over categories.
 *
 * H = −Σ pᵢ log pᵢ with pᵢ the share of category i and 0 log 0 = 0: 0 if all is in one category, log k if k
 * share equally. Estimated from few observations, it is too low on average.
 *
 * Source: Shannon (1948), Bell System Technical Journal 27, 379-423; agrees with SciPy's `entropy`.
 *
 * @param counts How often each category was seen (or its weight), at least 0; one above 0.
 * @param options.base Of the logarithm, above 1. Defaults to 2: the entropy is in bits.
 * @param options.normalized Whether to divide by log k, k the number of categories, including those never
 * seen, so that the result is in [0, 1]. Defaults to false.
 * @throws {RangeError} If a count is negative or not finite, all are 0, the base is not above 1, or there is one
 * category only, whose normalised entropy is not defined.
 *
 * @example
 * ```ts
 * import { shannonEntropy } from "codebias/statistics/entropy.ts";
 * import assert from "node:assert/strict";
 * assert.equal(shannonEntropy([5, 5, 0, 0]), 1);
 * assert.equal(shannonEntropy([5, 5, 0, 0], { normalized: true }), 0.5);
 * ```
 */
export function shannonEntropy(
  counts: readonly number[],
  options: { readonly base?: number; readonly normalized?: boolean } = {},
): number {
  const { base, normalized } = optionsOf(options, { base: 2, normalized: false });
  check(counts);
  mustBe(base > 1 && base < Infinity, `use base ${base} for logarithms`, "above 1");
  if (normalized && counts.length === 1) {
    throw new RangeError("Cannot normalise the entropy of 1 category: at least 2 are needed");
  }
  const nats = entropyInNats(counts);
  return normalized ? Math.min(1, nats / Math.log(counts.length)) : nats / Math.log(base);
}

function check(counts: readonly number[]): void {
  checkValues("the list of counts", counts, 1);
  const negative = counts.findIndex((count) => count < 0);
  mustBe(negative < 0, `use ${counts[negative]} as count ${negative + 1}`, "at least 0");
  if (counts.every((count) => count === 0)) {
    throw new RangeError("Cannot compute the entropy of counts that are all 0: one must be above 0");
  }
}

/** The largest share is 1 less the others, so that its logarithm keeps its digits where it is nearly 1. */
function entropyInNats(counts: readonly number[]): number {
  const [largest, ...others] = counts.toSorted((a, b) => b - a);
  // Scaled by the largest, so that no sum overflows.
  const scaled = others.map((count) => count / largest);
  const rest = sum(scaled);
  const total = 1 + rest;
  const terms = scaled.map((count) => count === 0 ? 0 : -(count / total) * Math.log(count / total));
  return sum([...terms, -Math.log1p(-rest / total) / total]);
}

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
 * import { expectedEntropy } from "codebias/statistics/entropy.ts";
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
