import { refuseOther } from "../core/kinds.ts";
import { settled } from "../core/nearest.ts";
import { majorityLabels } from "../statistics/agreement/ratings.ts";
import { cohensKappa } from "../statistics/agreement/cohens_kappa.ts";
import { fleissKappa } from "../statistics/agreement/fleiss_kappa.ts";
import { krippendorffAlpha } from "../statistics/agreement/krippendorff_alpha.ts";
import { percentAgreement } from "../statistics/agreement/percent_agreement.ts";
import type { JoinedLabels } from "./labels.ts";

/** How far reviewers agree, and on what they do not. */
export type ReviewAgreement = ReturnType<typeof agreementOf>;

/** What reviewers said of an item. */
export type ItemLabels = ReviewAgreement["items"][number];

/**
 * How far reviewers agree, by every usual measure with its interval; the majority, and what is left to settle.
 *
 * Reviewers may label different items: percent agreement and alpha use all labels. Cohen's kappa covers the
 * items that both labelled, Fleiss' those that all did.
 *
 * Source: see `percentAgreement`, `cohensKappa`, `fleissKappa` and `krippendorffAlpha`; the paper Bias Testing and Mitigation
 * gives Cohen's kappa of two reviewers.
 *
 * @param options.level Confidence level in (0, 1). Defaults to 0.95.
 * @param options.seed Of the bootstraps, any integer. Defaults to 1.
 * @throws {RangeError} If there is only one reviewer, or one without an item in common with any other.
 *
 * @example
 * ```ts
 * import { agreementOf } from "codebias/review/agreement.ts";
 * import assert from "node:assert/strict";
 * const answers = [{ value: "y", label: "Yes" }, { value: "n", label: "No" }];
 * const items = ["a", "b", "c", "d"].map((id) => ({ id, question: "Is it fair?", code: "pass", answers }));
 * const ratings = [["y", "y", "n", "n"], ["y", "n", "n", "n"]];
 * const found = agreementOf({ items, reviewers: ["Ada", "Bo"], ratings });
 * assert.deepEqual([found.percent.value, found.pairs[0].value], [0.75, 0.5]);
 * assert.deepEqual(found.conflicts.map(({ id }) => id), ["b"]);
 * ```
 */
export function agreementOf(
  joined: JoinedLabels,
  options: { readonly level?: number; readonly seed?: number } = {},
) {
  const { level, seed } = settled(options, { level: 0.95, seed: 1 });
  refuseOther("compute agreement of", joined, "an object", ["items", "reviewers", "ratings"], "joinLabels");
  const { items, reviewers, ratings } = joined;
  if (reviewers.length < 2) {
    throw new RangeError(
      `Cannot compute agreement of ${reviewers.length} reviewer: join the files of two or more`,
    );
  }
  checkOverlap(reviewers, ratings);
  const pairs = reviewers.flatMap((one, at) =>
    reviewers.slice(at + 1).map((other, after) => {
      const both: readonly [string, string] = [one, other];
      return { reviewers: both, ...cohensKappa(ratings[at], ratings[at + 1 + after], { level }) };
    })
  );
  const whole = [...items.keys()].filter((item) => ratings.every((own) => own[item] !== null));
  const majority = majorityLabels(ratings);
  const found = items.map(({ id }, item) => ({
    id,
    /** By reviewer, for those who labelled it. */
    labels: Object.fromEntries(reviewers.flatMap((name, at) => {
      const label = ratings[at][item];
      return label === null ? [] : [[name, label]];
    })),
    /** The answer of more than half of them; null if there is none. */
    majority: majority[item].label,
    /** Whether it has labels, but no majority. */
    conflict: majority[item].conflict,
  }));
  return {
    reviewers,
    /** Share of pairs of labels of one item that are the same. */
    percent: percentAgreement(ratings, { level }),
    /** Cohen's kappa of every two reviewers; a reason instead of a value if they labelled no item in common. */
    pairs,
    /** Fleiss' kappa over the items that all reviewers labelled; null if these are fewer than two. */
    fleiss: whole.length < 2
      ? null
      : fleissKappa(ratings.map((own) => whole.map((item) => own[item])), { level, seed }),
    /** Krippendorff's alpha, which allows missing labels. */
    alpha: krippendorffAlpha(ratings, { level, seed }),
    items: found,
    /** Items on which not all agree. */
    disagreements: found.filter(({ labels }) => new Set(Object.values(labels)).size > 1),
    /** Items without a majority, to be settled by talking about them. */
    conflicts: found.filter(({ conflict }) => conflict),
  };
}

/** Refuses labels of a reviewer who cannot be compared with anybody. */
function checkOverlap(reviewers: readonly string[], ratings: JoinedLabels["ratings"]): void {
  for (const [at, own] of ratings.entries()) {
    const overlaps = ratings.some((theirs, other) =>
      other !== at && own.some((label, item) => label !== null && theirs[item] !== null)
    );
    if (overlaps) continue;
    const others = reviewers.filter((_, other) => other !== at).join(" or ");
    throw new RangeError(
      `Cannot compare ${reviewers[at]} with ${others}: they labelled no item in common; ` +
        "have them label some of the same ones",
    );
  }
}
