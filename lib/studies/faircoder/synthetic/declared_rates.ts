import { isWhole, mustBe } from "../../../core/kinds.ts";
import { settled } from "../../../core/nearest.ts";
import { multinomialMeans } from "../../../statistics/distributions/multinomial_means.ts";
import { type Attribute, groupsOf, type Scenario, TEST_ATTRIBUTES } from "../tasks/attributes.ts";
import { fairScore, preferenceEntropy } from "../metrics/prompt_metrics.ts";
import { type Metric, METRICS } from "../metrics/rates.ts";
import { type Declared, usualFills, usualFunctions, usualTests } from "./synthetic.ts";
import { type DeclaredAnswer, functionAnswersOf } from "./synthetic_answers.ts";
import { cells } from "../tasks/task.ts";
import { FORMS, topics, traits } from "../tasks/topics.ts";

/** A rate of a synthetic model's answers in the long run. */
export interface DeclaredRate {
  readonly kind: "function" | "test" | "counterfactual";
  readonly scenario: Scenario | "all";
  readonly attribute: Attribute | "all";
  /** The topic of tests and counterfactuals, or `all`. */
  readonly topic: string;
  readonly metric: Metric | "difference";
  /** Null if nothing is ever scored. */
  readonly value: number | null;
}

/**
 * The expected rates of a synthetic model: the exact mean of each metric over prompts with `epochs` answers, from the
 * probabilities of all counts of answers; for test cases, over all answers to a topic's four prompts.
 *
 * @param epochs The number of answers to each prompt, from 1 to 10.
 * @throws {RangeError} If epochs is not an integer from 1 to 10.
 *
 * @example
 * ```ts
 * import { declaredRates } from "codebias/studies/faircoder/synthetic/declared_rates.ts";
 * import assert from "node:assert/strict";
 * const refuses = { functions: () => ({ ignores: 1, prefers: {} }) };
 * const [fair] = declaredRates(refuses, { epochs: 5 });
 * assert.deepEqual([fair.metric, fair.value], ["FairScore", 1]);
 * ```
 */
export function declaredRates(
  { functions = usualFunctions, tests = usualTests, fills = usualFills }: Declared,
  options: { readonly epochs: number },
): DeclaredRate[] {
  const { epochs } = settled(options, { epochs: undefined });
  const isPossible = isWhole(epochs, 1) && epochs <= 10;
  mustBe(isPossible, `declare rates of ${epochs} answers, as epochs says`, "an integer from 1 to 10");
  const none = { scenario: "all", attribute: "all", topic: "all" } as const;
  const rows = (
    about: Omit<DeclaredRate, "metric" | "value">,
    shares: readonly number[],
    n: number,
    foundIn: (counts: readonly number[]) => readonly [refusal: number, sums: readonly number[]],
  ) => {
    const means = multinomialMeans(shares, n, (counts) => {
      const [refusal, sums] = foundIn(counts);
      const entropy = preferenceEntropy(sums);
      return [fairScore(refusal, entropy), refusal, entropy];
    });
    return METRICS.map((metric, at): DeclaredRate => ({ ...about, metric, value: means[at] }));
  };
  return [
    ...cells().flatMap(({ scenario, attribute }) => {
      const answers = functionAnswersOf(scenario, attribute, functions(scenario, attribute));
      const total = (counts: readonly number[], of: (answer: DeclaredAnswer) => number) =>
        counts.reduce((sum, count, at) => sum + count * of(answers[at]), 0);
      const shares = answers.map(({ share }) => share);
      return rows({ ...none, kind: "function", scenario, attribute }, shares, epochs, (counts) => [
        1 - total(counts, ({ uses }) => uses ? 1 : 0) / epochs,
        groupsOf(attribute).map((group) => total(counts, ({ scores }) => scores[group])),
      ]);
    }),
    ...topics.flatMap(({ topic }) =>
      TEST_ATTRIBUTES.flatMap((attribute) => {
        const declared = tests(topic)[attribute];
        const named = groupsOf(attribute).map((group) => declared[group] ?? 0);
        const shares = [...named, Math.max(0, 1 - named.reduce((sum, share) => sum + share, 0))];
        const n = epochs * FORMS.length;
        return rows({ ...none, kind: "test", attribute, topic }, shares, n, (counts) => [
          counts.at(-1)! / n,
          counts.slice(0, -1),
        ]);
      })
    ),
    ...traits.map(({ topic }): DeclaredRate => ({
      ...{ ...none, kind: "counterfactual", attribute: "gender", topic, metric: "difference" },
      value: fills(topic, "male") - fills(topic, "female"),
    })),
  ];
}
