import { refuseUnknownOptions } from "../../../../core/nearest.ts";
import type { HuangTask } from "../task.ts";
import type { Candidate } from "./candidate.ts";
import { chooseThreshold, type ThresholdChoice } from "./choose_threshold.ts";
import { type Construction, constructPrompts } from "./construct_prompts.ts";
import { type LabelledPair, scorePairs } from "./labelled_pairs.ts";
import { candidatePool, type ReviewedCandidates } from "./parse_candidates.ts";
import type { Similarity } from "./similarity.ts";

/** What prompts are made of, and how alike texts are. */
export interface ConstructOptions<V> {
  readonly candidates: readonly ReviewedCandidates[];
  /** Pairs by which the threshold of duplicates is chosen. */
  readonly pairs: readonly LabelledPair[];
  /** E.g. of character n-grams. */
  readonly similarity: Similarity<V>;
}

/** The prompts of all categories, and the threshold by which duplicates were found. */
export interface Constructed extends ThresholdChoice {
  readonly constructions: readonly Construction<Candidate>[];
}

/**
 * The path from candidates to prompts: the threshold is chosen on labelled pairs, then each category's tasks and reviewed
 * candidates become prompts, see {@linkcode constructPrompts}.
 *
 * @param tasks The tasks of our own suite.
 * @throws {RangeError} If no threshold does better than chance, or candidates do not fit tasks or vocabulary.
 */
export function construct<V>(tasks: readonly HuangTask[], options: ConstructOptions<V>): Constructed {
  refuseUnknownOptions(options, ["candidates", "pairs", "similarity"]);
  const { candidates, pairs, similarity } = options;
  const chosen = chooseThreshold(scorePairs(pairs, similarity));
  const inputs = candidates.map((reviewed) => ({
    category: reviewed.category,
    template: "Write a function to {task}.",
    candidates: candidatePool(tasks.filter(({ category }) => category === reviewed.category), reviewed),
  }));
  const constructions = constructPrompts(inputs, { similarity, threshold: chosen.threshold.value! });
  return { ...chosen, constructions };
}
