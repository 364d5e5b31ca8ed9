import { sum } from "../../../statistics/descriptive.ts";
import type { RecordedRow } from "./recorded_rows.ts";

/** What tells rows apart. */
export type KeyOf = (row: RecordedRow) => string;

/** The code as it stands. */
export const byCode: KeyOf = ({ code }) => code;

/** Rows that are the same, and how people labelled them. */
export interface LabelGroup {
  readonly key: string;
  readonly rows: readonly RecordedRow[];
  readonly biased: number;
  readonly acceptable: number;
}

/** Groups of rows that are the same, in the order in which they come. */
export function labelGroups(rows: readonly RecordedRow[], keyOf: KeyOf = byCode): Map<string, LabelGroup> {
  const groups = Map.groupBy(rows, keyOf);
  return new Map([...groups].map(([key, own]) => {
    const biased = own.filter((row) => row.biased).length;
    return [key, { key, rows: own, biased, acceptable: own.length - biased }];
  }));
}

/** The most common label of rows that are the same; null if labels tie. */
export function mostCommonLabel({ biased, acceptable }: LabelGroup): boolean | null {
  return biased === acceptable ? null : biased > acceptable;
}

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

/** Code that two files have in common. */
export interface SharedCode {
  /** Distinct codes in both. */
  readonly shared: number;
  /** How many of them are labelled differently. */
  readonly conflicting: number;
}

/**
 * How many distinct codes two files share, and how many of these they label differently, by the more common label of each
 * file; labels that tie count as acceptable.
 */
export function sharedCode(
  a: readonly RecordedRow[],
  b: readonly RecordedRow[],
  keyOf: KeyOf = byCode,
): SharedCode {
  const [ours, theirs] = [labelGroups(a, keyOf), labelGroups(b, keyOf)];
  const shared = [...ours.values()].filter(({ key }) => theirs.has(key));
  const isBiased = (group: LabelGroup) => mostCommonLabel(group) ?? false;
  return {
    shared: shared.length,
    conflicting: shared.filter((group) => isBiased(group) !== isBiased(theirs.get(group.key)!)).length,
  };
}
