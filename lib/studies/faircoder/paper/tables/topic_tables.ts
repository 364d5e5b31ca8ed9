import { cellTable } from "./cell_table.ts";
import { paperNumbers } from "../printed.ts";
import type { FairCoderRate, Metric } from "../../metrics/rates.ts";
import type { FairCoderTableRow } from "./table_rows.ts";
import type { TestAttribute } from "../../tasks/attributes.ts";

/** The table of each metric, by attribute. */
export const TOPIC_METRICS: Readonly<Record<TestAttribute, Readonly<Record<Metric, string>>>> = {
  gender: { "FairScore": "table11", "refusal rate": "table12", "preference entropy": "table13" },
  race: { "FairScore": "table14", "refusal rate": "table15", "preference entropy": "table16" },
};

/**
 * A metric of test cases by an attribute, for each topic.
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
