import { refuseOther } from "../../core/kinds.ts";
import type { Estimate } from "../../core/types.ts";
import { tally } from "../descriptive.ts";

/** What a reviewer says of an item. */
export type Label = string | number | boolean;

/** A list for each reviewer: a label for each item, in the same order for all, null where the reviewer skipped it. */
export type Ratings<L extends Label = Label> = readonly (readonly (L | null)[])[];

/**
 * The labels of each item, without those that are missing.
 *
 * @param ratings Reviewers × items; labels are all texts, all finite numbers or all true and false.
 * @param least How many reviewers there must be. Defaults to 2.
 * @returns For each item the labels it has, in the order of the reviewers.
 * @throws {RangeError} If there are too few reviewers, their lists differ in length, or a label is none.
 *
 * @example
 * ```ts
 * import { labelsByItem } from "codebias/statistics/agreement/ratings.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(labelsByItem([["a", null, "b"], ["a", null, "a"]]), [["a", "a"], [], ["b", "a"]]);
 * ```
 */
export function labelsByItem<L extends Label>(ratings: Ratings<L>, least = 2): L[][] {
  refuseOther("compare labels of", ratings, "a list of lists");
  if (ratings.length < least) {
    throw new RangeError(
      `Cannot compare labels of ${ratings.length} ${ratings.length === 1 ? "reviewer" : "reviewers"}: ` +
        `at least ${least} are needed, each with a list of labels`,
    );
  }
  checkLabels(ratings);
  return ratings[0].map((_, item) => ratings.map((labels) => labels[item]).filter((label) => label !== null));
}

/** A label as it is written in a message. */
export function shown(label: unknown): string {
  return typeof label === "string" ? JSON.stringify(label) : String(label);
}

function checkLabels(ratings: Ratings): void {
  const items = ratings[0].length;
  let first: Label | undefined;
  for (const [reviewer, labels] of ratings.entries()) {
    if (labels.length !== items) {
      throw new RangeError(
        `Cannot match ${labels.length} labels of reviewer ${reviewer + 1} with ${items} of reviewer 1: ` +
          "each needs one for each item, null where there is none",
      );
    }
    for (let item = 0; item < items; item++) {
      const label = labels[item];
      if (label === null) continue;
      const at = `item ${item + 1} of reviewer ${reviewer + 1}`;
      checkLabel(label, at);
      first ??= label;
      if (typeof label !== typeof first) {
        throw new RangeError(
          `Cannot compare ${shown(label)}, ${at}, with ${shown(first)}: labels must be of one kind`,
        );
      }
    }
  }
}

function checkLabel(label: unknown, at: string): void {
  if (typeof label === "string" || typeof label === "boolean" || Number.isFinite(label)) return;
  throw new RangeError(
    `Cannot use ${
      shown(label)
    } as a label, ${at}: expected a text, a finite number, true or false, or null for none`,
  );
}

/** How far reviewers agree; `n` counts the items that tell, `unjudged` those with too few labels. */
export interface Agreement extends Estimate {
  /** Confidence level of the interval. */
  readonly level: number;
  /** Why there is no value, or no interval; null if there are both. */
  readonly reason: string | null;
}

/** What is told of an agreement that has no value. */
export const UNKNOWN = { value: null, low: null, high: null, standardError: null } as const;

/** Labels by their places in a list, and how often each occurs. */
export type LabelCounts = readonly (readonly [place: number, count: number])[];

/** How often each of the labels occurs at each item. */
export function labelCounts(items: readonly (readonly Label[])[], labels: readonly Label[]): LabelCounts[] {
  const place = new Map(labels.map((label, at) => [label, at]));
  return items.map((given) => [...tally(given.map((label) => place.get(label)!))]);
}

/** How often each of so many labels occurs at all drawn items. */
export function labelTotals(
  items: readonly LabelCounts[],
  labels: number,
  drawn: ArrayLike<number>,
): number[] {
  const totals = new Array<number>(labels).fill(0);
  for (let at = 0; at < drawn.length; at++) {
    for (const [label, count] of items[drawn[at]]) totals[label] += count;
  }
  return totals;
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
 * import { majorityLabels } from "codebias/statistics/agreement/ratings.ts";
 * import assert from "node:assert/strict";
 * const [first, second] = majorityLabels([[true, true], [true, false], [false, null]]);
 * assert.deepEqual(first, { label: true, conflict: false, n: 3, votes: 2 });
 * assert.deepEqual(second, { label: null, conflict: true, n: 2, votes: 1 });
 * ```
 */
export function majorityLabels<L extends Label>(ratings: Ratings<L>) {
  return labelsByItem(ratings, 1).map((labels) => {
    const counts = tally(labels);
    const n = labels.length;
    const winner = [...counts].find(([, count]) => count > n / 2);
    return {
      /** The label of more than half of its labels; null if there is none. */
      label: winner?.[0] ?? null,
      /** Whether it has labels, but no label has a majority. */
      conflict: n > 0 && winner === undefined,
      /** Number of its labels, and how many of them are its most frequent one. */
      ...{ n, votes: Math.max(0, ...counts.values()) },
    };
  });
}
