import { type Table, table, type TableOptions } from "./tables/table.ts";

/** What a rule checked in a paper's numbers, and where it is broken. */
export interface Inspection<E> {
  /** Number of cells, rows or sentences it was tried on. */
  readonly checked: number;
  readonly errors: readonly E[];
}

/** Something in a paper that cannot be right, or is not what it is said to be, as every study's `errata()` has it. */
export interface Erratum {
  /** The table with its row or cells, or the section of a sentence. */
  readonly where: string;
  /** What is printed there, or said. */
  readonly printed: string;
  /** What speaks against it. */
  readonly evidence: string;
  /** What it should be. @default nobody knows */
  readonly expected?: string;
  /** The rule that is broken. @default the evidence says it */
  readonly rule?: string;
  /** What follows for a reader. @default nothing is said of it */
  readonly consequence?: string;
}

/** A rule that related numbers obey. */
export interface PaperRule<N, E> {
  /** The rule itself, in words. */
  readonly rule: string;
  readonly inspect: (numbers: N) => Inspection<E>;
}

/** How often a rule was tried, and how often it was broken. */
export interface PaperCheck {
  readonly rule: string;
  /** Cells, rows or sentences that the rule was tried on. */
  readonly checked: number;
  readonly errors: number;
}

/**
 * Tries a rule on one item after the other.
 *
 * @param items Cells, rows or sentences to try it on.
 * @param errorOf Says where an item breaks the rule, or null.
 *
 * @example
 * ```ts
 * import { inspectEach } from "codebias/report/paper_rules.ts";
 * import assert from "node:assert/strict";
 * const small = (share: number) => share <= 1 ? null : `no share is above 1, such as ${share}`;
 * assert.deepEqual(inspectEach([0.4, 1.2, 1], small), { checked: 3, errors: ["no share is above 1, such as 1.2"] });
 * ```
 */
export function inspectEach<T, E>(items: readonly T[], errorOf: (item: T) => E | null): Inspection<E> {
  return { checked: items.length, errors: items.map(errorOf).filter((error) => error !== null) };
}

/** What was checked, whether or not anything was found: one row a rule, in their order. */
export function checksOf<N>(rules: readonly PaperRule<N, unknown>[], numbers: N): PaperCheck[] {
  return rules.map(({ rule, inspect }) => {
    const { checked, errors } = inspect(numbers);
    return { rule, checked, errors: errors.length };
  });
}

/** The errors as a table: the place, what is printed there, the evidence against it, and what follows. */
export function errorTable<E extends { readonly [K in keyof E]: string }>(
  rows: readonly E[],
  options: TableOptions<keyof E & string>,
): Table {
  return table(rows, {
    title: "Where the paper's numbers do not hold",
    note: "Found by rules in the printed numbers",
    ...options,
  });
}

/** The checks as a table. */
export function checkTable(rows: readonly PaperCheck[], options: TableOptions<keyof PaperCheck> = {}): Table {
  return table(rows, {
    title: "What was checked in the paper's numbers",
    note: "checked: cells, rows or sentences that the rule was tried on",
    columns: ["rule", "checked", "errors"],
    ...options,
  });
}

/** A rate as papers print it: 60.58 %. */
export function percent(rate: number): string {
  return `${(100 * rate).toFixed(2)} %`;
}
