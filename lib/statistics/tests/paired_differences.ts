import { roundingOf } from "../agreement/scale.ts";

/**
 * Differences b − a of pairs, 0 where rounding alone may keep a and b apart.
 *
 * bᵢ − aᵢ, or 0 if |bᵢ − aᵢ| ≤ 10 ε max(|aᵢ|, |bᵢ|) with ε = 2⁻⁵², so that 0.1 + 0.2 and 0.3 do not differ. Differences that
 * are not 0 are left as they are.
 *
 * @param a Finite numbers.
 * @param b Their partners, as many.
 * @returns One for each pair; infinite where the difference exceeds the range of numbers.
 *
 * @example
 * ```ts
 * import { pairedDifferences } from "codebias/statistics/tests/paired_differences.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(pairedDifferences([0.3, 1], [0.1 + 0.2, 3]), [0, 2]);
 * ```
 */
export function pairedDifferences(a: readonly number[], b: readonly number[]): number[] {
  return b.map((value, at) => {
    const difference = value - a[at];
    return Math.abs(difference) <= roundingOf([value, a[at]]) ? 0 : difference;
  });
}
