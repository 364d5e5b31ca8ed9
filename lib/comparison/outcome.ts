import type { Alternative } from "../statistics/checks.ts";
import { mean } from "../statistics/descriptive.ts";
import { orNull } from "../statistics/intervals/task_estimates.ts";
import type { Sides } from "./units.ts";

/** The result of a test of two levels; null where there is none. */
export interface Outcome {
  /** Means of the values that entered the test. */
  readonly estimateA: number | null;
  readonly estimateB: number | null;
  /** b − a, with a two-sided interval. */
  readonly difference: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly statistic: number | null;
  readonly df: number | null;
  readonly p: number | null;
  readonly effect?: Effect;
  /** Independent groups of values; null if they are not known. */
  readonly clusters: number | null;
  /** Which assumptions fail, with advice, in sentences. */
  readonly assumptions: readonly string[];
  /** What was done, in sentences. */
  readonly remarks: readonly string[];
}

/** The fields of an outcome without a test, besides its estimates. */
export const UNTESTED: Omit<Outcome, keyof Estimates> = {
  low: null,
  high: null,
  statistic: null,
  df: null,
  p: null,
  clusters: null,
  assumptions: [],
  remarks: [],
};

/** The fields of an outcome that need no test. */
export type Estimates = Pick<Outcome, "estimateA" | "estimateB" | "difference">;

/** The means of two sides, each of at least one value, and their difference. */
export function estimatesOf({ a, b }: Pick<Sides, "a" | "b">): Estimates {
  const [estimateA, estimateB] = [mean(a.values), mean(b.values)];
  return { estimateA, estimateB, difference: estimateB - estimateA };
}

/** The estimates of two levels without a test: null for a level without values, or with values that are too large. */
export function knownOf(a: readonly number[] = [], b: readonly number[] = []): Estimates {
  const [estimateA, estimateB] = [a, b].map((values) => values.length === 0 ? null : finite(mean(values)));
  const difference = estimateA === null || estimateB === null ? null : finite(estimateB - estimateA);
  return { estimateA, estimateB, difference };
}

/** A named effect size, with its interval where there is one. */
export interface Effect {
  readonly name: string;
  readonly value: number;
  readonly low?: number | null;
  readonly high?: number | null;
}

/** The two sides to be tested, and the options of the test. */
export interface Question {
  readonly sides: Sides;
  readonly alternative: Alternative;
  readonly level: number;
  readonly seed: number;
}

/**
 * Returns the outcome unless one of its numbers is not finite.
 *
 * @throws {RangeError} If one is not, as happens with sums and squares of numbers near 1e308.
 */
export function checkFinite(outcome: Outcome): Outcome {
  const { effect, ...rest } = outcome;
  const numbers = [...Object.values(rest), effect?.value, effect?.low, effect?.high];
  if (numbers.every((one) => typeof one !== "number" || Number.isFinite(one))) return outcome;
  throw new RangeError(
    "Cannot test: the values are too large to compute with, their sums or squares overflow",
  );
}

/** The number, or null if it is not finite. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** The bounds of an interval; null if there is none. */
export interface Bounds {
  readonly low: number | null;
  readonly high: number | null;
}

/**
 * The computed bounds, or null ones where the values are too few, or too much alike, for finite bounds.
 *
 * @param compute Throws a `RangeError` where there are none.
 */
export function boundsOrNone(compute: () => { readonly low: number; readonly high: number }): Bounds {
  const found = orNull(compute);
  if (found && Number.isFinite(found.high - found.low)) return { low: found.low, high: found.high };
  return { low: null, high: null };
}
