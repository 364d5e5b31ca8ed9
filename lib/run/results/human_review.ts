import { refuseOther } from "../../core/kinds.ts";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import type { ReviewFile, ReviewItem, Sample, StudyRun, Task } from "../../core/types.ts";
import { agreementOf } from "../../review/agreement.ts";
import { agreementTable } from "../../review/agreement_table.ts";
import { type JoinedLabels, joinLabels } from "../../review/labels.ts";
import { reviewQueue } from "../../review/queue.ts";
import { review, type ReviewOptions } from "./reviewing.ts";

/** A study that asks people about answers. */
export interface ReviewedStudy<R extends StudyRun<Task, Sample>> {
  /** The items for review. */
  readonly review: (result: R) => readonly ReviewItem[];
  /** The labels of synthetic reviewers for the synthetic model's answers; undefined if no item is about these. */
  readonly syntheticLabels: (
    items: readonly ReviewItem[],
    samples: R["samples"],
    options: { readonly suite: R["about"]; readonly title: string },
  ) => JoinedLabels | undefined;
}

/** The options of {@linkcode humanReview}. */
export interface HumanReviewOptions extends ReviewOptions {
  /** The labels that people exported, see `readLabels`. @default those of synthetic reviewers, if they know the answers */
  readonly labels?: readonly ReviewFile[];
  /** Whether the page has its items in random order. @default false: in the study's order */
  readonly shuffle?: boolean;
}

/**
 * Writes the page on which people review a result, and joins the labels of people or of synthetic reviewers.
 *
 * @param result The result of `run` or of `analyse`.
 * @throws {RangeError} As `review` and `joinLabels`.
 * @throws {DataError} If the page cannot be written.
 *
 * @example
 * ```ts ignore
 * const { page, reviews } = await humanReview(liu, result, { title: "Bias of functions", labels: await readLabels("exports") });
 * liu.table("table7", liu.analyse(result, { reviews }));
 * ```
 */
export async function humanReview<R extends StudyRun<Task, Sample>>(
  study: ReviewedStudy<R>,
  result: R,
  options: HumanReviewOptions,
) {
  refuseUnknownOptions(options, ["title", "note", "name", "out", "labels", "shuffle"]);
  refuseOther("ask people about answers to", study, "an object", ["review", "syntheticLabels"]);
  const { labels, shuffle = false, ...written } = { note: result.label, ...options };
  const items = study.review(result);
  const isAsked = items.length > 0;
  const { title, note } = written;
  const page = isAsked ? await review(reviewQueue(items, { shuffle }), written) : undefined;
  const joined = !isAsked
    ? undefined
    : labels
    ? joinLabels(items, labels)
    : study.syntheticLabels(items, result.samples, { suite: result.about, title });
  const found = joined && agreementOf(joined, { seed: 1 });
  const reviews = found?.items.filter((item) => Object.keys(item.labels).length > 0) ?? [];
  return {
    /** The page; undefined where there are no items. */
    page,
    /** The agreement of the reviewers; undefined where nobody has labelled anything. */
    agreement: found && agreementTable(found, { note: labels ? note : `${note}; SYNTHETIC reviewers` }),
    /** The labels of each item that has any. */
    reviews,
    /** The majority label of each of these items; null if there is none. */
    agreed: new Map(reviews.map(({ id, majority }) => [id, majority])),
  };
}
