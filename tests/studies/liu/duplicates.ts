import { byCode, type KeyOf, labelGroups } from "codebias/studies/liu/artifact/label_groups.ts";
import type { RecordedRow } from "codebias/studies/liu/artifact/recorded_rows.ts";
import { sum } from "codebias/statistics/descriptive.ts";

/** Rows that are the same, and where people labelled them differently. */
export interface Duplicates {
  readonly rows: number;
  /** Rows that differ from each other. */
  readonly distinct: number;
  /** How many of these are labelled differently. */
  readonly conflicting: number;
  /** Rows with the rarer label among the differently labelled. */
  readonly minorityRows: number;
}

/**
 * How many rows occur more than once, and how many of them with different labels.
 *
 * @param keyOf What rows that are the same have in common. Defaults to the code as it stands.
 */
export function duplicates(rows: readonly RecordedRow[], keyOf: KeyOf = byCode): Duplicates {
  const groups = [...labelGroups(rows, keyOf).values()];
  return {
    rows: rows.length,
    distinct: groups.length,
    conflicting: groups.filter(({ biased, acceptable }) => biased > 0 && acceptable > 0).length,
    minorityRows: sum(groups.map(({ biased, acceptable }) => Math.min(biased, acceptable))),
  };
}

/**
 * The largest share of rows that can be labelled as people did by anything that knows only a key: 1 − m / n,
 * with m rows that have the rarer label of their key, of n.
 *
 * @returns In [0.5, 1]; null if there are no rows.
 */
export function ceiling(rows: readonly RecordedRow[], keyOf: KeyOf): number | null {
  if (rows.length === 0) return null;
  return 1 - duplicates(rows, keyOf).minorityRows / rows.length;
}
