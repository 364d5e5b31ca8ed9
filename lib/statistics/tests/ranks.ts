/**
 * Ranks from 1, where equal values share the mean of the ranks they take up (midranks).
 *
 * The rank of x is #{y < x} + (#{y = x} + 1) / 2.
 *
 * Source: Kruskal and Wallis (1952), Journal of the American Statistical Association 47(260), 583-621;
 * agrees with `scipy.stats.rankdata`.
 *
 * @param values Finite numbers; equal means equal as doubles, so 0.1 + 0.2 and 0.3 differ.
 * @returns One rank for each value, in the order of the values; all are multiples of 1/2.
 *
 * @example
 * ```ts
 * import { midranks } from "codebias/statistics/tests/ranks.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(midranks([30, 10, 20, 20]), [4, 1, 2.5, 2.5]);
 * ```
 */
export function midranks(values: readonly number[]): number[] {
  const order = Array.from(values.keys()).sort((i, j) => values[i] - values[j]);
  const ranks = new Array<number>(values.length);
  let below = 0;
  for (const count of tieCounts(values)) {
    for (let i = below; i < below + count; i += 1) ranks[order[i]] = below + (count + 1) / 2;
    below += count;
  }
  return ranks;
}

/**
 * How often each distinct value occurs, from the least value to the greatest.
 *
 * Source: agrees with the counts of `numpy.unique`.
 *
 * @param values Finite numbers.
 *
 * @example
 * ```ts
 * import { tieCounts } from "codebias/statistics/tests/ranks.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(tieCounts([30, 10, 20, 20]), [1, 2, 1]);
 * ```
 */
export function tieCounts(values: readonly number[]): number[] {
  const sorted = Float64Array.from(values).sort();
  const counts: number[] = [];
  for (let i = 0; i < sorted.length; i += 1) {
    if (i > 0 && sorted[i] === sorted[i - 1]) counts[counts.length - 1] += 1;
    else counts.push(1);
  }
  return counts;
}

/**
 * What ties take off the variance of a rank statistic: Σ (t³ − t) over the numbers t of equal values.
 *
 * Source: Lehmann (1975), Nonparametrics, section 1.4; agrees with the tie term of `scipy.stats`.
 *
 * @param values Finite numbers.
 *
 * @example
 * ```ts
 * import { tieTerm } from "codebias/statistics/tests/ranks.ts";
 * import assert from "node:assert/strict";
 * assert.equal(tieTerm([30, 10, 20, 20]), 6);
 * assert.equal(tieTerm([1, 2, 3]), 0);
 * ```
 */
export function tieTerm(values: readonly number[]): number {
  return tieCounts(values).reduce((total, count) => total + (count ** 3 - count), 0);
}
