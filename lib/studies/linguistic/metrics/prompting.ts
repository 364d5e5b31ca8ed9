import { cellsBy } from "../../../statistics/cells.ts";
import { tableWith } from "../../../report/tables/table_with.ts";
import type { Rate } from "./rates.ts";
import type { RecordingGap } from "./recording_gaps.ts";
import { rowKey } from "./sample_keys.ts";
import { PRINTED_METRICS } from "../paper/printed.ts";
import type { Table3Metric } from "../paper/tables/table3.ts";

/** The prompting methods of the paper's Fig. 4 in its order; DI is the task alone. */
export const PROMPTS = ["DI", "BP", "QA", "CoT", "QA+CoT"] as const;

/** A rate of one prompting method beside that of the task alone. */
export interface PromptEffect extends Rate<Table3Metric> {
  /** The value of the same metric with prompting method DI. */
  readonly direct: number | null;
  /** value - direct; null where one of them is missing. */
  readonly difference: number | null;
}

/**
 * The effect of each prompting method against the task alone, for every model, temperature and metric.
 *
 * Source: the BilingualCodeEval paper, section 4.3 and Fig. 5.
 *
 * @param rates The rates of several prompting methods, including DI.
 * @returns Rows in the order of the paper's figure, including those of DI.
 */
export function promptEffects(rates: readonly Rate<Table3Metric>[]): PromptEffect[] {
  const key = ({ model, temperature, metric }: Rate<Table3Metric>) =>
    JSON.stringify([model, temperature, metric]);
  const direct = new Map(
    rates.filter(({ prompt }) => prompt === "DI").map((rate) => [key(rate), rate.value]),
  );
  const order = new Set([...PROMPTS, ...rates.map(({ prompt }) => prompt)]);
  return [...order].flatMap((name) => rates.filter(({ prompt }) => prompt === name)).map((rate) => {
    const before = direct.get(key(rate)) ?? null;
    const difference = rate.value === null || before === null ? null : rate.value - before;
    return { ...rate, direct: before, difference };
  });
}

/** The number of models in which a prompting method raises a metric. */
export type PromptClaim = ReturnType<typeof promptClaims>[number];

/** The claims of section 4.3: the only methods that raise a metric consistently. */
export const CLAIMS: readonly { temperature: number; metric: Table3Metric; prompts: readonly string[] }[] = [
  { temperature: 0.2, metric: "PAR_en", prompts: ["BP", "QA"] },
  { temperature: 0.8, metric: "PAR_zh", prompts: ["QA", "QA+CoT"] },
];

/**
 * For each prompting method, the models in which it raises a metric, leaves it the same or lowers it.
 *
 * Source: the BilingualCodeEval paper, section 4.3, says that at 0.2 only BP and QA consistently raise
 * PAR_en, and at 0.8 only QA+CoT and QA raise PAR_zh. There is no test, because a handful of models, some of them identical,
 * does not allow one.
 *
 * @param gaps Gaps in recordings: the effects of settings that they spoil, e.g. by a server's errors, are left
 * out.
 */
export function promptClaims(
  effects: readonly PromptEffect[],
  gaps: readonly RecordingGap[] = [],
) {
  const spoiled = new Set(gaps.filter((gap) => gap.spoiled).map(rowKey));
  const compared = effects.filter((effect) =>
    effect.prompt !== "DI" && effect.difference !== null && !spoiled.has(rowKey(effect)) &&
    !spoiled.has(rowKey({ ...effect, prompt: "DI" }))
  );
  const groups = cellsBy(compared, ({ temperature, metric, prompt }) => ({ temperature, metric, prompt }));
  return groups.map(({ keys, own: group }) => {
    const { temperature, metric, prompt } = keys;
    const count = (sign: number) => group.filter(({ difference }) => Math.sign(difference!) === sign).length;
    const claim = CLAIMS.find((one) => one.temperature === temperature && one.metric === metric);
    return {
      ...keys,
      // The numbers of models in which the metric is higher than, the same as and lower than with the task alone.
      ...{ higher: count(1), same: count(0), lower: count(-1) },
      /** The models where it is lower or the same, separated by commas; empty if it is higher everywhere. */
      notHigher: group.filter(({ difference }) => difference! <= 0).map(({ model }) => model).join(", "),
      /** The paper's claim: the metric rises consistently, no other method's does (`does not`), or null for no claim. */
      published: claim ? (claim.prompts.includes(prompt) ? "rises" as const : "does not" as const) : null,
    };
  }).sort((a, b) =>
    a.temperature - b.temperature ||
    placeIn(PRINTED_METRICS, a.metric) - placeIn(PRINTED_METRICS, b.metric) ||
    placeIn(PROMPTS, a.prompt) - placeIn(PROMPTS, b.prompt)
  );
}

/** The position of a name in a list; after all others if the list does not have it. */
function placeIn(list: readonly string[], name: string): number {
  const at = list.indexOf(name);
  return at < 0 ? list.length : at;
}

/** The table of the rates behind the paper's Fig. 5. */
export const promptTable = tableWith<PromptEffect>([
  ...["model", "prompt", "temperature", "metric", "value", "low", "high", "n"] as const,
  ...["direct", "difference"] as const,
]);

/** A table of the number of models in which each prompting method raises a metric. */
export const promptClaimTable = tableWith<PromptClaim>([
  ...["temperature", "metric", "prompt", "higher", "same", "lower", "notHigher", "published"] as const,
]);
