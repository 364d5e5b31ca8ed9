import { percentileBounds } from "../../../../statistics/bootstrap/bootstrap_bounds.ts";
import { checkValues } from "../../../../statistics/checks.ts";
import { isConstant } from "../../../../statistics/descriptive.ts";
import { mannWhitney } from "../../../../statistics/tests/mann_whitney.ts";
import { seedFrom } from "../../../../statistics/random.ts";
import { indexDrawer } from "../../../../statistics/bootstrap/resample.ts";
import { proportion } from "../../../../statistics/intervals/wilson.ts";
import type { Estimate } from "../../../../core/types.ts";
import * as z from "../../../../core/fields.ts";
import type { Similarity } from "./similarity.ts";

const PAIR = z.mapping({
  category: z.text,
  same: z.truth,
  /** How the pair was made, e.g. `near-copy` or `one-word`. */
  kind: z.text,
  a: z.text,
  b: z.text,
});

/** Two tasks, and whether people found that they have the same meaning. */
export type LabelledPair = z.output<typeof PAIR>;

/** How alike two texts are, and whether they have the same meaning. */
export interface ScoredPair {
  readonly similarity: number;
  readonly same: boolean;
}

/**
 * Reads the pairs from the content of data/huang/construction/pairs.yaml.
 *
 * @throws {TypeError} If a field is missing, unknown or of the wrong type; names the pair.
 */
export function parsePairs(value: unknown): LabelledPair[] {
  const { pairs } = z.read(z.mapping({ pairs: z.list }), value, "the labelled pairs");
  return pairs.map((pair, at) => z.read(PAIR, pair, `pair ${at + 1}`));
}

/** How alike the texts of each pair are. */
export function scorePairs<V>(
  pairs: readonly LabelledPair[],
  { prepare, to }: Similarity<V>,
): (LabelledPair & ScoredPair)[] {
  return pairs.map((pair) => ({ ...pair, similarity: to(prepare(pair.a))(prepare(pair.b)) }));
}

/** A threshold, and how well it separates pairs of one meaning from others. */
export type ThresholdChoice = ReturnType<typeof chooseThreshold>;

/** The seed of the intervals' resamples. */
const SEED = 1;

/**
 * The threshold at which a similarity best separates pairs of one meaning from others: that of the largest balanced
 * accuracy, B(t) = (P(s >= t | same) + P(s < t | different)) / 2.
 *
 * The criterion is not the largest F1, because that depends on how many of the pairs have one meaning: this number was
 * chosen by the pairs' authors, and differs much in a pool of candidates. Thresholds lie half-way between neighbouring
 * similarities; of equally good ones the highest is taken, which drops the fewest candidates. The intervals of
 * threshold, balanced accuracy and ROC area are percentiles over resamples of the pairs, in which those of one meaning
 * and the others are drawn separately and the threshold is chosen anew; null where the result is always the same.
 * Accuracy, precision and recall are for the pairs that chose the threshold, thus a little too high, and the precision
 * holds for their share of pairs of one meaning.
 *
 * With `ngrams` and the 198 pairs of data/huang/construction/pairs.yaml, the threshold is 0.71 [0.61, 0.87].
 * It finds 52 % of the pairs of one meaning, that is, nearly all near copies, a quarter of the
 * reworded pairs and none in other words; and a fifth of the others, above all pairs that differ in one word. The
 * ROC area is 0.62 [0.54, 0.71]. N-grams cannot recognize all paraphrases, so that people have to read the
 * remaining candidates.
 *
 * Source: section II-E, "Prompt Filtering", uses 0.8 for SentenceTransformer, without a measurement.
 *
 * @param options.draws Number of resamples. Defaults to 2000.
 * @throws {RangeError} If there are no pairs of one meaning or no others, a similarity is not finite, or no threshold is
 * better than chance.
 *
 * @example
 * ```ts
 * import { chooseThreshold } from "codebias/studies/huang/tasks/construction/choose_threshold.ts";
 * import assert from "node:assert/strict";
 * const same = [0.9, 0.8, 0.7, 0.3].map((similarity) => ({ similarity, same: true }));
 * const others = [0.5, 0.2, 0.1, 0.1].map((similarity) => ({ similarity, same: false }));
 * const { threshold, precision, recall } = chooseThreshold([...same, ...others]);
 * assert.deepEqual([threshold.value, precision.value, recall.value], [0.6, 1, 0.75]);
 * ```
 */
export function chooseThreshold(
  pairs: readonly ScoredPair[],
  { draws = 2000 }: { readonly draws?: number } = {},
) {
  const groups = groupsOf(pairs);
  const best = bestOf(groups);
  if (best === undefined || best.balancedAccuracy <= 0.5) {
    throw new RangeError(
      "Cannot choose a threshold: pairs of one meaning are no more alike than others; use another similarity",
    );
  }
  const replicates = resampled(groups, draws);
  const estimate = (value: number, of: (one: typeof replicates[number]) => number): Estimate => {
    const values = replicates.map(of);
    const bounds = isConstant(values) ? { low: null, high: null } : percentileBounds(values);
    return { value, ...bounds, n: pairs.length, unjudged: 0 };
  };
  const [found, wrong] = [groups.same, groups.others].map((group) =>
    group.filter((similarity) => similarity >= best.threshold).length
  );
  return {
    /** Texts that are at least this much alike are taken for duplicates. */
    threshold: estimate(best.threshold, ({ threshold }) => threshold),
    /** (recall + specificity) / 2 at the threshold. */
    balancedAccuracy: estimate(best.balancedAccuracy, ({ balancedAccuracy }) => balancedAccuracy),
    /** Probability that a pair of one meaning is more alike than a pair of two meanings; ties count half. */
    rocArea: estimate(areaOf(groups), ({ area }) => area),
    /** Of the pairs at or above the threshold, the share that has one meaning; with Wilson's interval. */
    precision: proportion(found, found + wrong),
    /** Of the pairs of one meaning, the share at or above the threshold; with Wilson's interval. */
    recall: proportion(found, groups.same.length),
  };
}

/** Similarities of pairs of one meaning, and of the others. */
type Groups = ReturnType<typeof groupsOf>;

function groupsOf(pairs: readonly ScoredPair[]) {
  const of = (wanted: boolean) =>
    pairs.filter(({ same }) => same === wanted).map(({ similarity }) => similarity);
  const groups = { same: of(true), others: of(false) };
  checkValues("the list of pairs of one meaning", groups.same, 1);
  checkValues("the list of pairs of two meanings", groups.others, 1);
  return groups;
}

/** Searches down from the highest similarity; undefined where all are the same. */
function bestOf({ same, others }: Groups) {
  const sorted = [
    ...same.map((similarity) => ({ similarity, gain: others.length })),
    ...others.map((similarity) => ({ similarity, gain: -same.length })),
  ].sort((a, b) => b.similarity - a.similarity);
  // Balanced accuracy times 2 |same| |others|, an integer, so that equal values compare equal; at first no pair is found.
  let score = same.length * others.length;
  let best: { score: number; threshold: number } | undefined;
  for (let at = 0; at < sorted.length - 1; at++) {
    const { similarity, gain } = sorted[at];
    score += gain;
    const next = sorted[at + 1].similarity;
    if (next < similarity && (!best || score > best.score)) {
      best = { score, threshold: between(next, similarity) };
    }
  }
  return best && {
    threshold: best.threshold,
    balancedAccuracy: best.score / (2 * same.length * others.length),
  };
}

/** The midpoint; never the lower number, which rounding could yield for adjacent numbers. */
function between(low: number, high: number): number {
  const middle = low + (high - low) / 2;
  return middle > low ? middle : high;
}

function areaOf({ same, others }: Groups): number {
  if (isConstant([...same, ...others])) return 0.5;
  return mannWhitney(others, same, { method: "asymptotic" }).superiority;
}

function resampled({ same, others }: Groups, draws: number) {
  const drawers = [same, others].map((group, at) => {
    const draw = indexDrawer(group.length, seedFrom("threshold", SEED, at));
    return () => Array.from(draw(), (index) => group[index]);
  });
  return Array.from({ length: draws }, () => {
    const drawn = { same: drawers[0](), others: drawers[1]() };
    // Where all drawn similarities are equal, there is no threshold to choose.
    const best = bestOf(drawn) ?? { threshold: drawn.same[0], balancedAccuracy: 0.5 };
    return { ...best, area: areaOf(drawn) };
  });
}
