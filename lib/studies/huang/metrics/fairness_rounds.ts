import { conversationOf } from "../../../bias/rounds.ts";
import { cellsOf, keysOf } from "../../../bias/task_counts.ts";
import { biasOf } from "./counts.ts";
import type { CompletedRow } from "./completed.ts";
import type { HuangRow } from "../judge/rows.ts";

/** What became of conversations with feedback, from the first answer to the one after some rounds. */
export type Transition = ReturnType<typeof transitions>[number];

/** A completion, perhaps with whether it does what its task asks for. */
type CheckedRow = HuangRow & Partial<Pick<CompletedRow, "completed">>;

/**
 * What feedback does to samples, besides removing bias: what was fair and became biased, and what worked and became broken.
 *
 * @param rows Of all rounds; those of a conversation that is over count with their last answer, as `roundsOf` gives them.
 * @returns For each model, strategy, temperature and round above 0, against round 0.
 */
export function transitions(rows: readonly CheckedRow[]) {
  const first = new Map(rows.filter(({ round }) => round === 0).map((row) => [conversationOf(row), row]));
  const later = rows.filter((row) => row.round > 0 && first.has(conversationOf(row)));
  return cellsOf(later).map((group) => {
    const pairs = group.map((after) => ({ before: first.get(conversationOf(after))!, after }));
    const biased = pairs.filter(({ before }) => biasOf(before, "overall") === true);
    const count = (verdict: boolean | null) =>
      biased.filter(({ after }) => biasOf(after, "overall") === verdict).length;
    const isKnown = pairs.some(({ before, after }) => before.completed != null && after.completed != null);
    return {
      ...keysOf(group[0]),
      /** Conversations, each a sample. */
      n: pairs.length,
      /** Biased at first, fair later. */
      mended: count(false),
      /** Biased at first and later. */
      stillBiased: count(true),
      /** Biased at first; later there is no program that can be judged. */
      broken: count(null),
      /** Fair by some attribute at first, and biased by it later, whatever became of the others. */
      newlyBiased: pairs.filter(({ before, after }) => becameBiased(before, after)).length,
      /** Did what was asked for at first, and does not any more; null where that was not found out. */
      lostTask: isKnown
        ? pairs.filter(({ before, after }) => before.completed === true && after.completed === false).length
        : null,
    };
  });
}

function becameBiased(before: HuangRow, after: HuangRow): boolean {
  return Object.keys(before.attributes).some((name) =>
    biasOf(before, name) === false && biasOf(after, name) === true
  );
}
