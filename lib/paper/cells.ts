/** A printed number, and where it stands. */
export interface PrintedCell<K extends object> {
  readonly table: string;
  /** What its row and its column are about, by name. */
  readonly keys: K;
  readonly value: number;
  /** The count that the value is the share of, where both are printed. */
  readonly count?: number;
}

/**
 * The cells of a table that have some keys, whatever their other keys are.
 *
 * @param keys Undefined ones are left out.
 *
 * @example
 * ```ts
 * import { cellsAt } from "codebias/paper/cells.ts";
 * import assert from "node:assert/strict";
 * const cells = [
 *   { table: "table1", keys: { model: "a", attribute: "age" }, value: 0.2 },
 *   { table: "table1", keys: { model: "a", attribute: "race" }, value: 0.3 },
 * ];
 * assert.deepEqual(cellsAt(cells, "table1", { model: "a" }).map(({ value }) => value), [0.2, 0.3]);
 * assert.deepEqual(cellsAt(cells, "table1", { model: "b", attribute: "race" }), []);
 * ```
 */
export function cellsAt<K extends object>(
  cells: readonly PrintedCell<K>[],
  table: string,
  keys: Partial<K>,
): PrintedCell<K>[] {
  const wanted = (Object.keys(keys) as (keyof K)[]).filter((name) => keys[name] !== undefined);
  return cells.filter((cell) =>
    cell.table === table && wanted.every((name) => cell.keys[name] === keys[name])
  );
}

/** A rate as papers print it: 60.58 %. */
export function percent(rate: number): string {
  return `${(100 * rate).toFixed(2)} %`;
}
