import { factorial } from "simple-statistics";

/** The bounds of a number that is printed with rounding. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Half a unit of the last digit in Tables 1 to 16. */
export const HALF_UNIT = 0.005;

const TOLERANCE = 1e-9;

/** The range of a share in [0, 1] that is printed like this. */
export function shareRange(printed: number): Range {
  return {
    low: Math.max(0, printed - HALF_UNIT - TOLERANCE),
    high: Math.min(1, printed + HALF_UNIT + TOLERANCE),
  };
}

/** The range of a deviation, which is at least 0, that is printed like this. */
export function deviationRange(printed: number): Range {
  return { low: Math.max(0, printed - HALF_UNIT - TOLERANCE), high: printed + HALF_UNIT + TOLERANCE };
}

/**
 * The range of R + E - R E, which rises with both.
 *
 * Source: the paper FairCoder, section 3.3.
 *
 * @example
 * ```ts
 * import { fairScoreRange, shareRange } from "codebias/studies/faircoder/paper/rounding.ts";
 * import assert from "node:assert/strict";
 * const { low, high } = fairScoreRange(shareRange(0.5), shareRange(0.2));
 * assert.deepEqual([low.toFixed(4), high.toFixed(4)], ["0.5935", "0.6065"]);
 * ```
 */
export function fairScoreRange(refusal: Range, entropy: Range): Range {
  return {
    low: 1 - (1 - refusal.low) * (1 - entropy.low),
    high: 1 - (1 - refusal.high) * (1 - entropy.high),
  };
}

/** Whether two ranges have a number in common. */
export function overlap(a: Range, b: Range): boolean {
  return a.low <= b.high && b.low <= a.high;
}

/** The text of a range: 0.593 to 0.607. */
export function rangeText({ low, high }: Range): string {
  return `${low.toFixed(3)} to ${high.toFixed(3)}`;
}

/**
 * The probability that rounding alone puts the mean of numbers this far from their printed mean, or farther.
 *
 * Rounding errors are uniform and independent: their sum has the distribution of Irwin and Hall, P(U₁ + … + Uₙ ≤ x) = Σₖ
 * (-1)ᵏ C(n, k) (x - k)ⁿ / n!. The probability is two-sided. Distances that are not rare, with a sum above n / 4, count
 * as certain.
 *
 * @param gap Distance between the printed mean and the mean of the printed numbers, at least 0.
 * @param n The number of printed numbers.
 *
 * @example
 * ```ts
 * import { roundingChance } from "codebias/studies/faircoder/paper/rounding.ts";
 * import assert from "node:assert/strict";
 * assert.equal(roundingChance(0.005, 11), 1);
 * assert.equal(roundingChance(0.0101, 11), 0);
 * assert(Math.abs(roundingChance(0.0075, 2) - 0.25) < 1e-9);
 * ```
 */
export function roundingChance(gap: number, n: number): number {
  const x = n * (0.5 - (gap - HALF_UNIT) / (2 * HALF_UNIT));
  if (x <= TOLERANCE) return 0;
  if (x > n / 4 + TOLERANCE) return 1;
  let [chance, choose] = [0, 1];
  for (let k = 0; k < x; k++) {
    chance += (k % 2 === 0 ? 1 : -1) * choose * (x - k) ** n / factorial(n);
    choose *= (n - k) / (k + 1);
  }
  return 2 * chance;
}
