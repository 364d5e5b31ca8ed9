import { mean as meanOf, sampleVariance, sum as sumOf } from "simple-statistics";

/** Sum with compensation for rounding (Kahan-Babuška). */
export function sum(values: readonly number[]): number {
  return sumOf(values as number[]);
}

/**
 * Arithmetic mean.
 *
 * @param values At least one.
 */
export function mean(values: readonly number[]): number {
  return meanOf(values as number[]);
}

/**
 * Unbiased sample variance, Σ(x − x̄)² / (n − 1).
 *
 * @param values At least two.
 */
export function variance(values: readonly number[]): number {
  return sampleVariance(values as number[]);
}

/** How often each value comes, in the order in which they first come. */
export function tally<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Whether all values are the same, so that no variance can be estimated. */
export function isConstant(values: readonly number[]): boolean {
  return values.every((value) => value === values[0]);
}
