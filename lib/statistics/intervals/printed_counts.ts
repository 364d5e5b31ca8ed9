import { checkCount } from "../checks.ts";

/**
 * The k for which k / n is printed like this; null if there is none.
 *
 * Of two k that are printed alike, as happens where n is large, it is the one with the nearer share.
 *
 * @param printed A share in [0, 1], rounded.
 * @param n What it is a share of, an integer of at least 1.
 * @param options.digits Decimals that the share is rounded to. Defaults to 4, as for a rate like 60.58 %.
 * @throws {RangeError} If an argument is out of range.
 *
 * @example
 * ```ts
 * import { countOf } from "codebias/statistics/intervals/printed_counts.ts";
 * import assert from "node:assert/strict";
 * assert.equal(countOf(0.6058, 1715), 1039);
 * assert.equal(countOf(0.6866, 1715), null); // 1177 / 1715 is 0.6863, 1178 / 1715 is 0.6869
 * assert.equal(countOf(0.6866, 485), 333);
 * ```
 */
export function countOf(
  printed: number,
  n: number,
  options: { readonly digits?: number } = {},
): number | null {
  const { digits = 4 } = options;
  if (!(printed >= 0 && printed <= 1)) {
    throw new RangeError(`Cannot count ${printed} of ${n}: a share must be in [0, 1]`);
  }
  checkCount("units", n, 1);
  checkCount("decimals", digits, 0, 12);
  const count = Math.round(printed * n);
  return Math.abs(count / n - printed) <= 0.5 * 10 ** -digits + 1e-9 ? count : null;
}
