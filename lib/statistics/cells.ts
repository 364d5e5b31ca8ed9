/** Items that have something in common. */
export interface Cell<T, K> {
  readonly keys: K;
  /** At least one. */
  readonly own: T[];
}

/**
 * Items by what they have in common, in the order in which they come.
 *
 * @param keysOf What those of one cell share: values that JSON keeps apart; undefined ones count as null.
 *
 * @example
 * ```ts
 * import { cellsBy } from "codebias/statistics/cells.ts";
 * import assert from "node:assert/strict";
 * const rows = [{ model: "A", n: 1 }, { model: "B", n: 2 }, { model: "A", n: 3 }];
 * const [first] = cellsBy(rows, ({ model }) => ({ model }));
 * assert.deepEqual(first, { keys: { model: "A" }, own: [rows[0], rows[2]] });
 * ```
 */
export function cellsBy<T, K>(items: readonly T[], keysOf: (item: T) => K): Cell<T, K>[] {
  const keyOf = (item: T) => JSON.stringify(keysOf(item), (_, value) => value ?? null);
  return [...Map.groupBy(items, keyOf).values()].map((own) => ({ keys: keysOf(own[0]), own }));
}
