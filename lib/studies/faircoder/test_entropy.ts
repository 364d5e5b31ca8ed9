import { shannonEntropy } from "../../statistics/entropy.ts";
import { entropyInterval } from "../../statistics/entropy_interval.ts";
import { expectedEntropy } from "../../statistics/expected_entropy.ts";

/** What else is known of the answers whose groups are counted. */
export interface NamingOptions {
  /** All answers, those that name no group included; at least the sum of the counts. */
  readonly n: number;
  /** Bounds of the share that names none, in [0, 1]. */
  readonly refusal: { readonly low: number; readonly high: number };
  /** Of the interval of the entropy. @default 1 */
  readonly seed?: number;
}

/** Steps by which shares are found: to a part in 2^40. */
const STEPS = 40;

/**
 * Bounds of the preference entropy that n answers have on average, of which some name a group.
 *
 * How many name one is chance, and fewer have a lower entropy on average. So the bounds of the distribution's entropy, by
 * `entropyInterval`, are turned into those of samples: the lower one of as few as the refusal rate may leave, the upper one of as
 * many. Distributions that have these entropies lie between that of the sample and one group alone, or equal shares.
 *
 * @param counts Of answers that name each group, one above 0.
 * @returns Bounds in [0, 1] that have the entropy of the counts between them.
 *
 * @example
 * ```ts
 * import { testEntropyBounds } from "codebias/studies/faircoder/test_entropy.ts";
 * import assert from "node:assert/strict";
 * const { low, high } = testEntropyBounds([7, 7], { n: 20, refusal: { low: 0.15, high: 0.52 } });
 * assert(low < 0.9 && high === 1);
 * ```
 */
export function testEntropyBounds(
  counts: readonly number[],
  { n, refusal, seed = 1 }: NamingOptions,
): { readonly low: number; readonly high: number } {
  const observed = shannonEntropy(counts, { normalized: true });
  const { low, high } = entropyInterval(counts, { seed });
  const fewest = Math.max(1, Math.floor(n * (1 - refusal.high)));
  const most = Math.min(n, Math.ceil(n * (1 - refusal.low)));
  const largest = counts.indexOf(Math.max(...counts));
  const alone = counts.map((_, at) => at === largest ? 1 : 0);
  const equal = counts.map(() => 1 / counts.length);
  return {
    low: Math.min(observed, expectedEntropy(sharesTowards(alone, counts, low), fewest)),
    high: Math.max(observed, expectedEntropy(sharesTowards(equal, counts, high), most)),
  };
}

/** Shares between those of the counts and the end, which have an entropy between theirs. */
function sharesTowards(end: readonly number[], counts: readonly number[], entropy: number): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
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
