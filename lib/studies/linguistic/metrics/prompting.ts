import { cellsBy } from "../../../statistics/cells.ts";
import { tableWith } from "../../../report/tables/table_with.ts";
import type { Rate } from "./rates.ts";
import type { RecordingGap } from "./recording_gaps.ts";
import { rowKey } from "./sample_keys.ts";
import { PRINTED_METRICS } from "../paper/printed.ts";
import type { Table3Metric } from "../paper/tables/table3.ts";

/** The prompting methods of the paper's Fig. 4 in its order; DI gives the task alone. */
export const PROMPTS = ["DI", "BP", "QA", "CoT", "QA+CoT"] as const;

/** A rate of one prompting method beside that of the task alone. */
export interface PromptEffect extends Rate<Table3Metric> {
  /** The same metric with prompting method DI. */
  readonly direct: number | null;
  /** value - direct; null where one of them is missing. */
  readonly difference: number | null;
}

/**
 * What each prompting method changes against the task alone, for every model, temperature and metric.
 *
 * Source: the BilingualCodeEval paper, section 4.3 and Fig. 5.
 *
 * @param rates Rates of several prompting methods, DI among them.
 * @returns Rows in the order of the paper's figure, those of DI too.
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

/** For how many models a prompting method raises a metric. */
export type PromptClaim = ReturnType<typeof promptClaims>[number];

/** Section 4.3 names the only methods that raise these consistently. */
export const CLAIMS: readonly { temperature: number; metric: Table3Metric; prompts: readonly string[] }[] = [
  { temperature: 0.2, metric: "PAR_en", prompts: ["BP", "QA"] },
  { temperature: 0.8, metric: "PAR_zh", prompts: ["QA", "QA+CoT"] },
];

/**
 * Which prompting methods raise a metric in all models, in most or in few.
 *
 * Source: the BilingualCodeEval paper, section 4.3, says that at 0.2 only BP and QA consistently raise
 * PAR_en, and at 0.8 only QA+CoT and QA PAR_zh. No test is made: a handful of models, some of them the same,
 * allows none.
 *
 * @param gaps Gaps in recordings: effects of settings spoiled by them, e.g. by a server's errors, are left
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
      // Models where the metric is higher, the same and lower than with the task alone.
      ...{ higher: count(1), same: count(0), lower: count(-1) },
      /** The models where it is lower or the same, with commas between; empty if it is higher everywhere. */
      notHigher: group.filter(({ difference }) => difference! <= 0).map(({ model }) => model).join(", "),
      /** What the paper says: that it rises consistently, that no other method's does, or nothing. */
      published: claim ? (claim.prompts.includes(prompt) ? "rises" as const : "does not" as const) : null,
    };
  }).sort((a, b) =>
    a.temperature - b.temperature ||
    placeIn(PRINTED_METRICS, a.metric) - placeIn(PRINTED_METRICS, b.metric) ||
    placeIn(PROMPTS, a.prompt) - placeIn(PROMPTS, b.prompt)
  );
}

/** The place of a name in a list; behind all where it is not in it. */
function placeIn(list: readonly string[], name: string): number {
  const at = list.indexOf(name);
  return at < 0 ? list.length : at;
}

/** The rates behind the paper's Fig. 5. */
export const promptTable = tableWith<PromptEffect>([
  ...["model", "prompt", "temperature", "metric", "value", "low", "high", "n"] as const,
  ...["direct", "difference"] as const,
]);

/** For how many models each prompting method raises a metric. */
export const promptClaimTable = tableWith<PromptClaim>([
  ...["temperature", "metric", "prompt", "higher", "same", "lower", "notHigher", "published"] as const,
]);
