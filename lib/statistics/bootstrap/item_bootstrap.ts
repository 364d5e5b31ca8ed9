import { percentileBounds } from "./bootstrap_bounds.ts";
import { checkCount, checkLevel } from "../checks.ts";
import { variance } from "../descriptive.ts";
import { resamples as drawn } from "./resample.ts";

/** Largest share of resamples that may leave the statistic undefined. */
const MAX_UNDEFINED = 0.05;

/** Replicates this close, as a share of their size, are equal but for rounding. */
const TIE = 1e-12;

/** How to resample items. */
export interface ItemBootstrapOptions {
  /** Confidence level in (0, 1). Defaults to 0.95. */
  readonly level?: number;
  /** Number of resamples, at least 39 for 95 %. Defaults to 2000. */
  readonly resamples?: number;
  /** Any integer; the interval is a function of it, the labels and the options. Defaults to 1. */
  readonly seed?: number;
}

/**
 * Percentile interval of a statistic of items that some resamples may leave undefined.
 *
 * As many items as there are, n, are drawn with replacement; a resample without a value is drawn again. Where that happens to
 * more than 5 % of them, the others are no sample of what could have been, and there is no interval; nor is there where the
 * statistic never varies. The percentiles are widened for few items, as by `percentileBounds` with `units`.
 *
 * Source: as `percentileBounds`.
 *
 * @param n Number of items.
 * @param statistic The statistic of items by their numbers, from 0; null where it is undefined.
 * @throws {RangeError} If an option is out of range.
 *
 * @example
 * ```ts
 * import { itemBootstrap } from "codebias/statistics/bootstrap/item_bootstrap.ts";
 * import assert from "node:assert/strict";
 * const { low, high } = itemBootstrap(9, (items) => items.reduce((total, item) => total + item, 0) / 9);
 * assert(low !== null && high !== null && low < 4 && high > 4);
 * ```
 */
export function itemBootstrap(
  n: number,
  statistic: (items: Uint32Array) => number | null,
  options: ItemBootstrapOptions = {},
) {
  const { level = 0.95, resamples = 2000, seed = 1 } = options;
  checkLevel(level);
  checkCount("resamples", resamples, Math.ceil(2 / (1 - level) - 1e-9) - 1);
  const nothing = { low: null, high: null, standardError: null };
  if (n < 2) return { ...nothing, reason: "one item does not tell how items vary" };
  const replicates: number[] = [];
  for (const items of drawn(n, { draws: Math.ceil(resamples / (1 - MAX_UNDEFINED)), seed })) {
    const value = statistic(items);
    if (value !== null) replicates.push(value);
    if (replicates.length === resamples) break;
  }
  if (replicates.length < resamples) {
    return {
      ...nothing,
      reason: "more than 5 % of the resampled items have only one label, which says nothing",
    };
  }
  const standardError = Math.sqrt(variance(replicates));
  if (standardError <= TIE * Math.abs(replicates[0])) {
    return { ...nothing, reason: `it is ${replicates[0]} however the items are resampled` };
  }
  return {
    ...percentileBounds(replicates, { level, units: n }),
    /** Standard deviation of the statistic over the resamples. */
    standardError,
    /** Why there is no interval; null if there is one. */
    reason: null,
  };
}
