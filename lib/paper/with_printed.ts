import { tableWith } from "../report/tables/table_with.ts";
import type { Estimate } from "../core/types.ts";
import { type Cell, type Table, type TableOptions } from "../report/tables/table.ts";
import { cellsAt, type PrintedCell } from "./cells.ts";

/** An estimate beside the printed number. */
export interface WithPrinted extends Estimate {
  /** The printed number; null if the paper prints none. */
  readonly published: number | null;
  /** value - published. */
  readonly difference: number | null;
  readonly remark: string | null;
}

/** The missing estimate beside a number that is only printed. */
export const NO_ESTIMATE: Estimate = { value: null, low: null, high: null, n: 0, unjudged: 0 };

/**
 * Puts a printed number beside an estimate, and says if the estimate's interval does not contain it.
 *
 * @param estimate The estimate; its other fields are left out.
 * @param printed The printed number, in the unit of the estimate; null for none.
 * @param remarks Other remarks; null for none.
 *
 * @example
 * ```ts
 * import { joinPrinted } from "codebias/paper/with_printed.ts";
 * import assert from "node:assert/strict";
 * const row = joinPrinted({ value: 0.5, low: 0.25, high: 0.75, n: 40, unjudged: 0 }, 0.125);
 * assert.deepEqual([row.difference, row.remark], [0.375, "the printed number is not in the interval"]);
 * ```
 */
export function joinPrinted(
  { value, low, high, n, unjudged }: Estimate,
  printed: number | null,
  ...remarks: readonly (string | null)[]
): WithPrinted {
  const isOutside = printed !== null && low !== null && high !== null && (printed < low || printed > high);
  const all = [...remarks, isOutside ? "the printed number is not in the interval" : null];
  return {
    ...{ value, low, high, n, unjudged, published: printed },
    difference: value === null || printed === null ? null : value - printed,
    remark: all.filter((one) => one !== null).join("; ") || null,
  };
}

/** The last columns of tables with printed numbers. */
export const ESTIMATE_COLUMNS = [
  ...["value", "low", "high", "n", "unjudged"] as const,
  ...["published", "difference", "remark"] as const,
] as const;

/**
 * Makes a function that lays out numbers with the printed ones, one row each.
 *
 * @param keys The first columns: the keys of a number.
 */
export function printedTable<R extends WithPrinted & { readonly [K in keyof R]: Cell }>(
  keys: readonly (keyof R & string)[],
): (rows: readonly R[], options?: TableOptions<keyof R & string>) => Table {
  return tableWith<R>([...keys, ...ESTIMATE_COLUMNS], { intervals: true });
}

/**
 * Puts rows of ours beside printed cells, and adds the cells that stand beside no row.
 *
 * @param cells The cells of one table.
 * @param keysOf Returns the keys of the cell that a row stands beside; null for none.
 * @param own Makes a result of a row and the number of the one cell with its keys, which is null if there is none.
 * @param alone Makes a result of a cell that stands beside no row.
 *
 * @example
 * ```ts
 * import { besideCells } from "codebias/paper/with_printed.ts";
 * import assert from "node:assert/strict";
 * const cells = [0.25, 0.5].map((value, at) => ({ table: "table1", keys: { model: "AB"[at] }, value }));
 * const rows = besideCells([{ model: "B", value: 0.75 }, { model: "C", value: 1 }], cells, {
 *   keysOf: ({ model }) => ({ model }),
 *   own: ({ model, value }, printed) => `${model} ${value}, printed ${printed}`,
 *   alone: ({ keys: { model }, value }) => `${model} printed ${value}`,
 * });
 * assert.deepEqual(rows, [["B 0.75, printed 0.5", "C 1, printed null"], ["A printed 0.25"]]);
 * ```
 */
export function besideCells<R, K extends object, T>(
  rows: readonly R[],
  cells: readonly PrintedCell<K>[],
  { keysOf, own, alone }: {
    readonly keysOf: (row: R) => Partial<K> | null;
    readonly own: (row: R, printed: number | null) => T;
    readonly alone: (cell: PrintedCell<K>) => T;
  },
): [ours: T[], alone: T[]] {
  const beside = new Set<PrintedCell<K>>();
  const ours = rows.map((row) => {
    const keys = keysOf(row);
    const [cell, ...more] = keys && cells.length > 0 ? cellsAt(cells, cells[0].table, keys) : [];
    if (!cell || more.length > 0) return own(row, null);
    beside.add(cell);
    return own(row, cell.value);
  });
  return [ours, cells.filter((cell) => !beside.has(cell)).map(alone)];
}
