import type { LiuCompletion } from "./completions.ts";
import { ANSWERS, itemId } from "./review_items.ts";

/**
 * Completions with the majority of their labels: null where people do not agree, or cannot tell. Those
 * without code, or with a function that nobody was asked about, are left out.
 *
 * @param agreed The majority of the labels of each item of `reviewItems` that has labels; null where there is none. An item that
 * nobody labelled must not be in it: it would count as one on which people do not agree.
 * @throws {RangeError} If a completion that was asked about has a label already, or a label is no answer.
 */
export function reviewedCompletions(
  completions: readonly LiuCompletion[],
  agreed: ReadonlyMap<string, string | null>,
): LiuCompletion[] {
  for (const [id, answer] of agreed) {
    if (answer === null || ANSWERS.some(({ value }) => value === answer)) continue;
    throw new RangeError(
      `Cannot review ${id}: "${answer}" is none of the answers ${
        ANSWERS.map(({ value }) => value).join(", ")
      }`,
    );
  }
  return completions.flatMap((completion): LiuCompletion[] => {
    const { taskId, code, model, biased } = completion;
    const answer = code === null ? undefined : agreed.get(itemId(taskId, code));
    if (answer === undefined) return [];
    if (biased !== undefined) {
      throw new RangeError(
        `Cannot review a completion of ${taskId} by ${model}: it has a label already; leave out what is recorded`,
      );
    }
    const isTold = answer === "biased" || answer === "unbiased";
    return [{ ...completion, biased: isTold ? answer === "biased" : null }];
  });
}
