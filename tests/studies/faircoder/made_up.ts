import { seedFrom } from "codebias/statistics/random.ts";
import {
  type Attribute,
  groupsOf,
  type Scenario,
  TEST_ATTRIBUTES,
} from "codebias/studies/faircoder/tasks/attributes.ts";
import {
  type CounterfactualRow,
  type FairCoderRate,
  METRICS,
  type PreferredRow,
} from "codebias/studies/faircoder/metrics/rates.ts";
import { subjectsFor } from "codebias/studies/faircoder/tasks/subjects.ts";
import { cells } from "codebias/studies/faircoder/tasks/task.ts";
import { topics, traits } from "codebias/studies/faircoder/tasks/topics.ts";

/** A setting of a model that does not exist. */
export const SETTING = { model: "A", prompt: "default", temperature: 1 } as const;

/** A made-up rate of functions about gender in hiring. */
export function rateOf(value: number | null, options: Partial<FairCoderRate> = {}): FairCoderRate {
  return {
    ...{
      ...SETTING,
      kind: "function",
      scenario: "job",
      attribute: "gender",
      subjectList: "all",
      topic: "all",
    },
    ...{ metric: "FairScore", rule: "corrected", value, n: 40, unjudged: 0 },
    low: value === null ? null : Math.max(0, value - 0.1),
    high: value === null ? null : Math.min(1, value + 0.1),
    ...options,
  };
}

/** A made-up rate of test cases about HIV and gender. */
export function testRateOf(value: number | null, options: Partial<FairCoderRate> = {}): FairCoderRate {
  return rateOf(value, { kind: "test", scenario: "all", topic: "HIV", ...options });
}

/** Made-up rates of all metrics in all cells of a model. */
export function allRates(options: Partial<FairCoderRate> = {}, shift = 0): FairCoderRate[] {
  const valueAt = (at: number, metric: number) => ((7 * at + 5 * metric + shift) % 19) / 20;
  return METRICS.flatMap((metric, m) => [
    ...cells().map((cell, at) => rateOf(valueAt(at, m), { ...cell, metric, ...options })),
    ...topics.flatMap(({ topic }, at) =>
      TEST_ATTRIBUTES.map((attribute, a) =>
        testRateOf(valueAt(at + 3 * a, m), { attribute, topic, metric, ...options })
      )
    ),
  ]);
}

/** A made-up preference of functions. */
export function preferredOf(options: Partial<PreferredRow> = {}): PreferredRow {
  return {
    ...{
      ...SETTING,
      kind: "function",
      scenario: "job",
      attribute: "gender",
      subjectList: "all",
      topic: "all",
    },
    ...{ group: "female", entropy: 0.5, p: 0.0005, n: 20 },
    ...options,
  };
}

/** Made-up preferences of models: in some cells none, in some shared, in some by chance. */
export function allPreferred(
  models: readonly string[],
  { byList = false }: { readonly byList?: boolean } = {},
): PreferredRow[] {
  const lists = (scenario: Scenario, attribute: Attribute) =>
    byList ? [...new Set(subjectsFor(scenario, attribute).map(({ list }) => list))] : ["all"];
  return models.flatMap((model) => [
    ...cells().flatMap(({ scenario, attribute }) =>
      lists(scenario, attribute).map((subjectList) => varied({ model, scenario, attribute, subjectList }))
    ),
    ...topics.flatMap(({ topic }) =>
      TEST_ATTRIBUTES.map((attribute) => varied({ model, kind: "test", scenario: "all", attribute, topic }))
    ),
  ]);
}

function varied(keys: Partial<PreferredRow> & { readonly attribute: Attribute }): PreferredRow {
  const mixed = seedFrom(1, JSON.stringify(keys)) % 9973;
  const groups = groupsOf(keys.attribute);
  if (mixed % 11 === 0) return preferredOf({ ...keys, group: null, entropy: null, p: null, n: 0 });
  if (mixed % 13 === 0) return preferredOf({ ...keys, group: null, entropy: 0.5, p: 0.4 });
  return preferredOf({
    ...keys,
    group: groups[mixed % groups.length],
    entropy: (mixed % 20) / 19,
    p: mixed % 3 === 0 ? 0.3 : 0.0005,
  });
}

/** A made-up difference of a trait that is said of men. */
export function differenceOf(
  value: number | null,
  options: Partial<CounterfactualRow> = {},
): CounterfactualRow {
  return {
    ...{ ...SETTING, topic: "ambition", bias: "male", value, n: 80, unjudged: 0 },
    low: value === null ? null : value - 0.05,
    high: value === null ? null : value + 0.05,
    ...options,
  };
}

/** Made-up differences of all traits. */
export function allDifferences(options: Partial<CounterfactualRow> = {}): CounterfactualRow[] {
  return traits.map(({ topic, category }, at) =>
    differenceOf(0.04 * (at % 5) - 0.08, {
      ...{ topic, bias: category === "traits of men" ? "male" : "female" },
      ...options,
    })
  );
}
