import erfc from "@stdlib/math-base-special-erfc";
import erfcinv from "@stdlib/math-base-special-erfcinv";
import type { Alternative } from "./checks.ts";

/** Probability that a standard normal variable exceeds z; precise far into the tail. */
export function normalTail(z: number): number {
  return erfc(z / Math.SQRT2) / 2;
}

/**
 * The z that a standard normal variable exceeds with a probability.
 *
 * @param p In (0, 1).
 */
export function normalQuantile(p: number): number {
  return Math.SQRT2 * erfcinv(2 * p);
}

/**
 * p-value of a standard normal statistic.
 *
 * @example
 * ```ts
 * import { normalP } from "codebias/statistics/normal.ts";
 * import assert from "node:assert/strict";
 * assert(Math.abs(normalP(1.959963984540054, "two-sided") - 0.05) < 1e-15);
 * ```
 */
export function normalP(z: number, alternative: Alternative): number {
  if (alternative === "two-sided") return erfc(Math.abs(z) / Math.SQRT2);
  return normalTail(alternative === "greater" ? z : -z);
}
