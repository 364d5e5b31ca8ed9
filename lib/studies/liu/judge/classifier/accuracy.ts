import { type KeyOf, labelGroups, mostCommonLabel } from "../../artifact/label_groups.ts";
import { taskShare } from "../../../../statistics/intervals/task_estimates.ts";
import type { Estimate } from "../../../../core/types.ts";
import type { RecordedRow } from "../../artifact/recorded_rows.ts";
import { DIMENSIONS } from "../../tasks/vocabulary.ts";

/** The accuracy of an instrument: how often it agrees with people. */
export interface InstrumentAccuracy extends Estimate, Omit<MeasuredRows, "of"> {
  readonly instrument: string;
  /** `all`, or one of the dimensions. */
  readonly dimension: string;
}

/** The rows to measure on. */
export interface MeasuredRows {
  /** The part that the rows are from, e.g. `test`. */
  readonly split: string;
  /** `all`, or `new` for the rows whose answer, except for adjective and white space, is in no training row. */
  readonly rows: "all" | "new";
  readonly of: readonly RecordedRow[];
}

/**
 * How often instruments agree with people, overall and by dimension; the interval, at 95 %, allows for rows of one task
 * being alike.
 *
 * @param instruments The decisions of each instrument, by its name.
 */
export function instrumentAccuracies(
  instruments: Readonly<Record<string, Decision>>,
  measured: readonly MeasuredRows[],
): InstrumentAccuracy[] {
  return Object.entries(instruments).flatMap(([instrument, decide]) =>
    measured.flatMap(({ split, rows, of }) =>
      ["all", ...DIMENSIONS].map((dimension): InstrumentAccuracy => {
        const own = of.filter((row) => dimension === "all" || row.dimension === dimension);
        return { instrument, split, rows, dimension, ...accuracyOf(own, decide) };
      })
    )
  );
}

/** A function that says whether a row is biased. */
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
 * @param options.keyOf The key by which rows count as the same.
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
