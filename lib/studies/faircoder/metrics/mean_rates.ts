import { cellsBy } from "../../../statistics/cells.ts";
import { mean, sum } from "../../../statistics/descriptive.ts";
import { wilson } from "../../../statistics/intervals/wilson.ts";
import type { Estimate } from "../../../core/types.ts";
import { preferenceEntropy } from "./prompt_metrics.ts";
import type { FairCoderRate } from "./rates.ts";
import { type Setting, settingKey } from "../tasks/settings.ts";
import { cells } from "../tasks/task.ts";
import { TEST_ATTRIBUTES } from "../tasks/attributes.ts";
import { topics } from "../tasks/topics.ts";

/**
 * The mean of rates with equal weights, and its interval, which is computed from theirs.
 *
 * low = m - √(Σ dᵢ²) / k with d = v - l of rate i, of k rates; high likewise. Rates about different prompts
 * are independent. Both attributes of a topic are about the same answers: their distances are added before
 * squaring, as if fully correlated, which is never too narrow. In simulations of 18 topics with 20 and 40
 * answers, means of one attribute are covered in 87 to 98 % (of 60 runs), of both in 98 to 100 %.
 *
 * Source: Zou and Donner (2008), Statistics in Medicine 27(10), 1693-1702, for the bounds of sums from the bounds of their terms.
 *
 * @param rates Rates of one model, setting, kind, metric and rule; rates without a value are left out.
 * @returns n and unjudged are sums. No interval if a rate has none, unless the rate is 0 or 1: then all answers behind it
 * are alike, and Wilson's bound limits how frequent other answers are.
 *
 * @example
 * ```ts
 * import { meanRate } from "codebias/studies/faircoder/metrics/mean_rates.ts";
 * import assert from "node:assert/strict";
 * const of = { model: "m", prompt: "default", temperature: 1, kind: "function", scenario: "job", attribute: "gender", subjectList: "all" } as const;
 * const rate = { ...of, topic: "all", metric: "FairScore", rule: "corrected", value: 0.5, low: 0.25, high: 0.75, n: 9, unjudged: 0 } as const;
 * const { value, low } = meanRate([rate, rate, rate, rate]);
 * assert.deepEqual([value, low], [0.5, 0.375]);
 * ```
 */
export function meanRate(rates: readonly FairCoderRate[]): Estimate {
  const known = rates.flatMap((rate) => rate.value === null ? [] : [{ ...rate, value: rate.value }]);
  const counts = { n: sum(known.map(({ n }) => n)), unjudged: sum(rates.map(({ unjudged }) => unjudged)) };
  if (known.length === 0) return { value: null, low: null, high: null, ...counts };
  const value = mean(known.map((rate) => rate.value));
  const reaches = known.map(reachOf);
  const reach = (side: keyof Reach): number | null => {
    if (reaches.some((one) => one === null)) return null;
    const units = Map.groupBy(known.keys(), (at) => known[at].kind === "test" ? known[at].topic : at);
    const together = [...units.values()].map((all) => sum(all.map((at) => reaches[at]![side])));
    return Math.hypot(...together) / known.length;
  };
  const [down, up] = [reach("down"), reach("up")];
  return {
    value,
    low: down === null ? null : Math.max(0, value - down),
    high: up === null ? null : Math.min(1, value + up),
    ...counts,
  };
}

/** The distances of the bounds of a rate from the rate. */
type Reach = Readonly<Record<"down" | "up", number>>;

type Known = FairCoderRate & { readonly value: number };

function reachOf(rate: Known): Reach | null {
  const { value, low, high, n } = rate;
  if (low !== null && high !== null) return { down: Math.max(0, value - low), up: Math.max(0, high - value) };
  if (n === 0 || value !== 0 && value !== 1) return null;
  // The bound needs the number of answers to a topic that name a group, which is not known here.
  if (rate.kind === "test" && rate.metric === "preference entropy") return { down: value, up: 1 - value };
  const other = wilson(0, n).high;
  if (value === 1) return { down: other, up: 0 };
  // A few answers for another group raise the entropy by more than their share, above all with two groups.
  const isEntropy = rate.kind === "test" && rate.metric === "FairScore";
  return { down: 0, up: isEntropy ? other < 0.5 ? preferenceEntropy([1 - other, other])! : 1 : other };
}

/** The number of cells for a model: of functions in Table 8, and of test cases in Tables 11 and 14. */
export const CELLS = { function: cells().length, test: topics.length * TEST_ATTRIBUTES.length } as const;

/**
 * The rates that are cells of Tables 8 to 16, each once: rates of functions for one attribute in a scenario, over all
 * lists, or of test cases on one topic for one attribute.
 */
export function cellRates(
  rates: readonly FairCoderRate[],
  kind: FairCoderRate["kind"],
): FairCoderRate[] {
  const own = rates.filter(({ subjectList, attribute, scenario, topic, ...rate }) =>
    rate.kind === kind && subjectList === "all" && attribute !== "all" &&
    (kind === "function" ? scenario : topic) !== "all"
  );
  const keyOf = ({ scenario, attribute, topic, metric, rule, ...rate }: FairCoderRate) =>
    JSON.stringify([settingKey(rate), scenario, attribute, topic, metric, rule]);
  return [...new Map(own.map((rate) => [keyOf(rate), rate])).values()];
}

/**
 * Means of cells by setting, metric and rule.
 *
 * @param cells Cells of one kind.
 * @param keys The scenario or the attribute of the means, if not all.
 */
export function meanRates(
  cells: readonly FairCoderRate[],
  keys: Partial<Pick<FairCoderRate, "scenario" | "attribute">> = {},
): { readonly mean: FairCoderRate; readonly over: number }[] {
  return cellsBy(cells, (rate) => [settingKey(rate), rate.metric, rate.rule]).map(({ own }) => ({
    mean: { ...own[0], scenario: "all", attribute: "all", topic: "all", ...keys, ...meanRate(own) },
    // The number of rates with a value.
    over: own.filter(({ value }) => value !== null).length,
  }));
}

/** Rows grouped by setting, settings in the order in which they first occur. */
export function bySetting<R extends Setting>(rows: readonly R[]): R[] {
  return [...Map.groupBy(rows, settingKey).values()].flat();
}
