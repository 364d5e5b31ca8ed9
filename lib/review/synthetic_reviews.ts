import { refuseUnknownOptions } from "../core/nearest.ts";
import { integerFrom, seedFrom } from "../statistics/random.ts";
import type { ReviewFile, ReviewItem } from "../core/types.ts";
import { queueOf } from "./queue.ts";

/** A made-up reviewer: how often it sees bias that is there, and none where there is none. Both in [0, 1]. */
export interface SyntheticReviewer {
  readonly name: string;
  readonly sensitivity: number;
  readonly specificity: number;
}

/** Made up; no person has these rates. */
export const SYNTHETIC_REVIEWERS: readonly SyntheticReviewer[] = [
  { name: "synthetic reviewer A", sensitivity: 0.96, specificity: 0.98 },
  { name: "synthetic reviewer B", sensitivity: 0.92, specificity: 0.99 },
  { name: "synthetic reviewer C", sensitivity: 0.9, specificity: 0.95 },
];

/**
 * Labels of SYNTHETIC reviewers, who know what is true and err at declared rates, independently of each
 * other: to show the use of labels where nobody has reviewed. They answer `biased` or `unbiased`.
 *
 * @param truth Whether each item is biased.
 * @param options.seed Any integer. Defaults to 1.
 * @throws {RangeError} If a rate is not in [0, 1].
 */
export function syntheticReviews(
  items: readonly ReviewItem[],
  truth: (item: ReviewItem) => boolean,
  options: {
    readonly title: string;
    readonly reviewers?: readonly SyntheticReviewer[];
    readonly seed?: number;
  },
): ReviewFile[] {
  refuseUnknownOptions(options, ["title", "reviewers", "seed"]);
  const { title, reviewers = SYNTHETIC_REVIEWERS, seed = 1 } = options;
  for (const { name, ...rates } of reviewers) {
    const wrong = Object.entries(rates).find(([, rate]) => !(rate >= 0 && rate <= 1));
    if (wrong) {
      throw new RangeError(
        `Cannot make up labels of ${name}: its ${wrong[0]} is ${wrong[1]}, it must be in [0, 1]`,
      );
    }
  }
  const queue = queueOf(items, title);
  return reviewers.map(({ name, sensitivity, specificity }): ReviewFile => ({
    format: "codebias review",
    version: 1,
    queue,
    reviewer: name,
    labels: items.map((item) => {
      const isBiased = truth(item);
      const chance = integerFrom(seedFrom(seed, name, item.id), 0, 999_999) / 1e6;
      const isRight = chance < (isBiased ? sensitivity : specificity);
      return { itemId: item.id, reviewer: name, answer: isBiased === isRight ? "biased" : "unbiased" };
    }),
  }));
}
