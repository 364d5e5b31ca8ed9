import type { CellKeys, PaperNumbers } from "./published_tables.ts";

/** Something in the paper that cannot be right, or is not what it is said to be. */
export interface PaperError {
  readonly where: string;
  /** What is printed there, or said. */
  readonly what: string;
  /** What speaks against it. */
  readonly evidence: string;
  /** The rule that is broken. */
  readonly rule: string;
}

/** Where a rule is broken, before it has its name. */
export type Breach = Omit<PaperError, "rule">;

/** What a rule looked at, and where it is broken. */
export interface Inspection {
  /** How many cells, or sentences, it was tried on. */
  readonly checked: number;
  readonly breaches: readonly Breach[];
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
 * @param breachOf Where an item breaks the rule; null if it does not.
 *
 * @example
 * ```ts
 * import { inspectEach } from "codebias/studies/huang/paper_error.ts";
 * import assert from "node:assert/strict";
 * const small = (share: number) =>
 *   share <= 1 ? null : { where: "a cell", what: `${share}`, evidence: "no share is above 1" };
 * const { checked, breaches } = inspectEach([0.4, 1.2, 1], small);
 * assert.deepEqual([checked, breaches.length], [3, 1]);
 * ```
 */
export function inspectEach<T>(items: readonly T[], breachOf: (item: T) => Breach | null): Inspection {
  return { checked: items.length, breaches: items.map(breachOf).filter((breach) => breach !== null) };
}

const NUMERALS = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];

/** What the paper calls a table: Table VII for table7. */
export function nameOfTable(table: string): string {
  return `Table ${NUMERALS[Number(table.replace("table", ""))]}`;
}

/** Where a cell stands: the table, the model, and what tells the cells of a model apart. */
export function nameOfCell(
  table: string,
  { model, metric, attribute, strategy, feedback }: Partial<CellKeys>,
): string {
  const row = table === "table7" ? strategy ?? "original" : metric;
  const parts = [model, row, table === "table7" && feedback ? "with feedback" : undefined, attribute];
  return [nameOfTable(table), ...parts.filter((part) => part !== undefined)].join(", ");
}

/** Where a sentence stands: Abstract, or Section III-B. */
export function nameOfSection(section: string): string {
  if (section === "abstract") return "Abstract";
  return /^[IVX]+(-|$)/.test(section) ? `Section ${section}` : section;
}

/** A share as the paper prints it: 11.98 %. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}

/** A count with its share: 40 (11.98 %). */
export function counted(count: number, share: number): string {
  return `${count} (${percent(share)})`;
}
