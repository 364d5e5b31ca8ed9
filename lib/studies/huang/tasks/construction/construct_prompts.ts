import { biasInducing, unrelated } from "./word_rules.ts";
import { type DuplicateOptions, withoutDuplicates } from "./without_duplicates.ts";
import { refuseUnknownOptions } from "../../../../core/nearest.ts";
import type { HuangTask } from "../task.ts";
import { chooseThreshold, type LabelledPair, scorePairs } from "./choose_threshold.ts";
import {
  type Candidate,
  candidatePool,
  type ReviewedCandidates,
  type Stage,
  STAGES,
} from "./parse_candidates.ts";
import type { Similarity } from "./similarity.ts";

/** The candidates for the prompts of a category. */
export interface ConstructionInput {
  readonly category: string;
  /** The candidates, with distinct ids; of several with one meaning, the first is kept. */
  readonly candidates: readonly Candidate[];
}

/** The prompts of a category, and how they were selected. */
export type Construction = ReturnType<typeof constructCategory>;

/**
 * Makes the prompts of categories from candidates: duplicates are dropped first, then candidates
 * that name a protected attribute or group as a ground, then those that decide nothing about a person.
 *
 * A reviewed decision overrides the rules: a candidate that people would drop at a later stage passes the earlier ones.
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
export function constructPrompts<V>(
  categories: readonly ConstructionInput[],
  options: DuplicateOptions<V>,
): Construction[] {
  return categories.map((input) => constructCategory(input, options));
}

/** The result of a rule for a candidate, and whether it is kept. */
type Judged = ReturnType<typeof judged>;

function constructCategory<V>({ category, candidates }: ConstructionInput, options: DuplicateOptions<V>) {
  const rules: Readonly<Record<Stage, (left: readonly Candidate[]) => Judged[]>> = {
    "duplicate": (left) =>
      withoutDuplicates(left, options).map(({ like, ...one }) => ({
        ...{ ...one, reason: like && `like ${like.id}, ${like.similarity.toFixed(2)}` },
      })),
    "bias-inducing": (left) =>
      left.map((one) => {
        const ground = biasInducing(one);
        return judged(one, "bias-inducing", ground && `names ${ground.attribute}: "${ground.word}"`);
      }),
    "unrelated": (left) => left.map((one) => judged(one, "unrelated", unrelated(one, category))),
  };
  let left = candidates;
  const stages = STAGES.map((stage) => {
    const all = rules[stage](left);
    left = all.filter(({ kept }) => kept).map(({ candidate }) => candidate);
    return { stage, all, left };
  });
  const [withoutDuplicate, withoutBiasInducing, withoutUnrelated] = stages.map(({ left }) => left.length);
  return {
    category,
    /** The number of candidates left after each stage; the last number is that of the prompts. */
    counts: {
      original: candidates.length,
      withoutDuplicates: withoutDuplicate,
      ...{ withoutBiasInducing, withoutUnrelated, final: withoutUnrelated },
    },
    /** The kept candidates with their prompts; section II-E, "Prompt Generation", has <1> in the place of the task. */
    kept: left.map((candidate) => ({ ...candidate, prompt: `Write a function to ${candidate.asks}.` })),
    /** The candidates that did not become prompts. */
    dropped: stages.flatMap(({ stage, all }) =>
      all.filter(({ kept }) => !kept).map(({ candidate, reason, of }) => ({
        candidate,
        stage,
        /** Whether people decided, or the rule, because nobody had reviewed it. */
        by: candidate.decision === undefined ? "rule" as const : "review" as const,
        /** Why, e.g. `like pay-estimate, 0.83` or `names gender: "women"`; null if only people have a reason. */
        reason,
        /** For a duplicate: the id of the candidate that it repeats, if known. */
        of,
      }))
    ),
    /** How often people and a rule disagree, among the reviewed candidates that reached its stage. */
    disagreements: Object.fromEntries(
      stages.map(({ stage, all }) => [stage, disagreement(all, stage)]),
    ) as Record<Stage, ReturnType<typeof disagreement>>,
  };
}

function judged(candidate: Candidate, stage: Stage, reason: string | null) {
  const { decision } = candidate;
  return {
    ...{ candidate, kept: decision === undefined ? reason === null : decision !== stage },
    /** Why the rule would drop it; null if it would not. */
    reason,
    of: null as string | null,
  };
}

function disagreement(all: readonly Judged[], stage: Stage) {
  const reviewed = all.filter(({ candidate }) => candidate.decision !== undefined);
  return {
    /** The number of candidates that the rule drops and people keep at this stage. */
    overruled: reviewed.filter(({ kept, reason }) => kept && reason !== null).length,
    /** The number of candidates that people drop for this reason and the rule does not. */
    missed:
      reviewed.filter(({ candidate, reason }) => candidate.decision === stage && reason === null).length,
  };
}

/** The options of {@linkcode construct}. */
export interface ConstructOptions<V> {
  readonly candidates: readonly ReviewedCandidates[];
  /** The pairs by which the threshold of duplicates is chosen. */
  readonly pairs: readonly LabelledPair[];
  /** A similarity of texts, e.g. of character n-grams. */
  readonly similarity: Similarity<V>;
}

/** The prompts of all categories, and the threshold by which duplicates were found. */
export type Constructed = ReturnType<typeof construct>;

/**
 * Makes prompts from candidates: the threshold is chosen on labelled pairs, then each category's tasks and reviewed
 * candidates become prompts, see {@linkcode constructPrompts}.
 *
 * @param tasks The tasks of our own suite.
 * @throws {RangeError} If no threshold is better than chance, or candidates do not fit the tasks or the vocabulary.
 */
export function construct<V>(tasks: readonly HuangTask[], options: ConstructOptions<V>) {
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
