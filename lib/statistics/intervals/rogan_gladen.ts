import { mustBe, refuseOther } from "../../core/kinds.ts";
import { checkCount, optionsOf } from "../checks.ts";
import { normalQuantile } from "../distributions/normal.ts";

/** What an instrument found in a sample, and how it did on items whose truth is known. */
export interface InstrumentCounts {
  /** Items of the sample that the instrument found positive. */
  readonly positives: number;
  /** Items of the sample. */
  readonly n: number;
  /** Of the items known to be positive, those that it found positive. */
  readonly truePositives: number;
  /** Items known to be positive. */
  readonly actualPositives: number;
  /** Of the items known to be negative, those that it found negative. */
  readonly trueNegatives: number;
  /** Items known to be negative. */
  readonly actualNegatives: number;
}

/** Options of the correction. */
export interface RoganGladenOptions {
  /** Confidence level in (0, 1). Defaults to 0.95. */
  readonly level?: number;
  /** Number of independent items that tell as much, in (0, n], e.g. that of `clusteredProportion`. Defaults to n. */
  readonly effectiveN?: number;
  /** Number of items left out of the sample. Defaults to 0. */
  readonly unjudged?: number;
}

/** What is added to both the right and the wrong answers on items whose truth is known. */
const ADDED_ANSWERS = 1;

/**
 * Prevalence corrected for an instrument's sensitivity and specificity, with an interval that allows for their errors.
 *
 * With the apparent prevalence a, sensitivity S and specificity T it is (a + T − 1) / (S + T − 1), cut off at 0 and 1. For the
 * interval, z²/2 positives and as many negatives are added to the sample, and one right and one wrong answer to either known
 * sample; with the sizes n, n_S, n_T, proportions and prevalence P that result, J = S + T − 1 and the variances
 * v_a = a (1 − a) / n, v_S = S (1 − S) / n_S, v_T = T (1 − T) / n_T, its bounds are
 * P + 2 z² (P v_S − (1 − P) v_T) ± z √(v_a + P² v_S + (1 − P)² v_T) / J, cut off, and moved to the value if it were outside.
 *
 * Undefined where S + T ≤ 1: such an instrument is not better than chance. If only the J of the interval is not above 0, the
 * interval is [0, 1]. The known items must be of the same kind, drawn at random: an instrument that was tuned on them is
 * likely to be worse elsewhere. The formula takes them as a separate sample; if they are part of the sample
 * itself, errors in both cancel out, and the interval is too wide (200 known ones of 300 to 2000: 95 %
 * intervals cover 97 to 99.6 %).
 *
 * 95 % intervals cover 94.4 to 100 % (simulated: S and T of 0.7 to 0.99, from 20 to 300 known items each;
 * samples of 50 to 1000; prevalences of 0.01 to 0.9), and 92 to 100 % where S and T are only 0.6. With
 * `effectiveN` of `clusteredProportion` they cover 92 to 98 % in samples of 10 to 100 clusters of 5 or 10
 * items with intraclass correlations of 0.05 to 0.6, and without it 69 to 97 %.
 *
 * Source: Rogan and Gladen (1978), American Journal of Epidemiology 107(1), 71-76; the interval: Lang and Reiczigel (2014),
 * Preventive Veterinary Medicine 113(1), 13-22, eq. 6 to 17, with (1 − P)² where their eq. 4 misprints (1 + P)²; agrees with
 * R's asht `prevSeSp`.
 *
 * @param counts Numbers of items; see `confusionMatrix` for those whose truth is known.
 * @throws {RangeError} If a number is no count or exceeds its total, or an option is out of range.
 *
 * @example
 * ```ts
 * import { roganGladen } from "codebias/statistics/intervals/rogan_gladen.ts";
 * import assert from "node:assert/strict";
 * const { value, low, high } = roganGladen({
 *   positives: 259,
 *   n: 509,
 *   truePositives: 84,
 *   actualPositives: 127,
 *   trueNegatives: 96,
 *   actualNegatives: 109,
 * });
 * assert.deepEqual([value, low, high].map((share) => share?.toFixed(2)), ["0.72", "0.58", "0.87"]);
 * ```
 */
export function roganGladen(counts: InstrumentCounts, options: RoganGladenOptions = {}) {
  const { level, unjudged, ...given } = optionsOf(options, {
    level: 0.95,
    effectiveN: undefined,
    unjudged: 0,
  });
  refuseOther("correct", counts, "an object");
  const { n, actualPositives, actualNegatives } = counts;
  const { effectiveN = n } = given;
  checkCounts(counts);
  checkCount("items left out", unjudged);
  const isOfN = n === 0 || (effectiveN > 0 && effectiveN <= n);
  mustBe(isOfN, `use ${effectiveN} as effectiveN`, `in (0, ${n}], at most the items there are`);
  const share = (part: number, all: number) => all === 0 ? null : part / all;
  const apparent = share(counts.positives, n);
  const sensitivity = share(counts.truePositives, actualPositives);
  const specificity = share(counts.trueNegatives, actualNegatives);
  const known = {
    ...{ n, unjudged, level },
    /** Share of the sample that the instrument found positive; null for an empty sample. */
    apparent,
    /** Null where no item is known to be positive. */
    sensitivity,
    /** Null where no item is known to be negative. */
    specificity,
    /** Number of independent items that the sample counts for. */
    effectiveN,
  };
  const undefinedFor = (reason: string) => ({ value: null, low: null, high: null, ...known, reason });
  if (apparent === null) return undefinedFor("no item of the sample was judged");
  if (sensitivity === null) {
    return undefinedFor("the sensitivity is unknown, as no item is known to be positive");
  }
  if (specificity === null) {
    return undefinedFor("the specificity is unknown, as no item is known to be negative");
  }
  const youden = sensitivity + specificity - 1;
  // Compared as whole numbers: the sum of the shares can be off by rounding.
  if (
    counts.truePositives * actualNegatives + counts.trueNegatives * actualPositives <=
      actualPositives * actualNegatives
  ) {
    return undefinedFor(
      "sensitivity and specificity add up to no more than 1: the instrument is no better than chance",
    );
  }
  const value = cut((apparent + specificity - 1) / youden);
  const { low, high } = bounds(counts, { apparent, effectiveN, z: normalQuantile((1 - level) / 2) });
  return { value, low: Math.min(low, value), high: Math.max(high, value), ...known, reason: null };
}

function bounds(
  counts: InstrumentCounts,
  { apparent, effectiveN, z }: { apparent: number; effectiveN: number; z: number },
) {
  const a = shareOf(apparent * effectiveN + z * z / 2, effectiveN + z * z);
  const s = shareOf(counts.truePositives + ADDED_ANSWERS, counts.actualPositives + 2 * ADDED_ANSWERS);
  const t = shareOf(counts.trueNegatives + ADDED_ANSWERS, counts.actualNegatives + 2 * ADDED_ANSWERS);
  const youden = s.share + t.share - 1;
  if (youden <= 0) return { low: 0, high: 1 };
  const p = (a.share + t.share - 1) / youden;
  const middle = p + 2 * z * z * (p * s.variance - (1 - p) * t.variance);
  const reach = z * Math.sqrt(a.variance + p * p * s.variance + (1 - p) ** 2 * t.variance) / youden;
  return { low: cut(middle - reach), high: cut(middle + reach) };
}

function shareOf(part: number, all: number) {
  const share = part / all;
  return { share, variance: share * (1 - share) / all };
}

function cut(share: number): number {
  return Math.min(1, Math.max(0, share));
}

function checkCounts(counts: InstrumentCounts): void {
  checkCount("items", counts.n);
  checkCount("items known to be positive", counts.actualPositives);
  checkCount("items known to be negative", counts.actualNegatives);
  checkCount("positives", counts.positives, 0, counts.n);
  checkCount("true positives", counts.truePositives, 0, counts.actualPositives);
  checkCount("true negatives", counts.trueNegatives, 0, counts.actualNegatives);
}
