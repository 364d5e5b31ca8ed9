import type { Alternative } from "../checks.ts";

/** How a test came out. */
export interface TestResult {
  /** Full name, e.g. `Welch's t-test`. */
  readonly test: string;
  /** Its sign is that of b − a, if the test has a direction. */
  readonly statistic: number;
  /** Degrees of freedom; null where the test has none. */
  readonly df: number | null;
  readonly p: number;
  /** `greater`: b above a. */
  readonly alternative: Alternative;
  /** How p was found. */
  readonly method: "exact" | "asymptotic" | "monte-carlo";
}

/** What the result of an asymptotic test without a direction has besides. */
export const UNDIRECTED = { alternative: "two-sided", method: "asymptotic" } as const;

/** An interval of confidence, always two-sided, whatever the alternative of a test. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  /** Confidence level, e.g. 0.95. */
  readonly level: number;
}

/** Options of a test that comes with an interval. */
export interface TestOptions {
  /** `greater`: b above a, or y rising with x. Defaults to `two-sided`. */
  readonly alternative?: Alternative;
  /** Confidence level of the interval in (0, 1). Defaults to 0.95. */
  readonly level?: number;
}
