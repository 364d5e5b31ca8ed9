/**
 * The power of two just below the size of the largest value; dividing by it rounds nothing and keeps squares within the
 * range of numbers.
 *
 * 2^⌊log₂ max |xᵢ|⌋, at least 2⁻¹⁰²² and at most 2¹⁰²³; 1 if all values are 0.
 *
 * @param values Finite numbers.
 *
 * @example
 * ```ts
 * import { scaleOf } from "codebias/statistics/agreement/scale.ts";
 * import assert from "node:assert/strict";
 * assert.equal(scaleOf([3, -5, 0]), 4);
 * assert.equal(scaleOf([0, 0]), 1);
 * ```
 */
export function scaleOf(values: readonly number[]): number {
  const largest = largestSize(values);
  return largest === 0 ? 1 : 2 ** Math.min(1023, Math.max(-1022, Math.floor(Math.log2(largest))));
}

/**
 * The largest |xᵢ|; 0 if there are no values.
 *
 * @param values Numbers.
 */
export function largestSize(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/**
 * How far values of this size may be apart and yet be equal but for rounding: ten units of relative precision.
 *
 * 10 ε max |xᵢ| with ε = 2⁻⁵², where R's `t.test` draws the line too, there by the means.
 *
 * @param values Numbers.
 *
 * @example
 * ```ts
 * import { roundingOf } from "codebias/statistics/agreement/scale.ts";
 * import assert from "node:assert/strict";
 * assert(0.1 + 0.2 - 0.3 < roundingOf([0.3]) && roundingOf([0.3]) < 1e-15);
 * ```
 */
export function roundingOf(values: readonly number[]): number {
  return 10 * Number.EPSILON * largestSize(values);
}
