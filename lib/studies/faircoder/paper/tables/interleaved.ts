/**
 * The items of several lists in one, the first of each first, so that however many are taken from its start, all lists have about the
 * same share of them.
 *
 * @example
 * ```ts
 * import { interleaved } from "codebias/studies/faircoder/paper/tables/interleaved.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(interleaved([["a", "b", "c", "d"], ["x", "y"]]), ["a", "x", "b", "c", "y", "d"]);
 * ```
 */
export function interleaved<T>(lists: readonly (readonly T[])[]): T[] {
  const placed = lists.flatMap((list) => list.map((item, at) => ({ item, place: at / list.length })));
  return placed.toSorted((a, b) => a.place - b.place).map(({ item }) => item);
}
