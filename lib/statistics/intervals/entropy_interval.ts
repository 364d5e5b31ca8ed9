import type { BootstrapOptions } from "../bootstrap/cluster_bootstrap.ts";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { checkCount, optionsOf } from "../checks.ts";
import { mean } from "../descriptive.ts";
import { shannonEntropy } from "../entropy.ts";
import { halved } from "./rising_root.ts";
import { seedFrom } from "../random.ts";

/** Steps to find a bound: to a 4096th of the way. */
const STEPS = 12;

/** Entropies this close are equal but for rounding. */
const TIE = 1e-9;

/**
 * Interval for the normalised entropy of a distribution, given a sample of it.
 *
 * The entropy of a sample is too low on average, so that a bootstrap, whose samples are samples of the sample, is too low twice. Here
 * the bounds are entropies of distributions whose samples have an entropy like that of the given one: the shares are moved towards
 * equal shares, and towards the largest one alone, until a share (1 - level) / 2 of samples has an entropy as
 * low, or as high; samples with exactly that entropy count half. So equal shares are within the interval
 * unless they are refuted, and where all is in one category the upper bound says how much else may be missing
 * from the sample.
 *
 * Source: the inversion of a test along a line of distributions, as in bootstrap tilting: Efron (1981), Canadian Journal of Statistics
 * 9(2), 139-158; with mid-p: Lancaster (1961), JASA 56, 223-234. The lines are this project's own.
 *
 * @param counts How often each category was seen, integers of at least 0, one above 0; at least 2 categories.
 * @param options.draws Samples that are drawn, at least 100. Defaults to 2000.
 * @returns The bounds, in [0, 1]; for the average of samples, which is less, see `expectedEntropy`.
 * @throws {RangeError} If counts are none, or an option is out of range.
 *
 * @example
 * ```ts
 * import { entropyInterval } from "codebias/statistics/intervals/entropy_interval.ts";
 * import assert from "node:assert/strict";
 * const { low, high } = entropyInterval([20, 0]);
 * // Of samples of 20 with a share of .139 of the second category, 5 % have none of it.
 * assert(low === 0 && Math.abs(high - 0.582) < 0.02);
 * assert.equal(entropyInterval([10, 10]).high, 1);
 * ```
 */
export function entropyInterval(
  counts: readonly number[],
  options: BootstrapOptions = {},
): { readonly low: number; readonly high: number } {
  const { level, draws, seed } = optionsOf(options, { level: 0.95, draws: 2000, seed: 1 });
  checkCount("draws", draws, 100);
  const observed = shannonEntropy(counts, { normalized: true });
  const n = counts.reduce((sum, count) => sum + count, 0);
  const strange = counts.find((count) => !Number.isInteger(count));
  if (strange !== undefined) {
    throw new RangeError(
      `Cannot find the bounds of an entropy from a count of ${strange}: counts are integers`,
    );
  }
  // In order, so that the order of the categories makes no difference.
  const shares = counts.toSorted((a, b) => b - a).map((count) => count / n);
  const samples = sortedUniforms(n, draws, seed);
  const entropies = entropyOf(n, counts.length);
  const equal = shares.map(() => 1 / shares.length);
  const alone = shares.map((_, at) => at === 0 ? 1 : 0);
  const sharesAt = (end: readonly number[], way: number) =>
    shares.map((share, at) => share + way * (end[at] - share));
  /** By how much the entropy of each sample from shares is above the given one. */
  const beyond = (from: readonly number[]) => {
    const cuts = cutsOf(from);
    return samples.map((sample) => entropies(sample, cuts) - observed);
  };
  const entropyAt = (from: readonly number[]) => shannonEntropy(from, { normalized: true });
  /** Goes from the shares towards the end while enough samples are at least as far on the other side. */
  const boundTowards = (end: readonly number[], side: 1 | -1) => {
    const isInside = (way: number) => {
      const tail = beyond(sharesAt(end, way)).map((by) => side * by < -TIE ? 1 : side * by <= TIE ? 0.5 : 0);
      return mean(tail) >= (1 - level) / 2;
    };
    if (isInside(1)) return entropyAt(end);
    const [inside, outside] = halved(isInside, [0, 1], STEPS);
    return entropyAt(sharesAt(end, (inside + outside) / 2));
  };
  const [low, high] = [boundTowards(alone, -1), boundTowards(equal, 1)];
  // But for rounding, the entropy of the sample is between them.
  return { low: Math.max(0, Math.min(low, observed)), high: Math.min(1, Math.max(high, observed)) };
}

/** Sums of shares up to each category but the last. */
function cutsOf(shares: readonly number[]): number[] {
  let total = 0;
  return shares.slice(0, -1).map((share) => total += share);
}

/**
 * Uniform numbers in order, n for each draw: the same for all distributions, so that counts change gradually.
 */
function sortedUniforms(n: number, draws: number, seed: number): Float64Array[] {
  const random = xoroshiro128plus(seedFrom("entropy interval", seed));
  return Array.from({ length: draws }, () => {
    // The first of n uniform numbers, then the first of those that are left.
    const sorted = new Float64Array(n);
    let last = 0;
    for (let at = 0; at < n; at++) {
      last = 1 - (1 - last) * Math.pow(1 - uniformFloat64(random), 1 / (n - at));
      sorted[at] = last;
    }
    return sorted;
  });
}

/** The normalised entropy of a sample whose categories end at the cuts. */
function entropyOf(n: number, categories: number): (sample: Float64Array, cuts: readonly number[]) => number {
  const terms = Float64Array.from({ length: n + 1 }, (_, count) => count === 0 ? 0 : count * Math.log(count));
  const all = Math.log(n);
  const most = Math.log(categories);
  return (sample, cuts) => {
    let before = 0;
    let sum = 0;
    for (const cut of cuts) {
      const count = below(sample, cut);
      sum += terms[count - before];
      before = count;
    }
    return (all - (sum + terms[n - before]) / n) / most;
  };
}

/** How many of the sorted numbers are below a cut. */
function below(sorted: Float64Array, cut: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < cut) low = middle + 1;
    else high = middle;
  }
  return low;
}
