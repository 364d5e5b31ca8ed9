import type pl from "nodejs-polars";
import { unknownName } from "../nearest.ts";

/** What a column can hold besides numbers of other kinds; null is an empty cell. */
export type Value = string | number | boolean | null;

/** A column by which rows are told apart: levels, groups, ids. */
export interface Key {
  readonly name: string;
  readonly values: readonly Value[];
}

/** What is measured, as numbers; null where no finding was possible. */
export interface Metric {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** Whether all values are true or false, which 1 and 0 count as, too. */
  readonly boolean: boolean;
}

/**
 * The values of a column.
 *
 * @throws {RangeError} If the table has no such column; names the nearest.
 */
export function columnOf(frame: pl.DataFrame, name: string): Value[] {
  if (!frame.columns.includes(name)) throw unknownName("column", name, frame.columns);
  return (frame.getColumn(name).toArray() as unknown[]).map(plain);
}

function plain(value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint") return Number(value);
  return typeof value === "number" || typeof value === "boolean" ? value : String(value);
}

/**
 * A column whose cells must not be empty.
 *
 * @param role What the column is for, as it is to stand in the sentence, e.g. `level`.
 * @throws {RangeError} If there is no such column, or a cell is empty or NaN.
 */
export function keyOf(frame: pl.DataFrame, name: string, role: string): Key {
  const values = columnOf(frame, name);
  const bad = values.findIndex((value) => value === null || Number.isNaN(value));
  if (bad >= 0) {
    const what = values[bad] === null ? "empty" : "NaN";
    throw new RangeError(
      `Cannot tell the ${role} of row ${bad + 1}: its cell in column "${name}" is ${what}`,
    );
  }
  return { name, values };
}

const TRUTH: Readonly<Record<string, number>> = {
  true: 1,
  True: 1,
  TRUE: 1,
  false: 0,
  False: 0,
  FALSE: 0,
};

/**
 * The column that is measured: numbers, or true and false. Empty cells are rows that could not be judged.
 *
 * @throws {RangeError} If there is no such column, a cell is a text, or a number is not finite.
 */
export function metricOf(frame: pl.DataFrame, name: string): Metric {
  const cells = columnOf(frame, name);
  const values = cells.map((cell, row) => {
    if (cell === null) return null;
    const value = typeof cell === "string" ? numberIn(cell) : Number(cell);
    if (value === undefined) throw notNumeric(name, cell, row);
    if (!Number.isFinite(value)) throw notFinite(name, cell, row);
    return value;
  });
  return { name, values, boolean: values.every((value) => value === null || value === 0 || value === 1) };
}

/** What a text stands for: a column of which one cell is a text comes as texts altogether. */
function numberIn(text: string): number | undefined {
  if (Object.hasOwn(TRUTH, text)) return TRUTH[text];
  return text.trim() === "" || Number.isNaN(Number(text)) ? undefined : Number(text);
}

function notNumeric(name: string, cell: Value, row: number): RangeError {
  return new RangeError(
    `Cannot measure "${name}": row ${
      row + 1
    } has the text "${cell}", expected a number, true or false; a cell is ` +
      `left empty where no finding was possible`,
  );
}

function notFinite(name: string, cell: Value, row: number): RangeError {
  return new RangeError(
    `Cannot measure "${name}": row ${row + 1} is ${cell}; leave a cell empty where no finding was possible`,
  );
}

/**
 * The different values of a column, lowest first: numbers by size, texts by their characters.
 *
 * @example
 * ```ts
 * import { distinctValues } from "codebias/comparison/columns.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(distinctValues([1, 0.2, 1, 10]), [0.2, 1, 10]);
 * assert.deepEqual(distinctValues(["zh", "en"]), ["en", "zh"]);
 * ```
 */
export function distinctValues(values: readonly Value[]): Value[] {
  const distinct = [...new Set(values)];
  if (distinct.every((value) => typeof value === "number")) return distinct.sort((a, b) => a - b);
  return distinct.sort((a, b) => (String(a) < String(b) ? -1 : 1));
}

/** How a value is written in a sentence. */
export function written(value: Value): string {
  return value === null ? "empty" : String(value);
}
