import printedNumbers from "../../../../data/linguistic/published.json" with { type: "json" };
import { EFFICIENCY_METRICS } from "../metrics/efficiency/efficiency.ts";
import { METRICS } from "../metrics/rates.ts";

/** The metrics that the paper prints, in its order. */
export const PRINTED_METRICS = [...METRICS, ...EFFICIENCY_METRICS] as const;

/** A metric that the paper prints. */
export type PrintedMetric = (typeof PRINTED_METRICS)[number];

/** One printed row of the paper's Table 3. */
export type PrintedRow = (typeof printedNumbers.table3)[number];

/** The paper's Table 3 as printed, including rows for which the artifact has no data. */
export const printedTable3: readonly PrintedRow[] = printedNumbers.table3;

/** The number of tasks on which its rates are based. */
export const printedTasks: number = printedNumbers.tasks;
