import { tP } from "../../../statistics/distributions/student_t.ts";
import { RATE_ROUNDING } from "./printed_tables.ts";

/** A mean of tasks' shares, as printed. */
export interface PrintedMean {
  /** In [0, 1], rounded to 0.0001. */
  readonly rate: number;
  /** Number of tasks, at least 1. */
  readonly tasks: number;
}

/**
 * The largest two-sided p that Welch's t-test of tasks' shares can have, given nothing but the printed means.
 *
 * Of shares in [0, 1] with mean r, the variance is at most r (1 − r) n / (n − 1), where each is 0 or 1;
 * Welch's degrees of freedom are at least those of the smaller group. Both take their worst values, and the
 * means are as close as their rounding allows.
 *
 * @returns 1 where a group has fewer than two tasks, as then there is no test.
 *
 * @example
 * ```ts
 * import { largestWelchP } from "codebias/studies/solar/paper/largest_p.ts";
 * import assert from "node:assert/strict";
 * assert(largestWelchP({ rate: 0.3673, tasks: 343 }, { rate: 0.1402, tasks: 341 }) < 1e-10);
 * assert(largestWelchP({ rate: 0.3, tasks: 343 }, { rate: 0.28, tasks: 343 }) > 0.5);
 * ```
 */
export function largestWelchP(a: PrintedMean, b: PrintedMean): number {
  if (Math.min(a.tasks, b.tasks) < 2) return 1;
  const difference = Math.max(0, Math.abs(a.rate - b.rate) - 2 * RATE_ROUNDING);
  const squaredError = [a, b].reduce(
    (sum, { rate, tasks }) => sum + (rate * (1 - rate) + RATE_ROUNDING) / (tasks - 1),
    0,
  );
  return tP(difference / Math.sqrt(squaredError), Math.min(a.tasks, b.tasks) - 1, "two-sided");
}
