import pl from "nodejs-polars";

/** Columns of rows by their names: the type of each, and its value in a row. */
export type TypedColumns<T> = Readonly<
  Record<string, readonly [type: pl.DataType, value: (row: T) => unknown]>
>;

/**
 * Rows as a polars DataFrame, whose columns have their types even where there are no rows.
 *
 * @example
 * ```ts
 * import pl from "nodejs-polars";
 * import { typedFrame } from "codebias/report/tables/typed_frame.ts";
 * import assert from "node:assert/strict";
 * const frame = typedFrame([{ n: 1 }, { n: 2 }], { twice: [pl.Int64, ({ n }) => 2 * n] });
 * assert.deepEqual(frame.getColumn("twice").toArray(), [2, 4]);
 * ```
 */
export function typedFrame<T>(rows: readonly T[], columns: TypedColumns<T>): pl.DataFrame {
  return pl.DataFrame(
    Object.entries(columns).map(([name, [type, value]]) => pl.Series(name, rows.map(value), type)),
  );
}
