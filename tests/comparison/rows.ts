import assert from "node:assert/strict";
import type pl from "nodejs-polars";

/** A row of a result, by column. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** The rows of a result. */
export function rowsOf(frame: pl.DataFrame): Row[] {
  return frame.toRecords() as Row[];
}

/** The rows, or what was said instead of them. */
export function rowsOrWords(compute: () => pl.DataFrame): Row[] | string {
  try {
    return rowsOf(compute());
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return error.message;
  }
}

/** Fails unless both have the same cells, numbers but for rounding. */
export function sameRows(
  actual: readonly Row[],
  expected: readonly Row[],
  left: readonly string[] = [],
): void {
  assert.equal(actual.length, expected.length);
  for (const [at, row] of actual.entries()) {
    assert.deepEqual(Object.keys(row), Object.keys(expected[at]));
    for (const [name, cell] of Object.entries(row)) {
      if (!left.includes(name)) sameCell(cell, expected[at][name], `${name} of row ${at + 1}`);
    }
  }
}

function sameCell(actual: Row[string], expected: Row[string], what: string): void {
  if (typeof actual !== "number" || typeof expected !== "number") return assert.equal(actual, expected, what);
  const off = Math.abs(actual - expected) / Math.max(1, Math.abs(expected));
  assert(off < 1e-11, `${what} is ${actual}, not ${expected}`);
}
