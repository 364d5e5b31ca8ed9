import pl from "nodejs-polars";

/**
 * The rows of a frame at the given positions, from 0, in the given order; a row is repeated if its position is repeated.
 *
 * @throws {RangeError} If the frame has no such row.
 *
 * @example
 * ```ts
 * import pl from "nodejs-polars";
 * import { rowsAt } from "codebias/store/repeated_rows.ts";
 * import assert from "node:assert/strict";
 * const frame = pl.DataFrame({ name: ["a", "b"] });
 * assert.deepEqual(rowsAt(frame, [1, 0, 1]).getColumn("name").toArray(), ["b", "a", "b"]);
 * ```
 */
export function rowsAt(frame: pl.DataFrame, places: readonly number[]): pl.DataFrame {
  const key = `${frame.columns}+`; // longer than the name of any column
  const own = pl.Series(key, Uint32Array.from({ length: frame.height }, (_, at) => at));
  const wanted = pl.DataFrame([pl.Series(key, Uint32Array.from(places))]);
  // A join repeats the values inside polars; selecting by row numbers would copy each column from JavaScript again.
  const rows = wanted.join(pl.DataFrame([own, ...frame.getColumns()]), {
    ...{ on: key, how: "inner", maintainOrder: "left" },
  });
  if (rows.height < places.length) throw new RangeError(`Cannot take these rows: there are ${frame.height}`);
  return rows.drop(key);
}

/** A column of texts, most of which occur several times: each distinct text is handed to polars only once. */
export function textColumn(name: string, texts: Iterable<string | null>): pl.Series {
  const numbers = new Map<string | null, number>();
  const places = Array.from(texts, (text) => numbers.getOrInsert(text, numbers.size));
  const distinct = pl.DataFrame([pl.Series(name, [...numbers.keys()], pl.Utf8)]);
  return rowsAt(distinct, places).getColumn(name);
}
