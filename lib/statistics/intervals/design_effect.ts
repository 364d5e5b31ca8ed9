import { squaredSums } from "./clusters.ts";

/**
 * The design effect of a clustered proportion, the d of `clusteredProportion`, at least 1: how many trials count as one.
 *
 * @param trials Each 0 or 1.
 * @param numbers The cluster of each trial, as `clusterNumbers` gives them.
 * @param count How many clusters there are, at least 2.
 *
 * @example
 * ```ts
 * import { steadyDesignEffect } from "codebias/statistics/intervals/design_effect.ts";
 * import assert from "node:assert/strict";
 * assert.equal(steadyDesignEffect([0, 0, 0, 0], [0, 0, 1, 1], 2), 2);
 * ```
 */
export function steadyDesignEffect(
  trials: readonly number[],
  numbers: readonly number[],
  count: number,
): number {
  const prior = 0.25; // how many clusters of trials that all agree are added to those that were seen
  const n = trials.length;
  const p = trials.reduce((total, one) => total + one, 0) / n;
  const having = (what: number) => new Set(numbers.filter((_, at) => trials[at] === what)).size;
  const informative = Math.min(having(1), having(0));
  if (informative === 0) return n / count;
  const squares = squaredSums(trials.map((y) => y - p), numbers, count);
  const plain = count / (count - 1) * squares * (n - 1) / (n * n * p * (1 - p));
  return Math.max(1, (informative * plain + prior * n / count) / (informative + prior));
}
