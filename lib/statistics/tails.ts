import betainc from "@stdlib/math-base-special-betainc";
import gammainc from "@stdlib/math-base-special-gammainc";

/**
 * Probability that a chi-square variable is at least x.
 *
 * @param df Degrees of freedom, above 0.
 */
export function chiSquareTail(x: number, df: number): number {
  return x <= 0 ? 1 : gammainc(x / 2, df / 2, true, true);
}

/**
 * Probability that an F-distributed variable is at least x.
 *
 * @param df1 Degrees of freedom of the numerator, above 0.
 * @param df2 Degrees of freedom of the denominator, above 0.
 */
export function fTail(x: number, df1: number, df2: number): number {
  return x <= 0 ? 1 : betainc(df2 / (df2 + df1 * x), df2 / 2, df1 / 2, true, false);
}

/**
 * Probability of at most k successes in n trials of probability p.
 *
 * @param k Integer; below 0 the probability is 0, from n on it is 1.
 */
export function binomialAtMost(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  return k >= n ? 1 : betainc(1 - p, n - k, k + 1, true, false);
}

/** Probability of at least k successes in n trials of probability p. */
export function binomialAtLeast(k: number, n: number, p: number): number {
  if (k <= 0) return 1;
  return k > n ? 0 : betainc(p, k, n - k + 1, true, false);
}
