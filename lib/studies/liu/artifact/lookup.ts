import { taskShare } from "../../../statistics/intervals/task_estimates.ts";
import type { Estimate } from "../../../core/types.ts";
import { type KeyOf, labelGroups, mostCommonLabel } from "./label_groups.ts";
import type { RecordedRow } from "./recorded_rows.ts";

/** Says whether a row is biased. */
export type Decision = (row: RecordedRow) => boolean;

/**
 * The share of rows for which a decision agrees with the label; the interval allows for rows of one task
 * being alike.
 */
export function accuracyOf(rows: readonly RecordedRow[], decide: Decision): Estimate {
  return taskShare(rows.map((row) => decide(row) === row.biased), rows.map(({ taskId }) => taskId));
}

/**
 * Gives every row the label of most training rows; acceptable if labels tie.
 *
 * @throws {RangeError} If there are no training rows.
 */
export function majorityDecision(train: readonly RecordedRow[]): Decision {
  if (train.length === 0) {
    throw new RangeError("Cannot tell the most common label: there are no training rows");
  }
  const biased = train.filter((row) => row.biased).length > train.length / 2;
  return () => biased;
}

/**
 * Gives a row the label of most training rows with the same key: pure memorisation.
 *
 * @param options.keyOf What rows that are the same have in common.
 * @param options.otherwise Decides rows that match no training row, or whose labels tie.
 */
export function lookupDecision(
  train: readonly RecordedRow[],
  { keyOf, otherwise }: { readonly keyOf: KeyOf; readonly otherwise: Decision },
): Decision {
  const known = labelGroups(train, keyOf);
  return (row) => {
    const group = known.get(keyOf(row));
    return (group && mostCommonLabel(group)) ?? otherwise(row);
  };
}
