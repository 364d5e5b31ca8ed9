import { type JoinedLabels, joinLabels } from "../../../review/labels.ts";
import { syntheticReviews } from "../../../review/synthetic_reviews.ts";
import type { ReviewItem } from "../../../core/types.ts";
import { itemId } from "../judge/review_items.ts";
import type { HuangSample } from "../judge/rows.ts";
import type { HuangTask } from "../tasks/task.ts";
import { syntheticTruth } from "./synthetic_truth.ts";

/**
 * Labels of SYNTHETIC reviewers of the synthetic model's programs, of which it is known what is true.
 *
 * @param items Questions about completions; those about another model's are left out: nobody makes up labels of them.
 * @param options.suite The tasks that the synthetic model knows.
 * @param options.title Of the review page.
 * @returns Undefined where no item is about the synthetic model.
 */
export function syntheticLabels(
  items: readonly ReviewItem[],
  samples: readonly HuangSample[],
  { suite, title }: { readonly suite: readonly HuangTask[]; readonly title: string },
): JoinedLabels | undefined {
  const truth = syntheticTruth(suite);
  const truths = new Map(
    samples.map(({ taskId, text }) => [itemId(taskId, text, ""), truth(taskId, text)]),
  );
  const truthOf = (id: string) => truths.get(id.slice(0, id.lastIndexOf("/") + 1));
  const own = items.filter(({ id }) => truthOf(id) !== undefined);
  if (own.length === 0) return undefined;
  const isBiased = ({ id }: ReviewItem) => truthOf(id) === id.split("/").at(-1);
  return joinLabels(own, syntheticReviews(own, isBiased, { title }));
}
