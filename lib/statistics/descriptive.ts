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

/** Whether all values are the same, so that no variance can be estimated. */
export function isConstant(values: readonly number[]): boolean {
  return values.every((value) => value === values[0]);
}
