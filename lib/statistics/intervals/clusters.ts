import { refuseOther } from "../../core/kinds.ts";

/** What rounding leaves of sums that should be 0, as a share of the sum of the absolute terms. */
const ROUNDING = 16 * Number.EPSILON;

/** Name of the cluster of a value, e.g. the task of a sample. */
export type Cluster = string | number;

/**
 * Numbers the clusters from 0 in the order in which they first occur.
 *
 * @param clusters All strings or all finite numbers.
 * @param n How many values there are.
 * @returns The number of each value's cluster, and how many clusters there are.
 * @throws {RangeError} If there is not one cluster for each value, there are fewer than 2 clusters, or strings and
 * numbers are mixed.
 *
 * @example
 * ```ts
 * import { clusterNumbers } from "codebias/statistics/intervals/clusters.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(clusterNumbers(["x", "y", "x"], 3), { numbers: [0, 1, 0], count: 2 });
 * ```
 */
export function clusterNumbers(
  clusters: readonly Cluster[],
  n: number,
): { readonly numbers: number[]; readonly count: number } {
  refuseOther("cluster by", clusters, "a list");
  if (clusters.length !== n) {
    throw new RangeError(
      `Cannot cluster ${n} values by ${clusters.length} names: each value needs its cluster`,
    );
  }
  const bad = clusters.find((one) => typeof one !== typeof clusters[0] || Number.isNaN(one));
  if (bad !== undefined) {
    throw new RangeError(`Cannot use ${bad} as a cluster: clusters must be all strings or all numbers`);
  }
  const known = new Map<Cluster, number>();
  const numbers = clusters.map((cluster) => known.getOrInsert(cluster, known.size));
  if (known.size < 2) {
    const found = known.size === 1 ? "is 1" : "are 0";
    throw new RangeError(`Cannot tell how clusters vary: there ${found}, at least 2 are needed`);
  }
  return { numbers, count: known.size };
}

/**
 * Σ_g (Σ_{i in g} s_i)², the sum over clusters of the squared sums of their values' scores.
 *
 * @param numbers As {@linkcode clusterNumbers} gives them, and `count`.
 */
export function squaredSums(scores: readonly number[], numbers: readonly number[], count: number): number {
  const sums = new Float64Array(count);
  for (const [at, score] of scores.entries()) sums[numbers[at]] += score;
  return sums.reduce((total, one) => total + one * one, 0);
}

/** Whether squared sums are more than what rounding leaves of 0; `scale` as {@linkcode checkVariation} has it. */
export function isVaried(squares: number, scale: number): boolean {
  return Math.sqrt(squares) > ROUNDING * scale;
}

/**
 * Refuses squared sums that are only what rounding leaves of 0.
 *
 * @param squares As {@linkcode squaredSums} gives it.
 * @param scale Sum of the absolute terms from which the scores were computed.
 * @throws {RangeError} If the clusters do not vary, or a square overflowed.
 */
export function checkVariation(squares: number, scale: number): void {
  if (!Number.isFinite(squares)) {
    throw new RangeError("Cannot compute a standard error: the values are too large, their squares overflow");
  }
  if (isVaried(squares, scale)) return;
  throw new RangeError(
    "Cannot compute a standard error: the clusters do not vary around the estimate, so that nothing tells its error",
  );
}
