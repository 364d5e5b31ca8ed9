import { arrangementsOf, type Pool } from "./arrangements.ts";
import { type Alternative, checkCount, checkLists, checkRange, optionsOf } from "../checks.ts";
import { mean, sum } from "../descriptive.ts";
import { integers } from "../random.ts";
import { pairedDifferences, scaleOf } from "../scale.ts";

/** Options of a permutation test. */
export interface PermutationOptions {
  /** Whether a[i] and b[i] belong together. Defaults to false. */
  readonly paired?: boolean;
  /** `greater`: the mean of b is above that of a. Defaults to `two-sided`. */
  readonly alternative?: Alternative;
  /** Largest number of arrangements that are all looked at. Defaults to 20 000, or the number of values where it is larger. */
  readonly exactUpTo?: number;
  /** Number of arrangements drawn where there are more. Defaults to 9 999. */
  readonly draws?: number;
  /** Seed of the draws, an integer. Defaults to 1. */
  readonly seed?: number;
}

/** Sums closer than this, times Σ|x|, differ by rounding only, as do those of n values closer than √n last places. */
const ROUNDING = 100 * Number.EPSILON;

/**
 * Permutation test of the difference of two means.
 *
 * Under the null hypothesis every division of all values into groups of these sizes is equally likely or, with
 * `paired`, every assignment of each pair's values to a and b. p is the share of arrangements with a
 * difference at least as far up (`greater`) or down (`less`) as the observed one; two-sided it is twice the
 * smaller share, at most 1. Arrangements made indistinguishable by equal values are counted once, with
 * their probability: where at most `exactUpTo` can be told apart, all are looked at. Otherwise `draws` are
 * drawn at random, and p = (1 + number as far) / (1 + draws), which is never 0. Differences that rounding
 * alone can bring about count as none: pairs within ten units of relative precision as equal, and
 * arrangements within √n last places of the largest value as equally far.
 *
 * Source: Fisher (1935), The Design of Experiments, section 21; Phipson and Smyth (2010), Statistical Applications
 * in Genetics and Molecular Biology 9(1), article 39 (drawn arrangements); agrees with
 * `scipy.stats.permutation_test` of the difference of means, `permutation_type` "independent" or "samples".
 *
 * @param a Values of the first group, at least one.
 * @param b Values of the second group, at least one.
 * @throws {RangeError} If a group is empty, a value is not finite, pairs are incomplete, the difference exceeds the range of
 * numbers, or an option is out of range.
 *
 * @example
 * ```ts
 * import { permutationTest } from "codebias/statistics/tests/permutation_test.ts";
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
) {
  const { paired, alternative, draws, seed, ...given } = optionsOf(options, {
    ...{ paired: false, alternative: "two-sided", exactUpTo: undefined, draws: 9_999, seed: 1 },
  });
  checkLists({ "group a": a, "group b": b }, 1, paired);
  const { exactUpTo = Math.max(20_000, a.length + b.length) } = given;
  checkCount("arrangements that are all looked at", exactUpTo);
  checkCount("draws", draws, 1);
  if (!Number.isSafeInteger(seed)) throw new RangeError(`Cannot use seed ${seed}: it must be an integer`);
  const { difference, ...rearranged } = (paired ? ofPairs : ofGroups)(a, b);
  checkRange("the difference of means", [difference]);
  const exact = exactTails(rearranged, exactUpTo);
  const { less, greater, arrangements } = exact ?? drawnTails(rearranged, { draws, seed });
  return {
    test: paired ? "Paired permutation test" : "Permutation test",
    statistic: difference,
    df: null,
    p: Math.min(1, { less, greater, "two-sided": 2 * Math.min(less, greater) }[alternative]),
    alternative,
    method: exact === null ? "monte-carlo" as const : "exact" as const,
    /** Difference of the means, b − a. */
    difference,
    /** Number of arrangements looked at: all that can be told apart if exact, else those drawn. */
    arrangements,
  };
}

/** The sum of b decides the difference, since the sum of all values stays what it is. */
function ofGroups(a: readonly number[], b: readonly number[]) {
  const values = [...a, ...b];
  const unit = scaleOf(values);
  // A median: integers stay integers, and what is common to all values does not take the digits of their sums.
  const zero = values.toSorted((x, y) => x - y)[(values.length - 1) >> 1] / unit;
  const [fromA, fromB] = [a, b].map((group) => group.map((value) => value / unit - zero));
  const pool: Pool = { values: [...fromA, ...fromB], chosen: b.length };
  const difference = unit * (mean(fromB) - mean(fromA));
  return { pool, observed: sum(fromB), rounding: tieWidth(pool), difference };
}

/** So does the sum of |b − a| where b is above, since the sum of all |b − a| stays; no difference, no choice. */
function ofPairs(a: readonly number[], b: readonly number[]): ReturnType<typeof ofGroups> {
  const unit = scaleOf([...a, ...b]);
  const [fromA, fromB] = [a, b].map((list) => list.map((value) => value / unit));
  const all = pairedDifferences(fromA, fromB);
  const differences = all.filter((difference) => difference !== 0);
  const pool = { values: differences.map(Math.abs), chosen: null };
  const observed = sum(differences.filter((difference) => difference > 0));
  return { pool, observed, rounding: tieWidth(pool), difference: unit * mean(all) };
}

/** The largest value before it was centred is of size 1, so that ε is a unit in its last place. */
function tieWidth({ values }: Pool): number {
  return Math.max(ROUNDING * sum(values.map(Math.abs)), Number.EPSILON * Math.sqrt(values.length));
}

/** What is rearranged, in a unit and from a zero that keep its digits, the sum that was observed, and which sums are equal to it. */
type Rearranged = Omit<ReturnType<typeof ofGroups>, "difference">;

/** Chances that a random arrangement has a difference of at most, and of at least, the observed one; null if there are too many. */
function exactTails({ pool, observed, rounding }: Rearranged, most: number) {
  const found = arrangementsOf(pool, most);
  if (found === null) return null;
  const { sums, chances } = found;
  return {
    less: sum(chances.filter((_, i) => sums[i] <= observed + rounding)),
    greater: sum(chances.filter((_, i) => sums[i] >= observed - rounding)),
    arrangements: sums.length,
  };
}

function drawnTails(
  { pool, observed, rounding }: Rearranged,
  options: { draws: number; seed: number },
) {
  const { draws } = options;
  const draw = pool.chosen === null ? signsOf(pool.values, options.seed) : groupsOf(pool, options.seed);
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
  const draw = integers("signs", seed);
  return () => {
    let drawn = 0;
    for (const value of values) drawn += draw(0, 1) * value;
    return drawn;
  };
}

/** Draws the group by as many steps of a Fisher-Yates shuffle as the smaller group has values, and gives its sum. */
function groupsOf(pool: Pool, seed: number): () => number {
  const draw = integers("groups", seed);
  const levels = Float64Array.from(new Set(pool.values));
  const places = new Map(Array.from(levels, (level, place) => [level, place]));
  // Places are shorter than values, so that what is shuffled stays in the processor's cache.
  const Places = levels.length <= 2 ** 8 ? Uint8Array : levels.length <= 2 ** 16 ? Uint16Array : Uint32Array;
  const shuffled = Places.from(pool.values.map((value) => places.get(value)!));
  const all = sum(pool.values);
  const chosen = pool.chosen ?? 0;
  const last = shuffled.length - 1;
  const smaller = Math.min(chosen, shuffled.length - chosen);
  return () => {
    let drawn = 0;
    for (let i = 0; i < smaller; i += 1) {
      const j = draw(i, last);
      [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
      drawn += levels[shuffled[i]];
    }
    return smaller === chosen ? drawn : all - drawn;
  };
}
