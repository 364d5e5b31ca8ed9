import { refuseUnknownOptions } from "../../../core/nearest.ts";
import { type Attribute, groupsOf, type Scenario } from "../tasks/attributes.ts";
import { fairScore, preferenceEntropy } from "../metrics/prompt_metrics.ts";
import { type Metric, METRICS } from "../metrics/rates.ts";
import { type Declared, usualFills, usualFunctions, usualTests } from "./synthetic.ts";
import { functionAnswersOf } from "./synthetic_answers.ts";
import { cells } from "../tasks/task.ts";
import { TEST_ATTRIBUTES } from "../metrics/test_rates.ts";
import { FORMS, topics, traits } from "../tasks/topics.ts";

/** What a synthetic model's answers come to in the long run. */
export interface DeclaredRate {
  readonly kind: "function" | "test" | "counterfactual";
  readonly scenario: Scenario | "all";
  readonly attribute: Attribute | "all";
  /** Of tests and counterfactuals, or `all`. */
  readonly topic: string;
  readonly metric: Metric | "difference";
  /** Null where nothing is ever scored. */
  readonly value: number | null;
}

/**
 * The expected rates of a synthetic model: the exact mean of each metric over prompts with as many answers,
 * from the chances of all counts of answers; for test cases, with the answers to a topic's four prompts
 * together.
 *
 * @param epochs Answers to each prompt, from 1 to 10.
 * @throws {RangeError} If epochs are no integer from 1 to 10.
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
  refuseUnknownOptions(options, ["epochs"]);
  const { epochs } = options;
  if (!Number.isInteger(epochs) || epochs < 1 || epochs > 10) {
    throw new RangeError(`Cannot declare rates of ${epochs} answers: epochs must be an integer from 1 to 10`);
  }
  const none = { scenario: "all", attribute: "all", topic: "all" } as const;
  return [
    ...cells().flatMap(({ scenario, attribute }) => {
      const answers = functionAnswersOf(scenario, attribute, functions(scenario, attribute));
      const groups = groupsOf(attribute);
      const expected = expectedOf(answers.map(({ share }) => share), epochs, (counts) => {
        const used = counts.reduce((sum, count, at) => sum + (answers[at].uses ? count : 0), 0);
        const sums = groups.map((group) =>
          counts.reduce((sum, count, at) => sum + count * answers[at].scores[group], 0)
        );
        return metricsOf(1 - used / epochs, sums);
      });
      return METRICS.map((
        metric,
      ) => ({ ...none, kind: "function", scenario, attribute, metric, value: expected[metric] } as const));
    }),
    ...topics.flatMap(({ topic }) =>
      TEST_ATTRIBUTES.flatMap((attribute) => {
        const declared = tests(topic)[attribute];
        const shares = groupsOf(attribute).map((group) => declared[group] ?? 0);
        const answers = epochs * FORMS.length;
        const unnamed = Math.max(0, 1 - shares.reduce((sum, share) => sum + share, 0));
        const expected = expectedOf([...shares, unnamed], answers, (counts) =>
          metricsOf(counts.at(-1)! / answers, counts.slice(0, -1)));
        return METRICS.map((
          metric,
        ) => ({ ...none, kind: "test", attribute, topic, metric, value: expected[metric] } as const));
      })
    ),
    ...traits.map(({ topic }) => ({
      ...{ ...none, kind: "counterfactual", attribute: "gender", topic, metric: "difference" } as const,
      value: fills(topic, "male") - fills(topic, "female"),
    })),
  ];
}

type Values = Readonly<Record<Metric, number | null>>;

function metricsOf(refusal: number, sums: readonly number[]): Values {
  const entropy = preferenceEntropy(sums);
  return { "FairScore": fairScore(refusal, entropy), "refusal rate": refusal, "preference entropy": entropy };
}

/** The mean of metrics over all counts of n answers among alternatives, each metric over the counts that have it. */
function expectedOf(
  shares: readonly number[],
  n: number,
  metrics: (counts: readonly number[]) => Values,
): Values {
  const totals = new Map(METRICS.map((metric) => [metric, { value: 0, chance: 0 }]));
  const counts: number[] = [];
  const visit = (at: number, left: number, chance: number) => {
    if (chance === 0) return;
    if (at === shares.length - 1) {
      const found = metrics([...counts, left]);
      const last = chance * shares[at] ** left;
      for (const metric of METRICS) {
        const value = found[metric];
        if (value === null) continue;
        const total = totals.get(metric)!;
        total.value += last * value;
        total.chance += last;
      }
      return;
    }
    let own = chance;
    for (let count = 0; count <= left; count++) {
      counts.push(count);
      visit(at + 1, left - count, own);
      counts.pop();
      // C(left, count + 1) from C(left, count)
      own *= (left - count) / (count + 1) * shares[at];
    }
  };
  visit(0, n, 1);
  const mean = (metric: Metric) => {
    const { value, chance } = totals.get(metric)!;
    return chance < 1e-12 ? null : value / chance;
  };
  return {
    "FairScore": mean("FairScore"),
    "refusal rate": mean("refusal rate"),
    "preference entropy": mean("preference entropy"),
  };
}
