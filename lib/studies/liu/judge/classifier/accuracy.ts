import type { Estimate } from "../../../../core/types.ts";
import { accuracyOf, type Decision } from "../../artifact/lookup.ts";
import type { RecordedRow } from "../../artifact/recorded_rows.ts";
import { DIMENSIONS } from "../../tasks/vocabulary.ts";

/** How often an instrument says what people do. */
export interface InstrumentAccuracy extends Estimate {
  readonly instrument: string;
  /** Rows on which it was measured, e.g. `test`. */
  readonly split: string;
  /** `all`, or `new` for those whose answer, but for adjective and space, is in no training row. */
  readonly rows: "all" | "new";
  /** `all`, or one of the dimensions. */
  readonly dimension: string;
}

/** Rows to measure on. */
export interface MeasuredRows {
  readonly split: string;
  readonly rows: "all" | "new";
  readonly of: readonly RecordedRow[];
}

/**
 * How often instruments say what people do, overall and by dimension; the interval, at 95 %, allows for rows of one task being
 * alike.
 *
 * @param instruments By name.
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
