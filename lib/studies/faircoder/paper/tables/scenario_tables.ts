import { nameOfTable } from "../../../../paper/names.ts";
import { cellTable } from "./cell_table.ts";
import { tablesOf } from "../labels/label_readings.ts";
import { labelVerdict } from "../labels/label_verdict.ts";
import { type PaperNumbers, paperNumbers } from "../printed.ts";
import type { FairCoderRate, Metric } from "../../metrics/rates.ts";
import type { RecordedRefusals } from "../../artifact/recorded_refusals.ts";
import type { FairCoderTableRow } from "./table_rows.ts";

/** What stands beside rates of functions. */
export interface ScenarioTableOptions {
  /** Refusals in functions that the artifact holds: they help to tell Tables 9 and 10 apart. @default none */
  readonly recorded?: readonly RecordedRefusals[];
  readonly numbers?: PaperNumbers;
}

/** A table of functions by scenario and attribute. @param rates Of all kinds, metrics and prompts. */
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
 * Table 9: refusal rates of functions, as its caption says; beside them the printed table that has them.
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
 * Which printed table has a metric of functions, and the remark on its caption; null for nothing.
 *
 * @example
 * ```ts
 * import { printedScenarios } from "codebias/studies/faircoder/paper/tables/scenario_tables.ts";
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
