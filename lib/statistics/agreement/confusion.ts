import type { Estimate } from "../../core/types.ts";
import { checkCount, optionsOf } from "../checks.ts";
import { proportion } from "../intervals/wilson.ts";

/** What an instrument said of an item, and what the item is; null where it is not known. */
export interface Verdict {
  readonly predicted: boolean | null;
  readonly actual: boolean | null;
}

/** The four counts of judged items; the others default to 0. */
export type ConfusionCounts = Pick<ConfusionMatrix, "tp" | "fn" | "fp" | "tn"> & Partial<ConfusionMatrix>;

/** Items by what an instrument said of them and what they are. */
export type ConfusionMatrix = ReturnType<typeof confusionMatrix>;

/**
 * Counts how often an instrument is right and wrong, either way.
 *
 * @param pairs One for each item.
 * @throws {RangeError} If a verdict is not true, false or null.
 *
 * @example
 * ```ts
 * import { confusionMatrix } from "codebias/statistics/agreement/confusion.ts";
 * import assert from "node:assert/strict";
 * const { tp, fp, unjudged } = confusionMatrix([
 *   { predicted: true, actual: true },
 *   { predicted: true, actual: false },
 *   { predicted: null, actual: false },
 * ]);
 * assert.deepEqual([tp, fp, unjudged], [1, 1, 1]);
 * ```
 */
export function confusionMatrix(pairs: readonly Verdict[]) {
  for (const [at, pair] of pairs.entries()) {
    for (const name of ["predicted", "actual"] as const) {
      if ([true, false, null].includes(pair[name])) continue;
      throw new RangeError(
        `Cannot count ${String(pair[name])}, ${name} of item ${
          at + 1
        }: it must be true, false, or null for not known`,
      );
    }
  }
  const count = (predicted: boolean | null, actual: boolean | null) =>
    pairs.filter((pair) => pair.predicted === predicted && pair.actual === actual).length;
  return {
    /** Rightly found positive. */
    tp: count(true, true),
    /** Positive, but found negative. */
    fn: count(false, true),
    /** Negative, but found positive. */
    fp: count(true, false),
    /** Rightly found negative. */
    tn: count(false, false),
    /** Positive items that the instrument said nothing about. */
    unjudgedPositives: count(null, true),
    /** Negative items that the instrument said nothing about. */
    unjudgedNegatives: count(null, false),
    /** Items found positive whose truth nobody knows. */
    unknownPositives: count(true, null),
    /** Items found negative whose truth nobody knows. */
    unknownNegatives: count(false, null),
    /** All items that are not in tp, fn, fp and tn, also those about which nothing is known. */
    unjudged: pairs.filter(({ predicted, actual }) => predicted === null || actual === null).length,
  };
}

/**
 * Precision, recall, specificity, rate of false positives, accuracy and F1, each with its interval.
 *
 * Intervals are Wilson's, for independent items. F1 = 2 J / (1 + J) grows with J = tp / (tp + fp + fn), the share of right
 * ones among all items that are positive or were found so; its bounds are those of J, so transformed. In large samples
 * this is the delta method's variance, F1 (1 − F1) (2 − F1) / (2 tp + fp + fn), but the interval stays within [0, 1].
 *
 * Precision and accuracy are those of samples with as many positive items as this one; recall and specificity carry over
 * to samples with more or fewer. A rate that cannot be told is null. The `unjudged` of a rate are the items
 * that could have entered its count: for recall, say, the positive ones that the instrument said nothing
 * about.
 *
 * Source: Wilson (1927), Journal of the American Statistical Association 22(158), 209-212; its transformation for F1 is this
 * project's.
 *
 * @param matrix Counts, e.g. of {@linkcode confusionMatrix}.
 * @param options.level Confidence level in (0, 1). Defaults to 0.95.
 * @throws {RangeError} If a number is no count, or the level is out of range.
 *
 * @example
 * ```ts
 * import { diagnosticRates } from "codebias/statistics/agreement/confusion.ts";
 * import assert from "node:assert/strict";
 * const { precision, recall, f1 } = diagnosticRates({ tp: 6, fn: 2, fp: 4, tn: 88 });
 * assert.deepEqual([precision.value, recall.value, f1.value], [0.6, 0.75, 12 / 18]);
 * ```
 */
export function diagnosticRates(matrix: ConfusionCounts, options: { readonly level?: number } = {}) {
  const { level } = optionsOf(options, { level: 0.95 });
  for (const [name, count] of Object.entries(matrix)) checkCount(`items counted as ${name}`, count);
  const { tp, fn, fp, tn, unjudgedPositives = 0, unjudgedNegatives = 0, unknownPositives = 0 } = matrix;
  const { unknownNegatives = 0 } = matrix;
  const { unjudged = unjudgedPositives + unjudgedNegatives + unknownPositives + unknownNegatives } = matrix;
  const rate = (part: number, others: number, left: number) =>
    proportion(part, part + others, { unjudged: left, level });
  return {
    /** tp / (tp + fp): how much of what is found is right. */
    precision: rate(tp, fp, unknownPositives),
    /** Sensitivity, tp / (tp + fn): how much of what is there is found. */
    recall: rate(tp, fn, unjudgedPositives),
    /** tn / (tn + fp). */
    specificity: rate(tn, fp, unjudgedNegatives),
    /** fp / (fp + tn). */
    falsePositiveRate: rate(fp, tn, unjudgedNegatives),
    /** (tp + tn) / (tp + fn + fp + tn). */
    accuracy: rate(tp + tn, fn + fp, unjudged),
    /** 2 tp / (2 tp + fp + fn), the harmonic mean of precision and recall; n is tp + fp + fn. */
    f1: ofJaccard(rate(tp, fp + fn, unjudged)),
  };
}

function ofJaccard({ value, low, high, n, unjudged }: Estimate): Estimate {
  const f1 = (share: number | null) => share === null ? null : 2 * share / (1 + share);
  return { value: f1(value), low: f1(low), high: f1(high), n, unjudged };
}
