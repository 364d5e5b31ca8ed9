/** Costs of a program at several sizes of its input. */
export interface Series {
  /** Sizes, each above 0, rising. */
  readonly n: readonly number[];
  /** Cost at each size: seconds, or a count of operations. */
  readonly t: readonly number[];
}

/**
 * Why no cost can be fitted to a series at all; undefined if one can.
 *
 * Sizes must be at least three, above 0 and rising, and there must be a finite cost of at least 0 for each.
 *
 * @example
 * ```ts
 * import { whyUnusable } from "codebias/complexity/series.ts";
 * import assert from "node:assert/strict";
 * assert.equal(whyUnusable({ n: [1, 2, 4], t: [3, 5, 9] }), undefined);
 * assert.equal(whyUnusable({ n: [1, 2], t: [3, 5] }), "2 sizes are too few: at least 3 are needed");
 * ```
 */
export function whyUnusable({ n, t }: Series): string | undefined {
  if (n.length !== t.length) return `there are ${n.length} sizes but ${t.length} costs`;
  if (n.length < 3) {
    return `${n.length} size${n.length === 1 ? " is" : "s are"} too few: at least 3 are needed`;
  }
  const size = n.findIndex((value, at) => !(value > (n[at - 1] ?? 0)) || !Number.isFinite(value));
  if (size >= 0) {
    return size > 0 && n[size] > 0 && n[size] < Infinity
      ? `sizes do not rise: ${n[size]} follows ${n[size - 1]}`
      : `size ${n[size]} is not a number above 0`;
  }
  const cost = t.findIndex((value) => !(value >= 0) || !Number.isFinite(value));
  if (cost >= 0) return `cost ${t[cost]} at n = ${n[cost]} is not a number of at least 0`;
  return undefined;
}
