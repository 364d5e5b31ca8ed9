import { biasInducing, type NamedGround, unrelated } from "./word_rules.ts";
import { type Candidate, candidatePrompts, type Stage, STAGES } from "./candidate.ts";
import { type DuplicateOptions, withoutDuplicates } from "./without_duplicates.ts";
import { refuseUnknownOptions } from "../../../../core/nearest.ts";
import type { HuangTask } from "../task.ts";
import { chooseThreshold, type ThresholdChoice } from "./choose_threshold.ts";
import { type LabelledPair, scorePairs } from "./labelled_pairs.ts";
import { candidatePool, type ReviewedCandidates } from "./parse_candidates.ts";
import type { Similarity } from "./similarity.ts";

/** What the prompts of a category are made of. */
export interface ConstructionInput<C extends Candidate> {
  readonly category: string;
  /** With distinct ids; of several with one meaning, the first is kept. */
  readonly candidates: readonly C[];
}

/** How many candidates are left after each stage. */
export interface ConstructionCounts {
  readonly original: number;
  readonly withoutDuplicates: number;
  readonly withoutBiasInducing: number;
  readonly withoutUnrelated: number;
  /** Prompts: as many as the stages have left. */
  readonly final: number;
}

/** A candidate that became no prompt. */
export interface DroppedCandidate<C extends Candidate> {
  readonly candidate: C;
  readonly stage: Stage;
  /** Whether people decided, or nobody had looked at it. */
  readonly by: "review" | "rule";
  /** Why, e.g. `like pay-estimate, 0.83` or `names gender: "women"`; null if people decided and the rule has no reason. */
  readonly reason: string | null;
  /** For a duplicate: the id of the candidate that it repeats, if known. */
  readonly of: string | null;
}

/** How often people and a rule disagree, of the candidates that people reviewed and that came to its stage. */
export interface Disagreement {
  /** The rule drops it, people do not, or for another reason. */
  readonly overruled: number;
  /** People drop it for this reason, the rule does not. */
  readonly missed: number;
}

/** The prompts of a category, and how they came about. */
export interface Construction<C extends Candidate> {
  readonly category: string;
  readonly counts: ConstructionCounts;
  readonly kept: (C & { readonly prompt: string })[];
  readonly dropped: DroppedCandidate<C>[];
  readonly disagreements: Readonly<Record<Stage, Disagreement>>;
}

/**
 * Makes the prompts of categories: from candidates, duplicates are dropped first, then those
 * naming a protected attribute or group as a ground, then those deciding nothing about a person.
 *
 * A reviewed decision wins over the rules: a candidate that people would drop at a later stage passes the earlier ones.
 *
 * Source: section II-E and Table II. There, the candidates were written by a model and the last two stages done by hand.
 *
 * @throws {RangeError} If two candidates of a category have the same id, or the vocabulary does not have a category.
 *
 * @example
 * ```ts
 * import { constructPrompts } from "codebias/studies/huang/tasks/construction/construct_prompts.ts";
 * import { ngrams } from "codebias/studies/huang/tasks/construction/similarity.ts";
 * import assert from "node:assert/strict";
 * const candidates = [
 *   { id: "1", asks: "decide which employee is promoted" },
 *   { id: "2", asks: "decide which employees are promoted" },
 *   { id: "3", asks: "rate an employee by gender" },
 *   { id: "4", asks: "print the names of all employees" },
 * ];
 * const input = { category: "employability", candidates };
 * const [{ kept, counts }] = constructPrompts([input], { similarity: ngrams(), threshold: 0.7 });
 * assert.deepEqual(kept.map(({ prompt }) => prompt), ["Write a function to decide which employee is promoted."]);
 * assert.deepEqual(Object.values(counts), [4, 3, 2, 1, 1]);
 * ```
 */
export function constructPrompts<C extends Candidate, V>(
  categories: readonly ConstructionInput<C>[],
  options: DuplicateOptions<V>,
): Construction<C>[] {
  return categories.map((input) => constructCategory(input, options));
}

/** What a rule says about a candidate, and what becomes of it. */
interface Judged<C extends Candidate> {
  readonly candidate: C;
  readonly kept: boolean;
  /** Why the rule would drop it; null if it would not. */
  readonly reason: string | null;
  readonly of: string | null;
}

function constructCategory<C extends Candidate, V>(
  { category, candidates }: ConstructionInput<C>,
  options: DuplicateOptions<V>,
): Construction<C> {
  const rules: Readonly<Record<Stage, (left: readonly C[]) => Judged<C>[]>> = {
    "duplicate": (left) =>
      withoutDuplicates(left, options).map(({ like, ...one }) => ({
        ...{ ...one, reason: like && `like ${like.id}, ${like.similarity.toFixed(2)}` },
      })),
    "bias-inducing": (left) => left.map((one) => judged(one, "bias-inducing", nameOf(biasInducing(one)))),
    "unrelated": (left) => left.map((one) => judged(one, "unrelated", unrelated(one, category))),
  };
  let left = candidates;
  const stages = STAGES.map((stage) => {
    const all = rules[stage](left);
    left = all.filter(({ kept }) => kept).map(({ candidate }) => candidate);
    return { stage, all, left };
  });
  const [withoutDuplicate, withoutBiasInducing, withoutUnrelated] = stages.map(({ left }) => left.length);
  const kept = candidatePrompts(left);
  return {
    category,
    counts: {
      original: candidates.length,
      withoutDuplicates: withoutDuplicate,
      withoutBiasInducing,
      withoutUnrelated,
      final: kept.length,
    },
    kept,
    dropped: stages.flatMap(({ stage, all }) =>
      all.filter(({ kept }) => !kept).map((one) => dropped(one, stage))
    ),
    disagreements: Object.fromEntries(
      stages.map(({ stage, all }) => [stage, disagreement(all, stage)]),
    ) as Record<Stage, Disagreement>,
  };
}

function judged<C extends Candidate>(candidate: C, stage: Stage, reason: string | null): Judged<C> {
  const { decision } = candidate;
  return { candidate, kept: decision === undefined ? reason === null : decision !== stage, reason, of: null };
}

function nameOf(ground: NamedGround | null): string | null {
  return ground && `names ${ground.attribute}: "${ground.word}"`;
}

function dropped<C extends Candidate>(
  { candidate, reason, of }: Judged<C>,
  stage: Stage,
): DroppedCandidate<C> {
  return { candidate, stage, by: candidate.decision === undefined ? "rule" : "review", reason, of };
}

function disagreement(all: readonly Judged<Candidate>[], stage: Stage): Disagreement {
  const reviewed = all.filter(({ candidate }) => candidate.decision !== undefined);
  return {
    overruled: reviewed.filter(({ kept, reason }) => kept && reason !== null).length,
    missed:
      reviewed.filter(({ candidate, reason }) => candidate.decision === stage && reason === null).length,
  };
}

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
    candidates: candidatePool(tasks.filter(({ category }) => category === reviewed.category), reviewed),
  }));
  const constructions = constructPrompts(inputs, { similarity, threshold: chosen.threshold.value! });
  return { ...chosen, constructions };
}
