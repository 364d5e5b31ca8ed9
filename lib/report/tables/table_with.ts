import { type Table, table, type TableOptions } from "./table.ts";

/**
 * A function that makes tables with the same columns and options of rows.
 *
 * @param columns The columns in order, even if there are no rows. @default those of the first row
 * @param usual The default options; a table's own options take precedence.
 *
 * @example
 * ```ts
 * import { tableWith } from "codebias/report/tables/table_with.ts";
 * import assert from "node:assert/strict";
 * const shares = tableWith<{ model: string; share: number; kept: boolean }>(["model", "share"], { title: "Shares" });
 * assert.deepEqual(shares([]).columns, ["model", "share"]);
 * ```
 */
export function tableWith<R extends object>(
  columns?: readonly (keyof R & string)[],
  usual: TableOptions<keyof R & string> = {},
): (rows: readonly R[], options?: TableOptions<keyof R & string>) => Table {
  return (rows, options = {}) =>
    table(rows as never, { ...(columns && { columns }), ...usual, ...options } as TableOptions<string>);
}

/**
 * A function that makes tables of what is computed from rows, with the same columns and options.
 *
 * @param linesOf Computes the lines of a table.
 * @param columns The columns in order. @default those of the first line
 * @param usual The default options; a table's own options take precedence.
 *
 * @example
 * ```ts
 * import { tableFrom } from "codebias/report/tables/table_with.ts";
 * import assert from "node:assert/strict";
 * const sums = tableFrom((rows: readonly number[][]) => rows.map(([a, b]) => ({ a, b, sum: a + b })), ["sum"]);
 * assert.deepEqual(sums([[1, 2]]).rows, [[3]]);
 * ```
 */
export function tableFrom<S, R extends object>(
  linesOf: (rows: readonly S[]) => readonly R[],
  columns?: readonly (keyof R & string)[],
  usual?: TableOptions<keyof R & string>,
): (rows: readonly S[], options?: TableOptions<keyof R & string>) => Table {
  const make = tableWith(columns, usual);
  return (rows, options) => make(linesOf(rows), options);
}
