import { type Label, labelsByItem, type Ratings } from "./ratings.ts";

/** What most reviewers say of an item. */
export interface MajorityLabel<L extends Label> {
  /** The label of more than half of its labels; null if there is none. */
  readonly label: L | null;
  /** Whether it has labels, but no label has a majority. */
  readonly conflict: boolean;
  /** Number of its labels. */
  readonly n: number;
  /** How many of them are its most frequent one. */
  readonly votes: number;
}

/**
 * For each item, the label that more than half of its labels are.
 *
 * Half is not enough, nor is being the most frequent of three or more: a label without a majority is a
 * conflict to be settled by another reviewer, not by the order of labels.
 *
 * @param ratings Reviewers × items, null where a reviewer skipped an item; at least one reviewer.
 * @returns One for each item, in their order.
 * @throws {RangeError} If the ratings are none.
 *
 * @example
 * ```ts
 * import { majorityLabels } from "codebias/statistics/agreement/majority.ts";
 * import assert from "node:assert/strict";
 * const [first, second] = majorityLabels([[true, true], [true, false], [false, null]]);
 * assert.deepEqual(first, { label: true, conflict: false, n: 3, votes: 2 });
 * assert.deepEqual(second, { label: null, conflict: true, n: 2, votes: 1 });
 * ```
 */
export function majorityLabels<L extends Label>(ratings: Ratings<L>): MajorityLabel<L>[] {
  return labelsByItem(ratings, 1).map((labels) => {
    const counts = new Map<L, number>();
    for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
    const votes = Math.max(0, ...counts.values());
    const n = labels.length;
    const winner = [...counts].find(([, count]) => count > n / 2);
    return { label: winner?.[0] ?? null, conflict: n > 0 && winner === undefined, n, votes };
  });
}
