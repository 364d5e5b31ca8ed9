import betainc from "@stdlib/math-base-special-betainc";
import betaincinv from "@stdlib/math-base-special-betaincinv";
import type { Alternative } from "./checks.ts";

/**
 * Probability that a t-distributed variable exceeds t; precise far into the tail.
 *
 * Half of I_x(ν/2, 1/2) with x = ν / (ν + t²), the regularised incomplete beta function of @stdlib.
 *
 * @param df Degrees of freedom ν, above 0.
 */
export function tTail(t: number, df: number): number {
  const square = t * t;
  const half =
    (square > df
      ? betainc(df / (df + square), df / 2, 0.5, true, false)
      : betainc(square / (df + square), 0.5, df / 2, true, true)) / 2;
  return t >= 0 ? half : 1 - half;
}

/**
 * The t that a t-distributed variable exceeds with a probability.
 *
 * @param p In (0, 1).
 * @param df Degrees of freedom, above 0.
 */
export function tQuantile(p: number, df: number): number {
  if (p > 0.5) return -tQuantile(1 - p, df);
  if (p > 0.25) {
    const y = betaincinv(1 - 2 * p, 0.5, df / 2);
    return Math.sqrt(df * y / (1 - y));
  }
  const x = betaincinv(2 * p, df / 2, 0.5);
  return Math.sqrt(df * (1 - x) / x);
}

/**
 * p-value of a t statistic.
 *
 * @example
 * ```ts
 * import { tP } from "codebias/statistics/student_t.ts";
 * import assert from "node:assert/strict";
 * assert(Math.abs(tP(2.2281388519649385, 10, "two-sided") - 0.05) < 1e-12);
 * ```
 */
export function tP(t: number, df: number, alternative: Alternative): number {
  if (alternative === "two-sided") return Math.min(1, 2 * tTail(Math.abs(t), df));
  return tTail(alternative === "greater" ? t : -t, df);
}
