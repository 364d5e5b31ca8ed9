import { classBalance } from "./class_balance.ts";
import type { RecordedRow } from "./recorded_rows.ts";

/** What tells rows apart. */
export type KeyOf = (row: RecordedRow) => string;

/** The code as it stands. */
export const byCode: KeyOf = ({ code }) => code;

/** Rows that are the same, and how people labelled them. */
type LabelGroup = ReturnType<typeof labelGroups> extends Map<string, infer G> ? G : never;

/** Groups of rows that are the same, in the order in which they come. */
export function labelGroups(rows: readonly RecordedRow[], keyOf: KeyOf = byCode) {
  const groups = [...Map.groupBy(rows, keyOf)];
  return new Map(groups.map(([key, own]) => [key, { key, rows: own, ...classBalance(own) }]));
}

/** The most common label of rows that are the same; null if labels tie. */
export function mostCommonLabel({ biased, acceptable }: LabelGroup): boolean | null {
  return biased === acceptable ? null : biased > acceptable;
}

/**
 * How many distinct codes two files share, and how many of these they label differently, by the more common label of each
 * file; labels that tie count as acceptable.
 */
export function sharedCode(a: readonly RecordedRow[], b: readonly RecordedRow[]) {
  const [ours, theirs] = [labelGroups(a), labelGroups(b)];
  const shared = [...ours.values()].filter(({ key }) => theirs.has(key));
  const isBiased = (group: LabelGroup) => mostCommonLabel(group) ?? false;
  return {
    /** Distinct codes in both. */
    shared: shared.length,
    /** How many of them are labelled differently. */
    conflicting: shared.filter((group) => isBiased(group) !== isBiased(theirs.get(group.key)!)).length,
  };
}

/**
 * How many rows of a test are also in the training rows, and with which labels.
 *
 * @param keyOf What rows that are the same have in common. Defaults to the code as it stands.
 */
export function leakage(
  train: readonly RecordedRow[],
  tested: readonly RecordedRow[],
  keyOf: KeyOf = byCode,
) {
  const known = labelGroups(train, keyOf);
  const leaked = tested.filter((row) => known.has(keyOf(row)));
  const agrees = (row: RecordedRow) => (mostCommonLabel(known.get(keyOf(row))!) ?? false) === row.biased;
  return {
    rows: tested.length,
    /** Rows that are also in the training rows. */
    inTrain: leaked.length,
    /** How many of these have the same label there: the more common one, acceptable if labels tie. */
    labelAgrees: leaked.filter(agrees).length,
  };
}

/**
 * The rows of a test that are not in the training rows, in their order.
 *
 * @param keyOf What rows that are the same have in common, e.g. {@linkcode maskedBody}, so that the same answer to a prompt
 * with another adjective is left out, too.
 */
export function leakFree(
  train: readonly RecordedRow[],
  tested: readonly RecordedRow[],
  keyOf: KeyOf,
): RecordedRow[] {
  const known = new Set(train.map(keyOf));
  return tested.filter((row) => !known.has(keyOf(row)));
}
