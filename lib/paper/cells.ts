import { unknownName } from "../core/nearest.ts";

/** A printed number, with its table, row and column. */
export interface PrintedCell<K extends object> {
  readonly table: string;
  /** The keys of its row and its column, by name. */
  readonly keys: K;
  readonly value: number;
  /** The count behind a value that is a share, if both are printed. */
  readonly count?: number;
}

/**
 * The read-only type of a data file with a paper's numbers. The items of a list have one type; a field that only some of
 * them have is optional.
 */
export type ReadOnly<T> = [T] extends [readonly unknown[]] ? readonly ReadOnly<T[number]>[]
  : [T] extends [null | undefined] ? T
  : [NonNullable<T>] extends [object] ? Merged<NonNullable<T>> | Extract<T, null>
  : T;

/** One type for all members of a union: the fields that all members have, and, as optional ones, those that some have. */
type Merged<T> =
  & { readonly [K in Always<T>]: ReadOnly<ValueAt<T, K>> }
  & { readonly [K in Exclude<KeyOf<T>, Always<T>>]?: ReadOnly<Exclude<ValueAt<T, K>, undefined>> };
type KeyOf<T> = T extends unknown ? keyof T : never;
type ValueAt<T, K> = T extends unknown ? K extends keyof T ? T[K] : undefined : never;
type Always<T> = keyof { [K in keyof T as undefined extends T[K] ? never : K]: true };

/**
 * The cells of a table that have some keys, whatever their other keys are.
 *
 * @param keys The wanted keys; undefined ones are ignored.
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

/**
 * Makes the functions that look up the cells of a paper.
 *
 * @param tables The names of the tables that have cells.
 * @param printed The numbers that the paper prints.
 * @param cellsOf Returns the cells of a table in printed numbers; if there are few, those of all tables.
 * @param what The name of a table in the message about an unknown one.
 *
 * @example
 * ```ts
 * import { lookup } from "codebias/paper/cells.ts";
 * import assert from "node:assert/strict";
 * const { printedCells, printedValue } = lookup(["table1"], { age: 0.2, race: 0.3 }, (numbers) =>
 *   Object.entries(numbers).map(([attribute, value]) => ({ table: "table1", keys: { attribute }, value })));
 * assert.equal(printedValue("table1", { attribute: "race" }), 0.3);
 * assert.equal(printedValue("table1", {}), null);
 * assert.equal(printedCells("table1").length, 2);
 * assert.throws(() => printedCells("table2"), RangeError);
 * ```
 */
export function lookup<N extends object, K extends object>(
  tables: readonly string[],
  printed: N,
  cellsOf: (numbers: N, table: string) => readonly PrintedCell<K>[],
  what = "table with cells",
) {
  /** All cells of a table, in its order. @throws {RangeError} If there is no such table. */
  const printedCells = (table: string, numbers = printed) => {
    if (!tables.includes(table)) throw unknownName(what, table, tables);
    return cellsOf(numbers, table).filter((cell) => cell.table === table);
  };
  /** The number of the one cell with some keys; null for none or several. @throws {RangeError} If there is no such table. */
  const printedValue = (table: string, keys: Partial<K>, numbers = printed) => {
    const found = cellsAt(printedCells(table, numbers), table, keys);
    return found.length === 1 ? found[0].value : null;
  };
  return { printedCells, printedValue };
}

/** A rate as papers print it: 60.58 %. */
export function percent(rate: number): string {
  return `${(100 * rate).toFixed(2)} %`;
}
