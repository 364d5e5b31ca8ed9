import { type Table, table, type TableOptions } from "./table.ts";

/**
 * A way to show rows: always with these columns.
 *
 * @param columns In their order, also where there are no rows. @default those of the first row
 * @param usual What else is usual; a table's own options go before it.
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
