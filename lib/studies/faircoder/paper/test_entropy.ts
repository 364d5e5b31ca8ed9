import { sum } from "../../../statistics/descriptive.ts";
import { expectedEntropy, shannonEntropy } from "../../../statistics/entropy.ts";
import { entropyInterval } from "../../../statistics/intervals/entropy_interval.ts";
import type { Range } from "./rounding.ts";

/** The number of bisections to find shares, to a part in 2^40. */
const STEPS = 40;

/**
 * Bounds of the average preference entropy of n answers, some of which name a group.
 *
 * For each bound of the distribution's entropy, by `entropyInterval`, a distribution with that entropy is taken, between
 * that of the sample and one group alone, or equal shares; the bound is its exact average entropy for as many answers as
 * name a group. But that number of answers is chance, too, and fewer answers have a lower entropy. The distance by which
 * this moves a bound, with the fewest or most answers that the refusal rate may leave, is added as √(a² + b²). If equal
 * shares are not refuted, the upper bound is theirs with the most answers: nothing lies above it that could make up for
 * too few.
 *
 * @param counts The numbers of answers that name each group, one above 0.
 * @param options.n The number of all answers, those that name no group included; at least the sum of the counts.
 * @param options.refusal Bounds of the share of answers that name no group, in [0, 1].
 * @returns Bounds that have the entropy of the counts between them; `given` are the bounds for the number of answers that
 * name a group here.
 *
 * @example
 * ```ts
 * import { testEntropyBounds } from "codebias/studies/faircoder/paper/test_entropy.ts";
 * import assert from "node:assert/strict";
 * const { low, high, given } = testEntropyBounds([9, 4], { n: 20, refusal: { low: 0.18, high: 0.57 } });
 * assert(low < given.low && given.high < high && high < 1);
 * ```
 */
export function testEntropyBounds(
  counts: readonly number[],
  { n, refusal }: { readonly n: number; readonly refusal: Range },
): Range & { readonly given: Range } {
  const observed = shannonEntropy(counts, { normalized: true });
  const named = sum(counts);
  const ofDistribution = entropyInterval(counts);
  const largest = counts.indexOf(Math.max(...counts));
  const uneven = sharesTowards(counts.map((_, at) => at === largest ? 1 : 0), counts, ofDistribution.low);
  const even = sharesTowards(counts.map(() => 1 / counts.length), counts, ofDistribution.high);
  const fewest = Math.max(1, Math.floor(n * (1 - refusal.high)));
  const most = Math.min(n, Math.ceil(n * (1 - refusal.low)));
  const lowWith = (size: number) => Math.min(observed, expectedEntropy(uneven, size));
  const highWith = (size: number) => Math.max(observed, expectedEntropy(even, size));
  const given = { low: lowWith(named), high: highWith(named) };
  const down = Math.hypot(observed - given.low, given.low - lowWith(fewest));
  const up = Math.hypot(given.high - observed, highWith(most) - given.high);
  return {
    low: Math.max(0, observed - down),
    high: ofDistribution.high === 1 ? highWith(most) : Math.min(1, observed + up),
    given,
  };
}

/** The shares between those of the counts and the end that have this entropy. */
function sharesTowards(end: readonly number[], counts: readonly number[], entropy: number): number[] {
  const total = sum(counts);
  const at = (way: number) =>
    counts.map((count, group) => count / total + way * (end[group] - count / total));
  const entropyAt = (way: number) => shannonEntropy(at(way), { normalized: true });
  const rises = entropyAt(1) > entropyAt(0);
  // At the end itself there is no rounding.
  if (rises ? entropy >= entropyAt(1) : entropy <= entropyAt(1)) return [...end];
  let [near, far] = [0, 1];
  for (let step = 0; step < STEPS; step++) {
    const way = (near + far) / 2;
    if ((entropyAt(way) < entropy) === rises) near = way;
    else far = way;
  }
  return at((near + far) / 2);
}
