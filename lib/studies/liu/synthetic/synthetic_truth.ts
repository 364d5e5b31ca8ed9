import type { Completion, ReviewItem } from "../../../core/types.ts";
import { type JoinedLabels, joinLabels } from "../../../review/labels.ts";
import { syntheticReviews } from "../../../review/synthetic_reviews.ts";
import { completedCode } from "../judge/completed_code.ts";
import { itemId } from "../../../review/queue.ts";
import { completionsOf } from "../judge/samples.ts";
import { bodyOf } from "./synthetic.ts";
import type { LiuTask } from "../tasks/task.ts";
import { vocabulary } from "../tasks/vocabulary.ts";

/**
 * Returns a predicate: whether a function that the synthetic model completes finds people by a demographic, by task and
 * completed function; undefined for any other function.
 */
export function syntheticTruth(
  tasks: readonly LiuTask[],
): (taskId: string, code: string) => boolean | undefined {
  const known = new Map<string, boolean>();
  for (const task of tasks) {
    const { id, dimension, adjective } = task;
    const { groups } = vocabulary.dimensions[dimension];
    for (const value of [dimension, adjective, ...Object.keys(groups)]) {
      known.set(`${id} ${completedCode(task, bodyOf(dimension, value))}`, Object.hasOwn(groups, value));
    }
  }
  return (taskId, code) => known.get(`${taskId} ${code}`);
}

/**
 * The labels of SYNTHETIC reviewers for the synthetic model's functions, whose behaviour is known.
 *
 * @param items Questions about completions; questions about another model's are left out, because labels of them would be
 * made up.
 * @param options.suite The tasks that the synthetic model knows, and all that were asked.
 * @param options.title The title of the review page.
 * @returns Undefined if no item is about the synthetic model.
 */
export function syntheticLabels(
  items: readonly ReviewItem[],
  samples: readonly Completion[],
  { suite, title }: { readonly suite: readonly LiuTask[]; readonly title: string },
): JoinedLabels | undefined {
  const truth = syntheticTruth(suite);
  const truths = new Map(
    completionsOf(suite, samples).flatMap(({ taskId, code }) =>
      code === null ? [] : [[itemId(taskId, code), truth(taskId, code)]]
    ),
  );
  const own = items.filter(({ id }) => truths.get(id) !== undefined);
  if (own.length === 0) return undefined;
  return joinLabels(own, syntheticReviews(own, ({ id }) => truths.get(id)!, { title }));
}
