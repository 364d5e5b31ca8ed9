import { taskShare } from "../../../statistics/intervals/task_estimates.ts";
import type { Estimate } from "../../../core/types.ts";
import { type KeyOf, labelGroups, mostCommonLabel } from "./label_groups.ts";
import type { RecordedRow } from "./recorded_rows.ts";

/** Says of a row whether it is biased. */
export type Decision = (row: RecordedRow) => boolean;

/** The share of rows of which is said what their labels say; the interval allows for rows of one task being alike. */
export function accuracyOf(rows: readonly RecordedRow[], decide: Decision): Estimate {
  return taskShare(rows.map((row) => decide(row) === row.biased), rows.map(({ taskId }) => taskId));
}

/**
 * Says of every row what most training rows are; acceptable if there are as many of either.
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
 * Says of a row what most training rows with the same key are: what can be known by heart.
 *
 * @param options.keyOf What rows that are the same have in common.
 * @param options.otherwise Says it of rows that no training row is like, or whose labels tie.
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
