import pl from "nodejs-polars";
import { seriesOf } from "../../core/frame.ts";

/** The content of a cell; null is a missing value. */
export type Cell = string | number | boolean | null;

/** The content of a table, row by row. */
export interface Cells {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/**
 * The cells of a polars DataFrame: numbers, booleans and strings as they are; dates, times, lists, structs and integers
 * beyond 2^53 as strings.
 *
 * @example
 * ```ts
 * import { cellsOfFrame } from "codebias/report/tables/cells.ts";
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * const frame = pl.DataFrame({ day: [new Date("2020-02-29")], scores: [[1, 2]] });
 * assert.deepEqual(cellsOfFrame(frame).rows, [["2020-02-29 00:00:00.000", "[1,2]"]]);
 * ```
 */
export function cellsOfFrame(frame: pl.DataFrame): Cells {
  const columns = frame.getColumns().map(cellsOfSeries);
  const rows = Array.from({ length: frame.height }, (_, at) => columns.map((cells) => cells[at]));
  return { columns: frame.columns, rows };
}

/**
 * The cells of rows that all have the same columns.
 *
 * @param columns The columns to keep, in this order. Defaults to all, in the order of the first row.
 * @throws {RangeError} If a row lacks a column, has an extra one, or holds something that cannot be a cell.
 */
export function cellsOfRows(rows: readonly object[], columns?: readonly string[]): Cells {
  const names = columns ?? Object.keys(rows[0] ?? {});
  for (const [at, row] of rows.entries()) {
    const extra = columns ? undefined : Object.keys(row).find((name) => !(name in rows[0]));
    for (const name of names) checkCell(name, (row as Record<string, unknown>)[name], at);
    if (extra !== undefined) {
      throw new RangeError(`Cannot make a table: only some rows have a column "${extra}"; name the columns`);
    }
  }
  return {
    columns: names,
    rows: rows.map((row) => names.map((name) => (row as Record<string, Cell>)[name])),
  };
}

/**
 * A polars DataFrame of cells: Bool, Int64, Float64, or String where a column holds anything else or nothing.
 *
 * @throws {RangeError} If a column has no name.
 */
export function frameOfCells({ columns, rows }: Cells): pl.DataFrame {
  if (columns.includes("")) throw new RangeError("Cannot make a DataFrame: a column has no name");
  return pl.DataFrame(columns.map((name, at) => seriesOf(name, rows.map((row) => row[at]))));
}

/** The frame with lists, structs and durations as strings, for CSV, because polars does not write those. */
export function withPlainColumns(frame: pl.DataFrame): pl.DataFrame {
  const columns = frame.getColumns() as pl.Series[];
  if (!columns.some(needsText)) return frame;
  return pl.DataFrame(
    columns.map((series) =>
      needsText(series) ? pl.Series(series.name, cellsOfSeries(series), pl.Utf8) : series
    ),
  );
}

function checkCell(column: string, value: unknown, at: number): void {
  if (value === undefined) {
    throw new RangeError(
      `Cannot make a table: row ${
        at + 1
      } has no column "${column}", or undefined in it; a missing value is null`,
    );
  }
  if (value === null || ["string", "number", "boolean"].includes(typeof value)) return;
  const what = Array.isArray(value)
    ? "a list"
    : typeof value === "object"
    ? "an object"
    : `a ${typeof value}`;
  throw new RangeError(
    `Cannot make a table: column "${column}" holds ${what}; expected texts, numbers, booleans or null`,
  );
}

function needsText({ dtype }: pl.Series): boolean {
  return ["List", "Struct", "Duration"].includes(dtype.variant);
}

function cellsOfSeries(series: pl.Series): Cell[] {
  switch (series.dtype.variant) {
    case "Int64":
    case "UInt64":
      // As JavaScript numbers, integers beyond 2^53 would silently change.
      return series.cast(pl.Utf8).toArray().map((text) =>
        text !== null && Number.isSafeInteger(Number(text)) ? Number(text) : text
      );
    case "Decimal":
      return series.cast(pl.Float64).toArray();
    case "Date":
    case "Datetime":
      return series.cast(pl.Utf8).toArray();
    case "Duration":
      return series.toArray().map((value) => (value === null ? null : `${value} ${unitOf(series)}`));
    default:
      return series.toArray().map(asCell);
  }
}

function unitOf({ dtype }: pl.Series): string {
  return /Duration\((\w+)/.exec(String(dtype))?.[1] ?? "";
}

function asCell(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  return typeof value === "object" || typeof value === "bigint"
    ? JSON.stringify(value, readable)
    : value as Cell;
}

/** A replacer for JSON, which has neither large integers nor NaN. */
function readable(_: string, value: unknown): unknown {
  const foreign = typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value));
  return foreign ? String(value) : value;
}
