import type { PaperNumbers } from "./published.ts";

/** Something in the paper that cannot be right, or is not what it is said to be. */
export interface PaperError {
  readonly where: string;
  /** What is printed there, or said. */
  readonly printed: string;
  /** What speaks against it. */
  readonly evidence: string;
  readonly consequence: string;
}

/** What a rule looked at, and where it is broken. */
export interface Inspection {
  /** How many cells, rows or sentences it was tried on. */
  readonly checked: number;
  readonly errors: readonly PaperError[];
}

/** What numbers that go together obey. */
export interface PaperRule {
  /** The rule itself, in words. */
  readonly rule: string;
  readonly inspect: (numbers: PaperNumbers) => Inspection;
}

/**
 * Tries a rule on one item after the other.
 *
 * @param items What it can be tried on: cells, rows, sentences.
 * @param errorOf Where an item breaks the rule; null if it does not.
 *
 * @example
 * ```ts
 * import { inspectEach } from "codebias/studies/liu/paper_error.ts";
 * import assert from "node:assert/strict";
 * const error = { where: "a cell", printed: "1.2", evidence: "no share is above 1", consequence: "it is a slip" };
 * const { checked, errors } = inspectEach([0.4, 1.2, 1], (share) => share <= 1 ? null : error);
 * assert.deepEqual([checked, errors.length], [3, 1]);
 * ```
 */
export function inspectEach<T>(items: readonly T[], errorOf: (item: T) => PaperError | null): Inspection {
  return { checked: items.length, errors: items.map(errorOf).filter((error) => error !== null) };
}

/** Half a unit of the last digit of a printed rate. */
export const RATE_ROUNDING = 0.00005 + 1e-9;

/** Half a unit of the last digit of a printed Unfairness Score, ratio or standard deviation. */
export const SCORE_ROUNDING = 0.005 + 1e-9;

/** What the paper calls a table: Table 7 for table7. */
export function nameOfTable(table: string): string {
  return `Table ${table.replace("table", "")}`;
}

/** Where a sentence stands: Section 4.2, Appendix A, caption of Table 6. */
export function nameOfSection(section: string): string {
  return /^\d/.test(section) ? `Section ${section}` : section;
}

/** A rate as the paper prints it: 31.55 %. */
export function percent(rate: number): string {
  return `${(100 * rate).toFixed(2)} %`;
}
