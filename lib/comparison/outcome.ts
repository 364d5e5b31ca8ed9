import type { Alternative } from "../statistics/checks.ts";
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
  /** Independent groups of values; null if they are not told. */
  readonly clusters: number | null;
  /** Which assumptions fail, with advice, in sentences. */
  readonly assumptions: readonly string[];
  /** What was done, in sentences. */
  readonly remarks: readonly string[];
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
  /** Whether all values are 0 or 1. */
  readonly boolean: boolean;
  readonly alternative: Alternative;
  readonly level: number;
  readonly seed: number;
}
