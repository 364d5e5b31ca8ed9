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

/** A table of test cases by topic. */
type TopicTableOf = (rates: readonly FairCoderRate[]) => FairCoderTableRow[];

function topicTableOf(attribute: TestAttribute, metric: Metric): TopicTableOf {
  const table = TOPIC_METRICS[attribute][metric];
  return (rates) => cellTable(rates, { kind: "test", metric, attribute, table, numbers: paperNumbers });
}

/** FairScores of test cases by gender and topic. Source: Table 11. */
export const table11 = topicTableOf("gender", "FairScore");

/** Refusal rates of test cases by gender and topic. Source: Table 12. */
export const table12 = topicTableOf("gender", "refusal rate");

/** Preference entropies of test cases by gender and topic. Source: Table 13. */
export const table13 = topicTableOf("gender", "preference entropy");

/** FairScores of test cases by race and topic. Source: Table 14. */
export const table14 = topicTableOf("race", "FairScore");

/** Refusal rates of test cases by race and topic. Source: Table 15. */
export const table15 = topicTableOf("race", "refusal rate");

/** Preference entropies of test cases by race and topic. Source: Table 16. */
export const table16 = topicTableOf("race", "preference entropy");
