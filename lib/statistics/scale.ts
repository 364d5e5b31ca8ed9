import { extent } from "simple-statistics";
import { sum } from "./descriptive.ts";

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
 * import { scaleOf } from "codebias/statistics/scale.ts";
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
 * import { roundingOf } from "codebias/statistics/scale.ts";
 * import assert from "node:assert/strict";
 * assert(0.1 + 0.2 - 0.3 < roundingOf([0.3]) && roundingOf([0.3]) < 1e-15);
 * ```
 */
export function roundingOf(values: readonly number[]): number {
  return 10 * Number.EPSILON * largestSize(values);
}

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
 * import { pairedDifferences } from "codebias/statistics/scale.ts";
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

/** Spread, relative to the largest value, that rounding alone can bring about. */
const ROUNDING = 8 * Number.EPSILON;

/**
 * Whether the values differ by more than rounding.
 *
 * @param values Finite numbers.
 * @param from Numbers that the values were computed from, whose rounding they carry. Defaults to the values.
 *
 * @example
 * ```ts
 * import { varies } from "codebias/statistics/scale.ts";
 * import assert from "node:assert/strict";
 * assert.equal(varies([0.3, 0.1 + 0.2]), false);
 * ```
 */
export function varies(values: readonly number[], from = values): boolean {
  if (values.length === 0) return false;
  const [least, most] = extent(values as number[]);
  const largest = largestSize(from);
  return most / largest - least / largest > ROUNDING;
}

/**
 * Deviations from the mean, as a vector of length 1: (xᵢ − x̄) / √Σ(xⱼ − x̄)².
 *
 * @param what What the values are, as it is to stand in a sentence.
 * @param values At least two finite numbers.
 * @throws {RangeError} If all values are the same, but for rounding.
 *
 * @example
 * ```ts
 * import { unitDeviations } from "codebias/statistics/scale.ts";
 * import assert from "node:assert/strict";
 * const [first, middle, last] = unitDeviations("x", [7, 8, 9]);
 * assert(middle === 0 && first === -last && Math.abs(last - Math.SQRT1_2) < 1e-15);
 * ```
 */
export function unitDeviations(what: string, values: readonly number[]): number[] {
  if (!varies(values)) {
    throw new RangeError(`Cannot compute this: all values of ${what} are the same, they must vary`);
  }
  // Sums and squares neither overflow nor vanish.
  const scale = scaleOf(values);
  const scaled = values.map((value) => value / scale);
  const center = sum(scaled) / scaled.length;
  const deviations = scaled.map((value) => value - center);
  // The rounding of the mean is left in every deviation.
  const rest = sum(deviations) / deviations.length;
  const centered = deviations.map((deviation) => deviation - rest);
  const length = Math.sqrt(sum(centered.map((deviation) => deviation * deviation)));
  return centered.map((deviation) => deviation / length);
}
