import pl from "nodejs-polars";
import { unknownName } from "../core/nearest.ts";

/** A cell's value as the comparisons take it; null is an empty cell. */
export type Value = string | number | boolean | null;

/** A column by whose values rows are told apart: its levels, groups or ids. */
export interface Key {
  readonly name: string;
  readonly values: readonly Value[];
}

/**
 * The values of a column. Dates and times are texts that sort as they do; integers and decimals that a number cannot hold
 * are texts, too, so that two of them never become one.
 *
 * @throws {RangeError} If the table has no such column, and names the nearest; if its cells are lists or the like.
 */
export function columnOf(frame: pl.DataFrame, name: string): Value[] {
  const series = seriesOf(frame, name);
  const type = typeOf(series);
  if (NO_CELLS.includes(type)) {
    throw new RangeError(
      `Cannot use column "${name}": its cells are of the type ${type}, expected numbers, texts, dates, or true and false`,
    );
  }
  if (EXACT_TYPES.includes(type)) return textsOf(series).map(exact);
  if (type === "Categorical") return categoriesOf(series);
  if (TIMES.includes(type)) return textsOf(series);
  const cells: unknown[] = series.toArray();
  return cells.every(isPlain) ? cells : cells.map(plain);
}

/** Whether a column holds texts. */
export function isText(frame: pl.DataFrame, name: string): boolean {
  return TEXTS.includes(typeOf(frame.getColumn(name)));
}

const TEXTS: readonly string[] = ["Utf8", "String", "Categorical"];

/** Types whose cells hold more than one value. */
const NO_CELLS: readonly string[] = ["List", "Array", "Struct", "Binary", "Object"];

/** Types with values that a number cannot hold. */
const EXACT_TYPES: readonly string[] = ["Int64", "UInt64", "Int128", "UInt128", "Decimal"];

/** Types whose values do not sort as polars returns them. */
const TIMES: readonly string[] = ["Date", "Datetime"];

function seriesOf(frame: pl.DataFrame, name: string): pl.Series {
  checkIsOne(name);
  if (!frame.columns.includes(name)) throw unknownName("column", name, frame.columns);
  return frame.getColumn(name);
}

/**
 * Refuses a list where one column is named: notebooks check no types, and other options take several.
 *
 * @throws {TypeError} If it is no text.
 */
export function checkIsOne(name: unknown): void {
  if (typeof name === "string") return;
  const list = Array.isArray(name) ? ` the list ${name.join(", ")}` : ` ${name}`;
  throw new TypeError(`Cannot take${list} as a column: expected the name of one`);
}

function typeOf(series: pl.Series): string {
  try {
    return series.dtype.variant;
  } catch (error) {
    return /DataType (\w+)/.exec(String(error))?.[1] ?? "Object"; // the types that polars has only a message for
  }
}

function textsOf(series: pl.Series): (string | null)[] {
  return series.cast(pl.Utf8).toArray();
}

/** The texts of a column. Equal ones share their memory, as many rows have few different texts. */
function categoriesOf(series: pl.Series): (string | null)[] {
  const distinct = series.unique();
  const texts: (string | null)[] = distinct.cast(pl.Utf8).toArray();
  const codes: (number | null)[] = distinct.cast(pl.UInt32).toArray();
  const byCode = new Map(codes.map((code, at) => [code, texts[at]]));
  const all = series.cast(pl.UInt32);
  const found: ArrayLike<number | null> = all.nullCount() > 0 ? all.toArray() : all.toTypedArray();
  return Array.from(found, (code) => byCode.get(code)!);
}

function exact(text: string | null): Value {
  if (text === null) return null;
  const value = Number(text);
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? text : value;
}

function isPlain(value: unknown): value is Value {
  return value === null || ["number", "boolean", "string"].includes(typeof value);
}

function plain(value: unknown): Value {
  if (isPlain(value)) return value;
  return value === undefined ? null : String(value);
}

/**
 * A column whose cells must not be empty.
 *
 * @param role What the column is for, as it is to stand in the sentence, e.g. `level`.
 * @throws {RangeError} If there is no such column, or a cell is empty, NaN or infinite.
 */
export function keyOf(frame: pl.DataFrame, name: string, role: string): Key {
  const cells = columnOf(frame, name);
  const values = typeOf(frame.getColumn(name)) === "Float32" ? cells.map(shortest) : cells;
  const bad = values.findIndex((value) =>
    value === null || (typeof value === "number" && !Number.isFinite(value))
  );
  if (bad >= 0) {
    throw new RangeError(
      `Cannot tell the ${role} of row ${bad + 1}: its cell in column "${name}" is ${written(values[bad])}; ` +
        "fill such cells, or leave those rows out",
    );
  }
  return { name, values };
}

/** A number of single precision as it was written: 0.2, not 0.20000000298023224. */
function shortest(value: Value): Value {
  if (typeof value !== "number") return value;
  const short = [6, 7, 8].map((digits) => Number(value.toPrecision(digits)));
  return short.find((one) => Math.fround(one) === value) ?? value;
}

const TRUTH: Readonly<Record<string, number>> = { true: 1, True: 1, TRUE: 1, false: 0, False: 0, FALSE: 0 };

/**
 * The name of the column that is measured: the one asked for, or else the only column of true and false that
 * has no other use.
 *
 * @param used Columns that tell rows apart.
 * @throws {RangeError} If none is asked for and there are several such columns, or none; if it has another use.
 */
export function metricNameOf(
  frame: pl.DataFrame,
  asked: string | undefined,
  used: readonly (string | undefined)[],
): string {
  if (asked !== undefined && used.includes(asked)) {
    throw new RangeError(`Cannot measure "${asked}" by itself: it says which rows belong together`);
  }
  if (asked !== undefined) return asked;
  const found = frame.columns.filter((name) =>
    !used.includes(name) && typeOf(frame.getColumn(name)) === "Bool"
  );
  if (found.length === 1) return found[0];
  throw new RangeError(
    `Cannot tell what is measured: name a column with metric` +
      (found.length === 0 ? "" : `, of true and false there are ${found.join(", ")}`),
  );
}

/** What is measured, as numbers. */
export type Metric = ReturnType<typeof metricOf>;

/**
 * The column that is measured: numbers, or true and false. Empty cells, and texts that stand for a missing value (NaN, NA), are
 * rows that could not be judged.
 *
 * @throws {RangeError} If there is no such column, a cell is another text, or a number is not finite.
 */
export function metricOf(frame: pl.DataFrame, name: string) {
  const cells = columnOf(frame, name);
  const valueOf = (cell: Value, row: number) => {
    if (cell === null || (typeof cell === "string" && MISSING.test(cell.trim()))) return null;
    const value = typeof cell === "string" ? numberIn(cell) : Number(cell);
    if (value === undefined) throw notNumeric(name, cell, row);
    if (!Number.isFinite(value)) throw notFinite(name, cell, row);
    return value;
  };
  const values = cells as (number | null)[]; // in the same place: there may be millions
  cells.forEach((cell, row) => values[row] = valueOf(cell, row));
  return {
    name,
    /** Null where no finding was possible. */
    values,
    /** Whether all values are true or false; 1 and 0 count as these. */
    boolean: values.every((value) => value === null || value === 0 || value === 1),
  };
}

/** How R, pandas and people write a missing value. */
const MISSING = /^(|nan|na|n\/a)$/i;

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** The number that a text holds: one cell of text is enough to make a whole column texts. */
function numberIn(text: string): number | undefined {
  const trimmed = text.trim();
  if (Object.hasOwn(TRUTH, trimmed)) return TRUTH[trimmed];
  return NUMBER.test(trimmed) ? Number(trimmed) : undefined;
}

function notNumeric(name: string, cell: Value, row: number): RangeError {
  return new RangeError(
    `Cannot measure "${name}": row ${
      row + 1
    } has the text "${cell}", expected a number, true or false; a cell is ` +
      "left empty where no finding was possible" +
      (/\d,\d/.test(`${cell}`)
        ? ", and a number has a point for decimals and nothing between thousands"
        : ""),
  );
}

function notFinite(name: string, cell: Value, row: number): RangeError {
  return new RangeError(
    `Cannot measure "${name}": row ${row + 1} is ${cell}; leave a cell empty where no finding was possible`,
  );
}

/**
 * The different values of a column, lowest first: numbers by size, texts by their characters, false before true.
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

/** A value as sentences write it. */
export function written(value: Value): string {
  return value === null ? "empty" : String(value);
}

/** Names as sentences list them: the first `most`, and how many more there are. */
export function listed(names: readonly string[], most: number): string {
  const more = names.length > most ? `, and ${names.length - most} more` : "";
  return names.slice(0, most).join(", ") + more;
}

/** Rows, by their numbers from 0, ascending, that have the same values in some columns. */
export type Group = ReturnType<typeof groupRows>[number];

/**
 * The rows of a table by the values of columns, lowest first; without a column, one group of all rows.
 *
 * @param height How many rows the table has.
 *
 * @example
 * ```ts
 * import { groupRows } from "codebias/comparison/columns.ts";
 * import assert from "node:assert/strict";
 * const groups = groupRows([{ name: "model", values: ["B", "A", "B"] }], 3);
 * assert.deepEqual(groups, [{ values: ["A"], rows: [1] }, { values: ["B"], rows: [0, 2] }]);
 * ```
 */
export function groupRows(keys: readonly Key[], height: number) {
  const all = Array.from({ length: height }, (_, row) => row);
  // One column after the other: a text of all of them for each of millions of rows would take longer, and much memory.
  const groups = keys.reduce((groups, { values }) => {
    const ranks = new Map(distinctValues(values).map((value, rank) => [value, rank]));
    return groups.flatMap((rows) =>
      [...Map.groupBy(rows, (row) => values[row])].sort(([a], [b]) => ranks.get(a)! - ranks.get(b)!)
        .map(([, rows]) => rows)
    );
  }, height > 0 ? [all] : []);
  return groups.map((rows) => ({ values: keys.map(({ values }) => values[rows[0]]), rows }));
}

/**
 * Refuses columns of groups that are named twice, or as one that the result has.
 *
 * @param doing What is done with them, e.g. `summarize by`.
 */
export function checkGroups(doing: string, names: readonly string[], taken: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new RangeError(`Cannot ${doing} "${twice}" twice: name each column once`);
  const one = names.find((name) => taken.includes(name));
  if (one === undefined) return;
  throw new RangeError(
    `Cannot ${doing} "${one}": the result has a column of that name; rename the samples' column`,
  );
}
