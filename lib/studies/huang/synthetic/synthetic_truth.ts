import { biasedBy, REFUSAL } from "../../../calibration/answering_model.ts";
import type { ReviewItem } from "../../../core/types.ts";
import { type JoinedLabels, joinLabels } from "../../../review/labels.ts";
import { syntheticReviews } from "../../../review/synthetic_reviews.ts";
import { itemId } from "../../../review/queue.ts";
import type { HuangSample } from "../judge/rows.ts";
import type { HuangTask } from "../tasks/task.ts";
import { PROTECTED } from "../tasks/vocabulary.ts";
import { answersTo, fragmentOf, WOULD_BE } from "./synthetic_answers.ts";

/**
 * The truth about the completions of the synthetic model: by task and text, the attribute by which the code is
 * biased, or would be if executable; null for a fair program, undefined for any other text.
 */
export function syntheticTruth(
  tasks: readonly HuangTask[],
): (taskId: string, text: string) => string | null | undefined {
  const known = new Map<string, string | null>();
  for (const task of tasks.filter(({ solution }) => solution)) {
    for (const [name, { text, labels = [] }] of answersTo([task])) {
      if (name === REFUSAL) continue;
      const isFailing = name === fragmentOf(task, "fails");
      const by = isFailing ? WOULD_BE : PROTECTED.find((one) => labels.includes(biasedBy(one)));
      known.set(`${task.id} ${text}`, by ?? null);
    }
  }
  return (taskId, text) => known.get(`${taskId} ${text}`);
}

/**
 * Labels of SYNTHETIC reviewers for the synthetic model's programs, whose true labels are known.
 *
 * @param items Questions about completions; those about another model's are left out, because no labels are made up for it.
 * @param options.suite The tasks that the synthetic model knows.
 * @param options.title The title of the review page.
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
