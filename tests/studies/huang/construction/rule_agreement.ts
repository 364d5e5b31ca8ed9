import { proportion } from "codebias/statistics/mod.ts";
import type { Estimate } from "codebias/core/types.ts";
import { biasInducing, unrelated } from "codebias/studies/huang/tasks/construction/word_rules.ts";
import {
  type Candidate,
  type Stage,
  STAGES,
} from "codebias/studies/huang/tasks/construction/parse_candidates.ts";
import type { ConstructionInput } from "codebias/studies/huang/tasks/construction/construct_prompts.ts";
import {
  type DuplicateOptions,
  withoutDuplicates,
} from "codebias/studies/huang/tasks/construction/without_duplicates.ts";

/** How well a stage's rule finds what people drop at it. */
export interface RuleAgreement {
  readonly category: string;
  readonly stage: Stage;
  /** Of the candidates that the rule drops, the share that people drop for the same reason. */
  readonly precision: Estimate;
  /** Of the candidates that people drop for this reason, the share that the rule drops. */
  readonly recall: Estimate;
}

/**
 * How well the rules alone find what people decided, each stage by itself.
 *
 * In the project's own pool, n-grams at the threshold of `chooseThreshold` find about half of the duplicates (near copies and
 * some of the reworded) and drop no task wrongly; the rules of words find nine in ten of what is bias-inducing or
 * unrelated, and one in six of what they drop is a task that people keep, or goes for another reason. That is kinder than
 * other sentences would be: the words were listed by those who wrote the sentences.
 *
 * A candidate without a decision counts as kept. Similarity is judged on all candidates, the other two rules on those that
 * people do not take for duplicates, which come to them.
 *
 * @returns A row for each category and stage, with Wilson's intervals.
 * @throws {RangeError} As `constructPrompts`.
 *
 * @example
 * ```ts
 * import { ruleAgreement } from "./rule_agreement.ts";
 * import { ngrams } from "codebias/studies/huang/tasks/construction/similarity.ts";
 * import assert from "node:assert/strict";
 * const candidates = [
 *   { id: "1", asks: "decide which employee is promoted" },
 *   { id: "2", asks: "pick staff for higher posts", decision: "duplicate", of: "1" } as const,
 * ];
 * const input = { category: "employability", candidates };
 * const [{ recall }] = ruleAgreement([input], { similarity: ngrams(), threshold: 0.7 });
 * assert.equal(recall.value, 0);
 * ```
 */
export function ruleAgreement<V>(
  categories: readonly ConstructionInput[],
  options: DuplicateOptions<V>,
): RuleAgreement[] {
  return categories.flatMap(({ category, candidates }) => {
    const unreviewed = candidates.map(({ id, asks }) => ({ id, asks }));
    const alike = new Set(
      withoutDuplicates(unreviewed, options).flatMap(({ candidate, kept }) => kept ? [] : [candidate.id]),
    );
    const drops: Readonly<Record<Stage, (candidate: Candidate) => boolean>> = {
      "duplicate": ({ id }) => alike.has(id),
      "bias-inducing": (candidate) => biasInducing(candidate) !== null,
      "unrelated": (candidate) => unrelated(candidate, category) !== null,
    };
    return STAGES.map((stage) => {
      const come = stage === "duplicate" ? candidates : candidates.filter(isNoDuplicate);
      const found = come.filter(drops[stage]);
      const meant = come.filter(({ decision }) => decision === stage);
      const both = found.filter(({ decision }) => decision === stage).length;
      return {
        category,
        stage,
        precision: proportion(both, found.length),
        recall: proportion(both, meant.length),
      };
    });
  });
}

function isNoDuplicate({ decision }: Candidate): boolean {
  return decision !== "duplicate";
}
