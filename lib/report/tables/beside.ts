import pl from "nodejs-polars";
import { refuseOther } from "../../core/kinds.ts";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import { restingOn } from "../../core/recipe.ts";
import { type Cell, cellsOfFrame, cellsOfRows } from "./cells.ts";

/** The keys of the rows, and the columns to compare. */
export interface BesideOptions<K extends string> {
  /** The key columns, in both tables. */
  readonly on: readonly K[];
  /** The column of our numbers. Defaults to `value`. */
  readonly value?: string;
  /** The column of the printed numbers. Defaults to that of ours. */
  readonly published?: string;
}

/** One of our numbers beside the printed one; null is missing. */
export type Comparison = ReturnType<typeof compared>;

/** Rows of a table: plain objects, or a polars DataFrame. */
type Rows = pl.DataFrame | readonly object[];

type Row = Readonly<Record<string, Cell>>;

/**
 * Printed numbers beside ours: a row for each key, our keys first and in our order, then those that only the printed table
 * has. A row without a counterpart is kept, with null for missing values.
 *
 * With v our number, [l, u] its interval and p the printed number, the difference is v - p, and the numbers agree if l
 * <= p <= u. This is not a test of equality: the printed number has an error of its own, which the interval does not
 * include. Both must have the same unit. Our columns low, high and n are included if they exist.
 *
 * @returns Rows with the key columns, value, low, high, n, published, difference and agrees.
 * @throws {RangeError} If a column is missing, a key is repeated, a compared value is not a finite number, or
 * no row has a counterpart.
 *
 * @example
 * ```ts
 * import { beside } from "codebias/report/tables/beside.ts";
 * import assert from "node:assert/strict";
 * const ours = [{ model: "A", value: 0.5, low: 0.375, high: 0.625, n: 52 }];
 * const [row] = beside(ours, [{ model: "A", value: 0.75 }], { on: ["model"] });
 * assert.deepEqual(row, {
 *   model: "A", value: 0.5, low: 0.375, high: 0.625, n: 52, published: 0.75, difference: -0.25, agrees: false,
 * });
 * ```
 */
export function beside<K extends string>(
  ours: Rows,
  printed: Rows,
  options: BesideOptions<K>,
): (Readonly<Record<K, Cell>> & Comparison)[] {
  refuseUnknownOptions(options, ["on", "value", "published"]);
  const { on, value = "value", published: printedColumn = value } = options;
  checkKey(on);
  const interval = ["low", "high", "n"].filter((column) => namesIn(ours).includes(column));
  const mine = byKey("our table", rowsOf(ours, "our table", [...on, value, ...interval]), on);
  const theirs = byKey(
    "the published table",
    rowsOf(printed, "the published table", [...on, printedColumn]),
    on,
  );
  if (mine.size > 0 && theirs.size > 0 && ![...mine.keys()].some((key) => theirs.has(key))) {
    const first = [mine, theirs].map((rows) => describe([...rows.values()][0], on)).join(" and ");
    throw new RangeError(
      `Cannot lay tables side by side: no row of ours has a counterpart; the first ones are ${first}`,
    );
  }
  const rows = [...new Set([...mine.keys(), ...theirs.keys()])].map((key) => {
    const [our, their] = [mine.get(key), theirs.get(key)];
    const keys = Object.fromEntries(on.map((column) => [column, (our ?? their)![column]]));
    return { ...keys as Record<K, Cell>, ...compared(our, their, { value, printed: printedColumn }) };
  });
  return restingOn(rows, ours);
}

const RESULTS = ["value", "low", "high", "n", "published", "difference", "agrees"];

function checkKey(on: readonly string[]): void {
  refuseOther("lay tables side by side on", on, "a list of texts");
  if (on.length === 0) {
    throw new RangeError("Cannot lay tables side by side: name at least one key column in on");
  }
  const taken = on.find((column) => RESULTS.includes(column));
  if (taken === undefined) return;
  throw new RangeError(`Cannot lay tables side by side on "${taken}": the result has a column of that name`);
}

function namesIn(input: Rows): readonly string[] {
  return pl.DataFrame.isDataFrame(input) ? input.columns : Object.keys(input[0] ?? {});
}

function rowsOf(input: Rows, whose: string, wanted: readonly string[]): Row[] {
  if (!pl.DataFrame.isDataFrame(input) && input.length === 0) return []; // an empty list has no columns either
  const names = namesIn(input);
  const missing = wanted.find((column) => !names.includes(column));
  if (missing !== undefined) {
    const known = names.map((column) => `"${column}"`).join(", ");
    throw new RangeError(
      `Cannot lay tables side by side: ${whose} has no column "${missing}", only ${known}`,
    );
  }
  const taken = [...new Set(wanted)];
  const { columns, rows } = pl.DataFrame.isDataFrame(input)
    ? cellsOfFrame(input.select(...taken))
    : cellsOfRows(input, taken);
  return rows.map((row) => Object.fromEntries(row.map((cell, at) => [columns[at], cell])));
}

function byKey(whose: string, rows: readonly Row[], on: readonly string[]): Map<string, Row> {
  const found = new Map<string, Row>();
  for (const row of rows) {
    // The kind is part of the key, so that the text "1" differs from the number 1, and "null" from a missing
    // value.
    const key = JSON.stringify(on.map((column) => [typeof row[column], String(row[column])]));
    if (found.has(key)) {
      throw new RangeError(
        `Cannot lay tables side by side: ${whose} has two rows of ${describe(row, on)}; ` +
          "name more columns in on",
      );
    }
    found.set(key, row);
  }
  return found;
}

function compared(
  ours: Row | undefined,
  theirs: Row | undefined,
  names: { readonly value: string; readonly printed: string },
) {
  const [value, low, high, n] = [names.value, "low", "high", "n"].map((column) => numberOf(ours, column));
  const printed = numberOf(theirs, names.printed);
  const difference = value === null || printed === null ? null : value - printed;
  const agrees = low === null || high === null || printed === null ? null : low <= printed && printed <= high;
  return {
    ...{ value, low, high, n, published: printed },
    /** value - published. */
    difference,
    /** Whether the printed number is in [low, high]. */
    agrees,
  };
}

function numberOf(row: Row | undefined, column: string): number | null {
  const cell = row?.[column] ?? null;
  if (cell === null || (typeof cell === "number" && Number.isFinite(cell))) return cell;
  const what = typeof cell === "string" ? `"${cell}"` : String(cell);
  throw new RangeError(`Cannot compare ${what} (column "${column}"): expected a finite number or null`);
}

function describe(row: Row, on: readonly string[]): string {
  return on.map((column) => `${column} = ${JSON.stringify(row[column])}`).join(", ");
}
