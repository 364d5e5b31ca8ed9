import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { arrangementsOf, type Pool } from "./arrangements.ts";
import { type Alternative, checkCount, checkPairs, checkValues } from "./checks.ts";
import { mean, sum } from "./descriptive.ts";
import { seedFrom } from "./random.ts";
import type { TestResult } from "./test_result.ts";

/** How a permutation test came out; `statistic` is the difference of the means, b − a. */
export interface PermutationResult extends TestResult {
  /** Difference of the means, b − a. */
  readonly difference: number;
  /** Number of arrangements looked at: all that can be told apart if exact, else those drawn. */
  readonly arrangements: number;
}

/** Options of a permutation test. */
export interface PermutationOptions {
  /** Whether a[i] and b[i] belong together. Defaults to false. */
  readonly paired?: boolean;
  /** `greater`: the mean of b is above that of a. Defaults to `two-sided`. */
  readonly alternative?: Alternative;
  /** Largest number of arrangements that are all looked at. Defaults to 20 000. */
  readonly exactUpTo?: number;
  /** Number of arrangements drawn where there are more. Defaults to 9 999. */
  readonly draws?: number;
  /** Seed of the draws, an integer. Defaults to 1. */
  readonly seed?: number;
}

/** Chances that a random arrangement has a difference of at most, and of at least, the observed one. */
interface Tails {
  readonly less: number;
  readonly greater: number;
  readonly arrangements: number;
}

/** Sums closer than this, times Σ|x|, differ by rounding only. */
const ROUNDING = 100 * Number.EPSILON;

/**
 * Permutation test of the difference of two means.
 *
 * Under the null hypothesis every division of all values into groups of these sizes is equally likely or, with
 * `paired`, every choice of which value of each pair is whose. p is the share of arrangements with a difference at
 * least as far up (`greater`) or down (`less`) as the observed one; two-sided it is twice the smaller share, at
 * most 1. Arrangements that equal values make indistinguishable are counted once, with their probability: where at
 * most `exactUpTo` can be told apart, all are looked at. Otherwise `draws` are drawn at random, and
 * p = (1 + number as far) / (1 + draws), which is never 0.
 *
 * Source: Fisher (1935), The Design of Experiments, section 21; Phipson and Smyth (2010), Statistical Applications
 * in Genetics and Molecular Biology 9(1), article 39 (drawn arrangements); agrees with
 * `scipy.stats.permutation_test` of the difference of means, `permutation_type` "independent" or "samples".
 *
 * @param a Values of the first group, at least one.
 * @param b Values of the second group, at least one.
 * @throws {RangeError} If a group is empty, a value is not finite, pairs are incomplete, or an option is no count.
 *
 * @example
 * ```ts
 * import { permutationTest } from "codebias/statistics/permutation_test.ts";
 * import assert from "node:assert/strict";
 * const { difference, p, method } = permutationTest([1, 2, 3], [4, 5, 6]);
 * assert.deepEqual([difference, method], [3, "exact"]);
 * assert(Math.abs(p - 2 / 20) < 1e-12);
 * ```
 */
export function permutationTest(
  a: readonly number[],
  b: readonly number[],
  options: PermutationOptions = {},
): PermutationResult {
  const { alternative = "two-sided", exactUpTo = 20_000, draws = 9_999, seed = 1 } = options;
  if (options.paired) checkPairs(a, b);
  checkValues("group a", a, 1);
  checkValues("group b", b, 1);
  checkCount("arrangements that are all looked at", exactUpTo);
  checkCount("draws", draws, 1);
  if (!Number.isSafeInteger(seed)) throw new RangeError(`Cannot use seed ${seed}: it must be an integer`);
  const { pool, observed } = options.paired ? pairedPool(a, b) : groupedPool(a, b);
  const exact = exactTails(pool, observed, exactUpTo);
  const { less, greater, arrangements } = exact ?? drawnTails(pool, observed, { draws, seed });
  const difference = mean(b) - mean(a);
  return {
    test: options.paired ? "Paired permutation test" : "Permutation test",
    statistic: difference,
    df: null,
    p: Math.min(1, { less, greater, "two-sided": 2 * Math.min(less, greater) }[alternative]),
    alternative,
    method: exact === null ? "monte-carlo" : "exact",
    difference,
    arrangements,
  };
}

/** The sum of b decides the difference, since the sum of all values stays what it is. */
function groupedPool(a: readonly number[], b: readonly number[]): { pool: Pool; observed: number } {
  return { pool: { values: [...a, ...b], chosen: b.length }, observed: sum(b) };
}

/** So does the sum of |b − a| where b is above, since the sum of all |b − a| stays; no difference, no choice. */
function pairedPool(a: readonly number[], b: readonly number[]): { pool: Pool; observed: number } {
  const differences = b.map((value, i) => value - a[i]).filter((difference) => difference !== 0);
  return {
    pool: { values: differences.map(Math.abs), chosen: null },
    observed: sum(differences.filter((difference) => difference > 0)),
  };
}

function roundingOf({ values }: Pool): number {
  return ROUNDING * values.reduce((total, value) => total + Math.abs(value), 0);
}

function exactTails(pool: Pool, observed: number, most: number): Tails | null {
  const found = arrangementsOf(pool, most);
  if (found === null) return null;
  const rounding = roundingOf(pool);
  const { sums, chances } = found;
  return {
    less: sum(chances.filter((_, i) => sums[i] <= observed + rounding)),
    greater: sum(chances.filter((_, i) => sums[i] >= observed - rounding)),
    arrangements: sums.length,
  };
}

function drawnTails(pool: Pool, observed: number, options: { draws: number; seed: number }): Tails {
  const { draws } = options;
  const draw = pool.chosen === null ? signsOf(pool.values, options.seed) : groupsOf(pool, options.seed);
  const rounding = roundingOf(pool);
  let [less, greater] = [1, 1];
  for (let i = 0; i < draws; i += 1) {
    const drawn = draw();
    if (drawn <= observed + rounding) less += 1;
    if (drawn >= observed - rounding) greater += 1;
  }
  return { less: less / (draws + 1), greater: greater / (draws + 1), arrangements: draws };
}

/** Draws which values count, each with probability 1/2, and gives their sum. */
function signsOf(values: readonly number[], seed: number): () => number {
  const generator = xoroshiro128plus(seedFrom("signs", seed));
  return () => {
    let drawn = 0;
    for (const value of values) if (uniformInt(generator, 0, 1) === 1) drawn += value;
    return drawn;
  };
}

/** Draws the group by as many steps of a Fisher-Yates shuffle as the smaller group has values, and gives its sum. */
function groupsOf(pool: Pool, seed: number): () => number {
  const generator = xoroshiro128plus(seedFrom("groups", seed));
  const values = Float64Array.from(pool.values);
  const all = sum(pool.values);
  const chosen = pool.chosen ?? 0;
  const smaller = Math.min(chosen, values.length - chosen);
  return () => {
    let drawn = 0;
    for (let i = 0; i < smaller; i += 1) {
      const j = uniformInt(generator, i, values.length - 1);
      [values[i], values[j]] = [values[j], values[i]];
      drawn += values[i];
    }
    return smaller === chosen ? drawn : all - drawn;
  };
}
