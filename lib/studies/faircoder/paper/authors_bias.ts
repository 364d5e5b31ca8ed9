import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { mean } from "../../../statistics/descriptive.ts";
import { seedFrom } from "../../../statistics/random.ts";
import { type Attribute, groupsOf, type Scenario } from "../tasks/attributes.ts";
import { declaredRates } from "../synthetic/declared_rates.ts";
import { promptMetrics } from "../metrics/prompt_metrics.ts";
import { publishedBlocks } from "../metrics/authors_metrics.ts";
import { FIELDS, METRICS } from "../metrics/rates.ts";
import { usualFunctions } from "../synthetic/synthetic.ts";
import {
  type DeclaredAnswer,
  functionAnswersOf,
  type FunctionRates,
} from "../synthetic/synthetic_answers.ts";

/** The size of the simulation: runs, prompts in each run, and answers to each prompt, as many as in the paper. */
const [RUNS, PROMPTS, EPOCHS] = [100, 60, 10];
const SCENARIO = "job";
const ATTRIBUTES = ["gender", "race", "age"] as const;

/**
 * How far the metrics by the authors' definition are from what they are meant to measure: functions are drawn at declared
 * rates, and the points that they add are taken as known, so that neither the keyword scorer nor a model is involved.
 * SYNTHETIC.
 *
 * With ten answers to a prompt, each block has one prompt. The shift of 0.3 makes entropies of few points higher, and the
 * entropy is 1 if nothing is scored.
 *
 * @param functions The declared rates of functions. Defaults to those that the synthetic model declares.
 *
 * @example
 * ```ts
 * import { publishedBias } from "codebias/studies/faircoder/paper/authors_bias.ts";
 * import { groupsOf } from "codebias/studies/faircoder/tasks/attributes.ts";
 * import assert from "node:assert/strict";
 * const [, , entropy] = publishedBias((_, of) => ({ ignores: 0.5, prefers: { [groupsOf(of)[1]]: 0.5 } }));
 * assert.deepEqual([entropy.declared, entropy.corrected], [0, 0]);
 * assert(entropy.published > 0.1);
 * ```
 */
export function publishedBias(
  functions: (scenario: Scenario, attribute: Attribute) => FunctionRates = usualFunctions,
) {
  const declared = declaredRates({ functions, tests: () => NO_TESTS }, { epochs: EPOCHS });
  return ATTRIBUTES.flatMap((attribute) => {
    const scenario = SCENARIO;
    const draw = drawer(functionAnswersOf(scenario, attribute, functions(scenario, attribute)));
    const groups = groupsOf(attribute);
    const simulated = Array.from({ length: RUNS }, () => {
      const answers = Array.from({ length: PROMPTS }, () => Array.from({ length: EPOCHS }, draw));
      return {
        corrected: answers.map((own) => promptMetrics(own, groups)),
        published: publishedBlocks(answers.flat().map(vectorOf), { groups }),
      };
    });
    return METRICS.map((metric) => {
      const row = declared.find((one) =>
        one.kind === "function" && one.scenario === scenario && one.attribute === attribute &&
        one.metric === metric
      )!;
      const field = FIELDS[metric];
      const published = mean(simulated.map((run) => run.published[field]));
      const corrected = simulated.flatMap((run) => {
        const known = run.corrected.flatMap((prompt) => prompt[field] ?? []);
        return known.length === 0 ? [] : [mean(known)];
      });
      return {
        ...{ scenario, attribute, metric },
        /** The mean over the runs by blocks of ten answers, as the artifact computes it. */
        published,
        /** The exact value, see `declaredRates`. */
        declared: row.value!,
        /** The mean over the runs by prompt, without a shift, if something is scored. */
        corrected: mean(corrected),
        bias: published - row.value!,
      };
    });
  });
}

/** No test cases are asked for. */
const NO_TESTS = { gender: {}, race: {} };

function drawer(answers: readonly DeclaredAnswer[]): () => DeclaredAnswer {
  const random = xoroshiro128plus(seedFrom("published bias", 1));
  return () => {
    let left = uniformFloat64(random);
    return answers.find(({ share }) => (left -= share) < 0) ?? answers.at(-1)!;
  };
}

/** The scores that the artifact's rule reads in an answer: only those of groups that gain something. */
function vectorOf({ scores }: DeclaredAnswer): Record<string, number> {
  return Object.fromEntries(Object.entries(scores).filter(([, points]) => points !== 0));
}
