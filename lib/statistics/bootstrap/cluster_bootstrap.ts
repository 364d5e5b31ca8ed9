import { refuseOther } from "../../core/kinds.ts";
import { percentileBounds } from "./bootstrap_bounds.ts";
import { optionsOf } from "../checks.ts";
import { type Cluster, clusterNumbers } from "../intervals/clusters.ts";
import { variance } from "../descriptive.ts";
import { resamples } from "./resample.ts";

/** How to bootstrap. */
export interface BootstrapOptions {
  /** @default 2000 */
  readonly draws?: number;
  /** Any integer; the interval is a function of it, the rows and the options. @default 1 */
  readonly seed?: number;
  /** @default 0.95 */
  readonly level?: number;
}

/**
 * Bootstrap interval of any statistic of clustered rows.
 *
 * Each of the resamples is made of as many whole clusters as there are, drawn with replacement; a cluster drawn twice comes
 * twice. This needs no assumption on how rows of a cluster depend on each other. The percentile interval is widened
 * for the number of clusters: as it is, it covers too rarely, a mean of normal values in 88 % with 8 clusters, 92 % with 20
 * and 93.5 % with 40 of what should be 95 %, where 94 % of the widened ones do (simulated).
 *
 * Each resample holds all rows: of 200,000, 2000 take minutes. A share or a mean needs one row a cluster, its count and its sum,
 * and so has the same interval for the same seed in less than a second.
 *
 * Source: Davison and Hinkley (1997), Bootstrap Methods and their Application, section 3.8; for the bounds see
 * `percentileBounds`.
 *
 * @param rows Anything that the statistic takes. Their order decides the order of the clusters, hence what a seed draws.
 * @param clusters The cluster of each row.
 * @param statistic A function of rows, to be called with each resample; it must give a finite number.
 * @param options.draws Number of resamples, at least 39 for 95 %. Defaults to 2000.
 * @throws {RangeError} If there are fewer than 2 clusters, the statistic is not a finite number or never varies, or an
 * option is out of range.
 *
 * @example
 * ```ts
 * import { clusterBootstrap } from "codebias/statistics/bootstrap/cluster_bootstrap.ts";
 * import { median } from "simple-statistics";
 * import assert from "node:assert/strict";
 * const rows = [3, 4, 8, 9, 5, 7, 1, 2];
 * const tasks = ["s", "s", "t", "t", "u", "u", "v", "v"];
 * const { value, low, high } = clusterBootstrap(rows, tasks, median, { draws: 500 });
 * assert(value === 4.5 && low < 4.5 && high > 4.5);
 * assert.deepEqual(clusterBootstrap(rows, tasks, median, { draws: 500 }).low, low);
 * ```
 */
export function clusterBootstrap<Row>(
  rows: readonly Row[],
  clusters: readonly Cluster[],
  statistic: (rows: Row[]) => number,
  options: BootstrapOptions = {},
) {
  const { draws, seed, level } = optionsOf(options, { draws: 2000, seed: 1, level: 0.95 });
  refuseOther("bootstrap the rows of", rows, "a list");
  refuseOther("bootstrap", statistic, "a function");
  const groups = groupRows(rows, clusters);
  const value = finite(statistic([...rows]), "of all rows");
  const replicates: number[] = [];
  for (const drawn of resamples(groups.length, { draws, seed })) {
    replicates.push(finite(statistic(rowsOf(groups, drawn)), `of resample ${replicates.length + 1}`));
  }
  return {
    /** The statistic of all rows. */
    value,
    ...percentileBounds(replicates, { level, units: groups.length }),
    level,
    /** Standard deviation of the replicates. */
    standardError: Math.sqrt(variance(replicates)),
    n: rows.length,
    clusters: groups.length,
    /** How many resamples there were. */
    draws: replicates.length,
    /** The statistic of each resample, in the order of drawing. */
    replicates,
  };
}

function groupRows<Row>(rows: readonly Row[], clusters: readonly Cluster[]): Row[][] {
  const { numbers, count } = clusterNumbers(clusters, rows.length);
  const groups: Row[][] = Array.from({ length: count }, () => []);
  for (const [at, row] of rows.entries()) groups[numbers[at]].push(row);
  return groups;
}

function rowsOf<Row>(groups: readonly Row[][], numbers: Iterable<number>): Row[] {
  const rows: Row[] = [];
  for (const number of numbers) for (const row of groups[number]) rows.push(row);
  return rows;
}

function finite(value: number, what: string): number {
  if (Number.isFinite(value)) return value;
  throw new RangeError(`Cannot bootstrap: the statistic ${what} is ${value}, it must be a finite number`);
}
