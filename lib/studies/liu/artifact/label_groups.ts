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
export function sharedCode(a: readonly RecordedRow[], b: readonly RecordedRow[]): SharedCode {
  const [ours, theirs] = [labelGroups(a), labelGroups(b)];
  const shared = [...ours.values()].filter(({ key }) => theirs.has(key));
  const isBiased = (group: LabelGroup) => mostCommonLabel(group) ?? false;
  return {
    shared: shared.length,
    conflicting: shared.filter((group) => isBiased(group) !== isBiased(theirs.get(group.key)!)).length,
  };
}
