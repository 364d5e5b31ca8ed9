import { nameOfTable } from "../../../../paper/names.ts";
import { besideCells } from "../../../../paper/with_printed.ts";
import { bySetting, cellRates } from "../../metrics/mean_rates.ts";
import type { FairCoderRate, Metric } from "../../metrics/rates.ts";
import type { Attribute, Scenario, TestAttribute } from "../../tasks/attributes.ts";
import { tablesOf } from "../labels/label_readings.ts";
import { labelVerdict, type RecordedRefusals } from "../labels/label_verdict.ts";
import { type PaperNumbers, paperNumbers, printedCells, TOPIC_METRICS } from "../printed.ts";
import { type FairCoderTableRow, isAskedAsPrinted, printedAlone, rateWithPrinted } from "./table_rows.ts";

/** The options of a table of functions. */
interface ScenarioTableOptions {
  /** The refusals of the artifact's functions, which help to tell Tables 9 and 10 apart. @default none */
  readonly recorded?: readonly RecordedRefusals[];
  readonly numbers?: PaperNumbers;
}

/** Makes a table of functions by scenario and attribute. @param rates Those of all kinds, metrics and prompts. */
type ScenarioTableOf = (
  rates: readonly FairCoderRate[],
  options?: ScenarioTableOptions,
) => FairCoderTableRow[];

function scenarioTableOf(metric: Metric): ScenarioTableOf {
  return (rates, options = {}) => {
    const { numbers = paperNumbers } = options;
    return cellTable(rates, { kind: "function", metric, numbers, ...printedScenarios(metric, options) });
  };
}

/**
 * Table 8: FairScores of functions.
 *
 * Source: the paper FairCoder, Table 8, which is the same whichever of Tables 9 and 10 has which metric.
 */
export const table8 = scenarioTableOf("FairScore");

/**
 * Table 9: refusal rates of functions, as its caption says, beside those of the printed table that has them.
 *
 * Source: the paper FairCoder, Table 9 or 10, as `labelVerdict` decides.
 */
export const table9 = scenarioTableOf("refusal rate");

/**
 * Table 10: preference entropies of functions, likewise.
 *
 * Source: the paper FairCoder, Table 10 or 9, as `labelVerdict` decides.
 */
export const table10 = scenarioTableOf("preference entropy");

/**
 * The printed table with a metric of functions, and the remark on its caption, null if there is none.
 *
 * @example
 * ```ts
 * import { printedScenarios } from "codebias/studies/faircoder/paper/tables/cell_tables.ts";
 * import assert from "node:assert/strict";
 * assert.equal(printedScenarios("refusal rate").table, "table10");
 * ```
 */
export function printedScenarios(
  metric: Metric,
  { recorded = [], numbers = paperNumbers }: ScenarioTableOptions = {},
): { readonly table: "table8" | "table9" | "table10"; readonly remark: string | null } {
  if (metric === "FairScore") return { table: "table8", remark: null };
  const { reading } = labelVerdict(numbers, recorded);
  const table = tablesOf(reading ?? "as printed")[metric === "refusal rate" ? "refusal" : "entropy"];
  const remark = {
    "as printed": null,
    exchanged: `printed in ${nameOfTable(table)}: the captions of Tables 9 and 10 are exchanged`,
    open: `printed in ${
      nameOfTable(table)
    } by its caption; whether those of Tables 9 and 10 are exchanged is open`,
  }[reading ?? "open"];
  return { table, remark };
}

/**
 * The rows of a metric of test cases for an attribute, for each topic.
 *
 * Source: Tables 11 to 13, by gender, and 14 to 16, by race.
 */
export function topicRows(
  attribute: TestAttribute,
  metric: Metric,
  rates: readonly FairCoderRate[],
): FairCoderTableRow[] {
  const table = TOPIC_METRICS[attribute][metric];
  return cellTable(rates, { kind: "test", metric, attribute, table, numbers: paperNumbers });
}

/** A printed table, and the rates that it stands beside. */
interface PrintedBeside {
  readonly kind: FairCoderRate["kind"];
  readonly metric: Metric;
  /** @default all */
  readonly attribute?: Attribute;
  /** One of `PRINTED_TABLES`. */
  readonly table: string;
  readonly numbers: PaperNumbers;
  /** A remark on all printed numbers. @default none */
  readonly remark?: string | null;
}

/**
 * The cells of one metric beside those of a printed table, for answers asked for as in the paper; then the cells of the
 * paper's models that were not asked.
 *
 * @param rates Those of all kinds, metrics and prompts.
 */
function cellTable(rates: readonly FairCoderRate[], of: PrintedBeside): FairCoderTableRow[] {
  const { kind, metric, attribute, table, numbers, remark = null } = of;
  const own = cellRates(rates, kind).filter((rate) =>
    isAskedAsPrinted(rate) && rate.metric === metric && (attribute ?? rate.attribute) === rate.attribute
  );
  const [ours, alone] = besideCells(bySetting(own), printedCells(table, numbers), {
    keysOf: ({ model, scenario, attribute, topic }) => ({
      ...{ model, attribute },
      ...(kind === "function" ? { scenario } : { topic }),
    }),
    own: (rate, printed) => rateWithPrinted(rate, printed, remark),
    alone: ({ keys: { model, scenario = "all", attribute, topic = "all" }, value }) => {
      const about = { scenario: scenario as Scenario, attribute: attribute as Attribute, topic };
      return printedAlone({ model: model!, kind, metric, ...about }, value, remark);
    },
  });
  return [...ours, ...bySetting(alone)];
}
