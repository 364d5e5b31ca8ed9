import { byCode, type KeyOf, labelGroups, mostCommonLabel } from "./label_groups.ts";
import type { RecordedRow } from "./recorded_rows.ts";

/** How many test rows a classifier was also trained on. */
export interface Leakage {
  readonly rows: number;
  /** Rows that are also in the training rows. */
  readonly inTrain: number;
  /** How many of these have the same label there: the more common one, acceptable if labels tie. */
  readonly labelAgrees: number;
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
): Leakage {
  const known = labelGroups(train, keyOf);
  const leaked = tested.filter((row) => known.has(keyOf(row)));
  const agrees = (row: RecordedRow) => (mostCommonLabel(known.get(keyOf(row))!) ?? false) === row.biased;
  return { rows: tested.length, inTrain: leaked.length, labelAgrees: leaked.filter(agrees).length };
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
