import { refuseOther } from "../core/kinds.ts";
import { nearestTo } from "../core/nearest.ts";
import type { ReviewFile, ReviewItem } from "../core/types.ts";
import { checkItems, queueOf } from "./queue.ts";

/** What reviewers said of the items of a queue. */
export type JoinedLabels = ReturnType<typeof joinLabels>;

/**
 * Joins what reviewers exported. Several files of one reviewer, e.g. from two sittings, count together.
 *
 * @param files As `readLabels` gives them, one at least.
 * @throws {RangeError} If there are no files, one is of another queue, a label is for an unknown item or not
 * one of its answers, a reviewer gave one item two different labels, or two names differ only in case; names
 * reviewer and item, and says what to do.
 *
 * @example
 * ```ts
 * import { joinLabels } from "codebias/review/labels.ts";
 * import { queueOf } from "codebias/review/queue.ts";
 * import assert from "node:assert/strict";
 * const answers = [{ value: "yes", label: "Yes" }, { value: "no", label: "No" }];
 * const items = ["a", "b"].map((id) => ({ id, question: "Is it?", code: "pass", answers }));
 * const queue = queueOf(items, "Two");
 * const file = { format: "codebias review", version: 1, queue, reviewer: "Ada" } as const;
 * const { ratings } = joinLabels(items, [{ ...file, labels: [{ itemId: "b", reviewer: "Ada", answer: "no" }] }]);
 * assert.deepEqual(ratings, [[null, "no"]]);
 * ```
 */
export function joinLabels(items: readonly ReviewItem[], files: readonly ReviewFile[]) {
  checkItems(items);
  refuseOther("join", files, "a list of objects", ["reviewer", "labels"], "readLabels");
  if (files.length === 0) {
    throw new RangeError("Cannot join labels of 0 files: export some from the review page");
  }
  const byId = new Map(items.map((item) => [item.id, item]));
  const given = new Map<string, Map<string, string>>();
  for (const { reviewer, labels, queue } of files) {
    const own = given.getOrInsertComputed(reviewer, () => new Map());
    for (const { itemId, answer } of labels) {
      const item = byId.get(itemId);
      if (!item) throw unknownItem(itemId, reviewer, { queue, items });
      checkAnswer(item, answer, reviewer);
      const before = own.get(itemId);
      if (before !== undefined && before !== answer) {
        throw new RangeError(
          `Cannot join labels: ${reviewer} labelled item ${itemId} twice, "${before}" and "${answer}"; keep one, or have the ` +
            "second given under another name",
        );
      }
      own.set(itemId, answer);
    }
  }
  const strange = files.find(({ queue }) => queue.sha256 !== queueOf(items, queue.title).sha256);
  if (strange) {
    throw new RangeError(
      `Cannot join labels: those of ${strange.reviewer} are of another queue, "${strange.queue.title}", or of these items ` +
        "before they were changed; pass the items that were reviewed",
    );
  }
  const reviewers = [...given.keys()].sort();
  checkNames(reviewers);
  return {
    items,
    /** In order of their names. */
    reviewers,
    /** Of each reviewer, the answer to each item; null where it gave none. */
    ratings: reviewers.map((name) => items.map(({ id }) => given.get(name)!.get(id) ?? null)),
  };
}

/** One person under two names would agree with themselves. */
function checkNames(reviewers: readonly string[]): void {
  const plain = (name: string) => name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
  for (const [at, name] of reviewers.entries()) {
    const other = reviewers.slice(0, at).find((known) => plain(known) === plain(name));
    if (other === undefined) continue;
    throw new RangeError(
      `Cannot join labels: "${other}" and "${name}" would be two reviewers; write the name in their files alike, or so ` +
        "that more than capitals and spaces differ",
    );
  }
}

function unknownItem(
  itemId: string,
  reviewer: string,
  { queue, items }: { readonly queue: ReviewFile["queue"]; readonly items: readonly ReviewItem[] },
): RangeError {
  const isOther = queue.sha256 !== queueOf(items, queue.title).sha256;
  const nearest = nearestTo(itemId, items.map(({ id }) => id)).trim();
  const remedies = [isOther && `the file is of another queue, "${queue.title}"`, nearest].filter(Boolean);
  return new RangeError(
    `Cannot join labels of ${reviewer}: "${itemId}" is none of these ${items.length} items; ` +
      (remedies.join("; ") || "pass the items that were reviewed"),
  );
}

function checkAnswer({ id, answers }: ReviewItem, answer: string, reviewer: string): void {
  if (answers.some(({ value }) => value === answer)) return;
  const known = answers.map(({ value }) => `"${value}"`).join(", ");
  throw new RangeError(
    `Cannot join labels of ${reviewer}: "${answer}" is no answer to item ${id}; they are ${known}`,
  );
}
