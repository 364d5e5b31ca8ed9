import { sum } from "../descriptive.ts";
import { largestSize, scaleOf } from "../agreement/scale.ts";

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
 * import { varies } from "codebias/statistics/intervals/unit_deviations.ts";
 * import assert from "node:assert/strict";
 * assert.equal(varies([0.3, 0.1 + 0.2]), false);
 * ```
 */
export function varies(values: readonly number[], from = values): boolean {
  const { least, most } = extent(values);
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
 * import { unitDeviations } from "codebias/statistics/intervals/unit_deviations.ts";
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

function extent(values: readonly number[]): { least: number; most: number } {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return { least, most };
}
