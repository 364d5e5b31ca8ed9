import type { Alternative } from "../statistics/checks.ts";
import { mean } from "../statistics/descriptive.ts";
import { orNull } from "../statistics/intervals/task_estimates.ts";
import type { Sides } from "./units.ts";

/** What a test of two levels says; null where it has nothing to say. */
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

/** What an outcome has beside the estimates where nothing was tested. */
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

/** What an outcome has where both sides have values. */
export type Estimates = Pick<Outcome, "estimateA" | "estimateB" | "difference">;

/** The means of two sides, each with a value at least, and their difference. */
export function estimatesOf({ a, b }: Pick<Sides, "a" | "b">): Estimates {
  const [estimateA, estimateB] = [mean(a.values), mean(b.values)];
  return { estimateA, estimateB, difference: estimateB - estimateA };
}

/** What is known of two levels without a test: nothing of one without values, or whose values are too large. */
export function knownOf(a: readonly number[] = [], b: readonly number[] = []): Estimates {
  const [estimateA, estimateB] = [a, b].map((values) => values.length === 0 ? null : finite(mean(values)));
  const difference = estimateA === null || estimateB === null ? null : finite(estimateB - estimateA);
  return { estimateA, estimateB, difference };
}

/** A size of effect by name, with its interval where there is one. */
export interface Effect {
  readonly name: string;
  readonly value: number;
  readonly low?: number | null;
  readonly high?: number | null;
}

/** What is asked of a test. */
export interface Question {
  readonly sides: Sides;
  readonly alternative: Alternative;
  readonly level: number;
  readonly seed: number;
}

/**
 * The same outcome.
 *
 * @throws {RangeError} If one of its numbers is not finite, as sums and squares of numbers near 1e308 are.
 */
export function checkFinite(outcome: Outcome): Outcome {
  const { effect, ...rest } = outcome;
  const numbers = [...Object.values(rest), effect?.value, effect?.low, effect?.high];
  if (numbers.every((one) => typeof one !== "number" || Number.isFinite(one))) return outcome;
  throw new RangeError(
    "Cannot test: the values are too large to compute with, their sums or squares overflow",
  );
}

/** The same number, or null where it is not finite. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** An interval, or none. */
export interface Bounds {
  readonly low: number | null;
  readonly high: number | null;
}

/**
 * The bounds that are computed, or none where the values allow no finite ones: too few, or all the same.
 *
 * @param compute Throws a `RangeError` where there are none.
 */
export function boundsOrNone(compute: () => { readonly low: number; readonly high: number }): Bounds {
  const found = orNull(compute);
  if (found && Number.isFinite(found.high - found.low)) return { low: found.low, high: found.high };
  return { low: null, high: null };
}
