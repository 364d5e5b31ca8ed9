import { distinctValues, type Key, type Value } from "./columns.ts";

/** Rows that have the same values in some columns. */
export interface Group {
  readonly values: readonly Value[];
  /** Numbers of the rows, from 0, ascending. */
  readonly rows: readonly number[];
}

/**
 * The rows of a table by the values of columns, lowest first; without a column, one group of all rows.
 *
 * @param height How many rows the table has.
 *
 * @example
 * ```ts
 * import { groupRows } from "codebias/comparison/groups.ts";
 * import assert from "node:assert/strict";
 * const groups = groupRows([{ name: "model", values: ["B", "A", "B"] }], 3);
 * assert.deepEqual(groups, [{ values: ["A"], rows: [1] }, { values: ["B"], rows: [0, 2] }]);
 * ```
 */
export function groupRows(keys: readonly Key[], height: number): Group[] {
  const valuesAt = (row: number) => keys.map(({ values }) => values[row]);
  const numbers = Array.from({ length: height }, (_, row) => row);
  const found = Map.groupBy(numbers, (row) => JSON.stringify(valuesAt(row)));
  const ranks = keys.map(({ values }) =>
    new Map(distinctValues(values).map((value, rank) => [value, rank] as const))
  );
  const rankOf = ({ values }: Group, at: number) => ranks[at].get(values[at])!;
  return [...found.values()].map((rows): Group => ({ values: valuesAt(rows[0]), rows })).sort((a, b) => {
    const at = ranks.findIndex((_, column) => rankOf(a, column) !== rankOf(b, column));
    return at < 0 ? 0 : rankOf(a, at) - rankOf(b, at);
  });
}
