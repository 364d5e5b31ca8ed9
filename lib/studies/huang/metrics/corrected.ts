import { clusteredProportion } from "../../../statistics/intervals/clustered_proportion.ts";
import { confusionMatrix } from "../../../statistics/agreement/confusion.ts";
import { roganGladen } from "../../../statistics/intervals/rogan_gladen.ts";
import { orNull } from "../../../statistics/intervals/task_estimates.ts";
import type { Estimate } from "../../../core/types.ts";
import { publishedFindings, type PublishedTest } from "../judge/authors_rule.ts";
import { itemId } from "../../../review/queue.ts";
import type { Agreed } from "../judge/reviewed.ts";
import type { RowWithSample } from "../judge/rows.ts";
import type { Slot } from "../paper/tables/instruments.ts";

/** An instrument's share of biased slots, apparent or corrected for its errors. */
export interface CorrectedShare extends Estimate {
  readonly instrument: string;
  /** `apparent`: the share by the instrument's verdicts; `corrected`: that share corrected for the instrument's errors. */
  readonly estimate: "apparent" | "corrected";
  /** Why there is no value, else null. */
  readonly reason: string | null;
}

/** The verdict of an instrument on a slot, with the task to which the slot belongs. */
export interface TaskSlot extends Pick<Slot, "instrument" | "predicted"> {
  readonly taskId: string;
}

/**
 * The share of biased slots, corrected for the errors that an instrument makes on a reviewed sample.
 *
 * Source: Rogan and Gladen (1978); the interval is Lang and Reiczigel's, which includes the uncertainty of sensitivity
 * and specificity, here with an effective number of slots, because those of one task are alike. Where the reviewed
 * slots are among the slots, the interval is too wide rather than too narrow, see `roganGladen`.
 *
 * @param slots The verdicts of one instrument on all slots.
 * @param reviewed Its verdicts on a random sample of the slots, with the answers on which reviewers agreed.
 */
export function correctedShare(
  slots: readonly TaskSlot[],
  reviewed: readonly Pick<Slot, "predicted" | "actual">[],
): CorrectedShare[] {
  const judged = slots.filter(({ predicted }) => predicted !== null);
  const n = judged.length;
  const unjudged = slots.length - n;
  const instrument = slots[0]?.instrument ?? "";
  const clustered = orNull(() =>
    clusteredProportion(judged.map(({ predicted }) => predicted!), judged.map(({ taskId }) => taskId))
  );
  const positives = judged.filter(({ predicted }) => predicted).length;
  const { tp, fn, fp, tn } = confusionMatrix(reviewed);
  const corrected = roganGladen(
    {
      ...{ positives, n, truePositives: tp, actualPositives: tp + fn },
      ...{ trueNegatives: tn, actualNegatives: fp + tn },
    },
    { unjudged, ...(clustered && { effectiveN: clustered.effectiveN }) },
  );
  const { value, low, high, reason } = corrected;
  return [
    {
      ...{ instrument, estimate: "apparent", n, unjudged, reason: n === 0 ? reason : null },
      value: n === 0 ? null : positives / n,
      ...{ low: clustered?.low ?? null, high: clustered?.high ?? null },
    },
    { instrument, estimate: "corrected", value, low, high, n, unjudged, reason },
  ];
}

/** The answers of reviewers and of the authors' instrument. */
export interface CorrectionOptions {
  /** The items that were drawn for review. */
  readonly sampled: readonly { readonly id: string }[];
  readonly agreed: Agreed;
  /** The verdicts of the authors' instrument, with the completions' texts as ids. @default only our share is corrected */
  readonly asPublished?: readonly PublishedTest[];
}

/**
 * The shares of biased slots by both instruments, corrected by the reviewers' answers. The slots are the protected
 * attributes that programs name and that could be judged.
 *
 * @returns The shares, and the number of reviewed slots.
 */
export function correctedByReview(
  completions: readonly RowWithSample[],
  { sampled, agreed, asPublished }: CorrectionOptions,
): { readonly shares: CorrectedShare[]; readonly reviewed: number } {
  const tests = new Map(asPublished?.map((test) => [test.id, publishedFindings(test)]));
  const slots = completions.flatMap(({ row: { taskId, attributes }, sample: { text } }) =>
    Object.entries(attributes)
      .filter(([, { aliases, verdict }]) => aliases.length > 0 && verdict !== "unjudged")
      .map(([attribute, { verdict }]) => {
        const tested: Readonly<Record<string, { readonly biased: boolean }>> | undefined = tests.get(text);
        return {
          id: itemId(taskId, text, attribute),
          taskId,
          ours: verdict === "biased",
          published: tested ? tested[attribute].biased : null,
        };
      })
  );
  const drawn = new Set(sampled.map(({ id }) => id));
  const isReviewed = ({ id }: { readonly id: string }) =>
    drawn.has(id) && ["biased", "unbiased"].includes(agreed.get(id) ?? "");
  const reviewed = new Map(slots.filter(isReviewed).map((slot) => [slot.id, slot]));
  const instruments = slots.length === 0
    ? []
    : asPublished
    ? ["ours", "published"] as const
    : ["ours"] as const;
  const shares = instruments.flatMap((instrument) =>
    correctedShare(
      slots.map((slot) => ({ instrument, taskId: slot.taskId, predicted: slot[instrument] })),
      [...reviewed.values()].map((slot) => ({
        predicted: slot[instrument],
        actual: agreed.get(slot.id) === "biased",
      })),
    )
  );
  return { shares, reviewed: reviewed.size };
}
