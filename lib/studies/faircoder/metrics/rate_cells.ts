import { meanRate } from "./mean_rates.ts";
import type { FairCoderRate } from "./rates.ts";
import { type Setting, settingKey } from "../tasks/setting_names.ts";
import { cells } from "../tasks/task.ts";
import { TEST_ATTRIBUTES } from "./test_rates.ts";
import { topics } from "../tasks/topics.ts";

/** How many cells Tables 8, and 11 with 14, have for a model. */
export const CELLS = { function: cells().length, test: topics.length * TEST_ATTRIBUTES.length } as const;

/**
 * The rates that are cells of Tables 8 to 16, each once: of functions about one attribute in a scenario, over all lists, or of test
 * cases of one topic in one attribute.
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

/** A mean of rates, and the number of them with a value. */
export interface MeanRate {
  readonly mean: FairCoderRate;
  readonly over: number;
}

/**
 * Means of cells by setting, metric and rule.
 *
 * @param cells All of one kind.
 * @param keys What the means are about, if not all.
 */
export function meanRates(
  cells: readonly FairCoderRate[],
  keys: Partial<Pick<FairCoderRate, "scenario" | "attribute">> = {},
): MeanRate[] {
  const groups = Map.groupBy(
    cells,
    (rate) => JSON.stringify([settingKey(rate), rate.metric, rate.rule]),
  );
  return [...groups.values()].map((own) => ({
    mean: { ...own[0], scenario: "all", attribute: "all", topic: "all", ...keys, ...meanRate(own) },
    over: own.filter(({ value }) => value !== null).length,
  }));
}

/** Rows with those of one setting together, settings in the order in which they come. */
export function bySetting<R extends Setting>(rows: readonly R[]): R[] {
  return [...Map.groupBy(rows, settingKey).values()].flat();
}
