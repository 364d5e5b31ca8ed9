import { classBalance } from "./class_balance.ts";
import type { RecordedRow } from "./recorded_rows.ts";

/** A function that returns the key of a row: rows with equal keys count as the same. */
export type KeyOf = (row: RecordedRow) => string;

/** The key that is the code, unchanged. */
export const byCode: KeyOf = ({ code }) => code;

/** The rows with one key, and the counts of their labels. */
type LabelGroup = ReturnType<typeof labelGroups> extends Map<string, infer G> ? G : never;

/** Groups rows by key, in the order in which the keys first occur. */
export function labelGroups(rows: readonly RecordedRow[], keyOf: KeyOf = byCode) {
  const groups = [...Map.groupBy(rows, keyOf)];
  return new Map(groups.map(([key, own]) => [key, { key, rows: own, ...classBalance(own) }]));
}

/** Whether the most common label of a group is biased; null if labels tie. */
export function mostCommonLabel({ biased, acceptable }: LabelGroup): boolean | null {
  return biased === acceptable ? null : biased > acceptable;
}

/**
 * Counts the distinct codes that two files share, and how many of these the files label differently, by the more common
 * label in each file; labels that tie count as acceptable.
 */
export function sharedCode(a: readonly RecordedRow[], b: readonly RecordedRow[]) {
  const [ours, theirs] = [labelGroups(a), labelGroups(b)];
  const shared = [...ours.values()].filter(({ key }) => theirs.has(key));
  const isBiased = (group: LabelGroup) => mostCommonLabel(group) ?? false;
  return {
    /** The number of distinct codes in both files. */
    shared: shared.length,
    /** The number of these codes that are labelled differently. */
    conflicting: shared.filter((group) => isBiased(group) !== isBiased(theirs.get(group.key)!)).length,
  };
}

/**
 * Counts the rows of a test that are also in the training rows, and those that have the same label there.
 *
 * @param keyOf The key by which rows count as the same. Defaults to the code, unchanged.
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
    /** The number of rows that are also in the training rows. */
    inTrain: leaked.length,
    /** The number of these rows with the same label there: the more common one, acceptable if labels tie. */
    labelAgrees: leaked.filter(agrees).length,
  };
}

/**
 * The rows of a test that are not in the training rows, in their order.
 *
 * @param keyOf The key by which rows count as the same, e.g. {@linkcode maskedBody}, so that the same answer to a prompt
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
