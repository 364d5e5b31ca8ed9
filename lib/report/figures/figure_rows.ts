import { refuseNoFrame } from "../../core/frame.ts";
import { refuseOther } from "../../core/kinds.ts";
import { nearestTo } from "../../core/nearest.ts";
import { numberText } from "../drawing/ticks.ts";

/** Rows to draw: plain objects, or a polars DataFrame. */
export type FigureData = readonly object[] | { toRecords(): object[] };

/** The columns of rows, checked as they are read. */
export type FigureRows = ReturnType<typeof figureRows>;

/**
 * Refuses data without rows, and options that lack the name of a required column.
 *
 * @throws {RangeError} Names the option.
 * @throws {TypeError} As {@linkcode figureRows}.
 */
export function needColumns<O extends object>(
  data: FigureData,
  options: O,
  names: readonly (keyof O & string)[],
  figure: string,
): void {
  const missing = names.find((name) => options[name] === undefined);
  if (missing === undefined) return refuseNoRows(data);
  throw new RangeError(`Cannot draw ${figure}: name a column with ${missing}`);
}

/**
 * Reads the columns of plain rows or of a polars DataFrame for a figure.
 *
 * @param data Rows that all have the columns to be read.
 * @param figure The kind of figure, for messages, e.g. `lines`.
 * @throws {RangeError} If there are no rows; when a column is read, if a row lacks it, which names the nearest, or holds
 * a value that cannot be drawn.
 * @throws {TypeError} If the data are a run's result, or anything else without rows.
 *
 * @example
 * ```ts
 * import { figureRows } from "codebias/report/figures/figure_rows.ts";
 * import assert from "node:assert/strict";
 * const rows = figureRows([{ t: 0.2, rate: 0.5 }, { t: 0.8, rate: null }], "lines");
 * assert.deepEqual(rows.numbersOrNull("rate"), [0.5, null]);
 * assert.throws(() => rows.numbers("temperature"), /no column "temperature": there are t, rate/);
 * ```
 */
export function figureRows(data: FigureData, figure: string) {
  refuseNoRows(data);
  const rows = (isList(data) ? data : data.toRecords()) as readonly Record<string, unknown>[];
  if (rows.length === 0) throw new RangeError(`Cannot draw ${figure} of no rows`);
  const read = <T>(column: string, check: (value: unknown) => T | undefined, expected: string) =>
    rows.map((row, at): T => {
      if (row[column] === undefined) throw noColumn(column, { figure, row, at });
      const value = check(row[column]);
      if (value !== undefined) return value;
      throw new RangeError(
        `Cannot draw ${figure}: column "${column}" has ${shown(row[column])} in row ${at + 1}; ` +
          `expected ${expected}`,
      );
    });
  return {
    /** A column of finite numbers. */
    numbers: (column: string) => read(column, finite, "a finite number"),
    /** A column of finite numbers, with null for missing ones; all null if no column is named. */
    numbersOrNull: (column: string | null | undefined): (number | null)[] => {
      const number = (value: unknown) => value === null ? null : finite(value);
      return column
        ? read(column, number, "a finite number, or null where there is none")
        : rows.map(() => null);
    },
    /** A column of names: strings, numbers or booleans, as strings; empty strings if no column is named. */
    names: (column: string | undefined) =>
      column === undefined ? rows.map(() => "") : read(column, name, "a name"),
    /** The notation of such a name in a figure: numbers of one column have the same number of decimals. */
    label: (column: string): (name: string) => string => {
      if (!rows.every((row) => finite(row[column]) !== undefined)) return (name) => name;
      const decimals = decimalsOf(rows.map((row) => finite(row[column])!));
      return (name) => numberText(Number(name), decimals);
    },
    /** Whether a column holds nothing but numbers. */
    isNumeric: (column: string) => rows.every((row) => finite(row[column]) !== undefined),
  };
}

/** The error for a row that lacks a column; names the nearest. @param at Its position, from 0. */
export function noColumn(
  column: string,
  { figure, row, at }: { readonly figure: string; readonly row: object; readonly at: number },
): RangeError {
  const known = Object.keys(row);
  const hint = nearestTo(column, known) || (column === "value" ? " summarize() gives it;" : "");
  return new RangeError(
    `Cannot draw ${figure}: row ${at + 1} has no column "${column}":${hint} there are ${known.join(", ")}`,
  );
}

function refuseNoRows(data: FigureData): void {
  if (isList(data)) refuseOther("draw", data, "a list of objects");
  else refuseNoFrame("draw", data);
}

/** Whether rows are plain objects, not a DataFrame. */
export function isList(data: FigureData): data is readonly object[] {
  return Array.isArray(data);
}

/** The number of decimals that the numbers need, at most four. */
export function decimalsOf(values: readonly number[]): number {
  return Math.min(4, Math.max(...values.map((value) => String(value).split(".")[1]?.length ?? 0)));
}

function finite(value: unknown): number | undefined {
  const number = typeof value === "bigint" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function name(value: unknown): string | undefined {
  if (typeof value === "string" && value !== "") return value;
  if (typeof value === "boolean") return String(value);
  const number = finite(value);
  return number === undefined ? undefined : String(number);
}

function shown(value: unknown): string {
  return typeof value === "string" ? `"${value}"` : String(value);
}
