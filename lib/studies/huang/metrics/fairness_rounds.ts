import { conversationOf } from "../../../bias/rounds.ts";
import { cellsOf, keysOf } from "../../../bias/task_counts.ts";
import { biasOf } from "./counts.ts";
import type { CompletedRow } from "./completed.ts";
import type { HuangRow } from "../judge/rows.ts";

/** The numbers of conversations by their change from the first answer to the one after some rounds of feedback. */
export type Transition = ReturnType<typeof transitions>[number];

/** A completion, optionally with whether it does what its task asks for. */
type CheckedRow = HuangRow & Partial<Pick<CompletedRow, "completed">>;

/**
 * The effects of feedback on samples besides removing bias: fair ones that became biased, and working ones that became
 * broken.
 *
 * @param rows The rows of all rounds; a conversation that is over counts with its last answer, as in `roundsOf`.
 * @returns A row for each model, strategy, temperature and round above 0, against round 0.
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
      /** The number of conversations, each a sample. */
      n: pairs.length,
      /** Biased at first, fair later. */
      mended: count(false),
      /** Biased at first and later. */
      stillBiased: count(true),
      /** Biased at first; later without a program that can be judged. */
      broken: count(null),
      /** Fair by some attribute at first, and biased by it later, whatever the other attributes are. */
      newlyBiased: pairs.filter(({ before, after }) => becameBiased(before, after)).length,
      /** Did what was asked for at first, but no longer; null where that is not known. */
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
