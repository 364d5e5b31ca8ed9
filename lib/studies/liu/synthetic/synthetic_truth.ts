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
 * What is true of the functions that the synthetic model completes: by task and completed function whether it finds people by a
 * demographic; undefined of any other function.
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
 * Labels of SYNTHETIC reviewers of the synthetic model's functions, of which it is known what is true.
 *
 * @param items Questions about completions; those about another model's are left out: nobody makes up labels of them.
 * @param options.suite The tasks that the synthetic model knows, and all that were asked.
 * @param options.title Of the review page.
 * @returns Undefined where no item is about the synthetic model.
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
