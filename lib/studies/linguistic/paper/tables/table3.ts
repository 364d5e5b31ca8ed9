import type { WithPrinted } from "../../../../paper/with_printed.ts";
import type { EfficiencyMetric } from "../../metrics/efficiency/efficiency.ts";
import type { Metric, Rate } from "../../metrics/rates.ts";
import { PRINTED_METRICS, printedTable3 } from "../printed.ts";
import { remarksOn, ROUNDING } from "../rules.ts";

/** A metric of Table 3, or one of its efficiency metrics under another denominator. */
export type Table3Metric = Metric | EfficiencyMetric;

/** A row of our Table 3: our estimate beside the printed one. */
export interface Table3Row extends Omit<WithPrinted, "unjudged"> {
  readonly model: string;
  readonly prompt: string;
  readonly temperature: number;
  readonly metric: Table3Metric;
}

/**
 * Adds the printed values to our rates, one row per model, prompting method, temperature and metric.
 *
 * Source: the BilingualCodeEval paper, Table 3, which covers the prompting method DI only.
 */
export function table3(rates: readonly Rate<Table3Metric>[]): Table3Row[] {
  return rates.map((rate): Table3Row => {
    const { model, prompt, temperature, metric, value, low, high, n } = rate;
    const row = printedTable3.find((row) =>
      row.model === model && row.prompt === prompt && row.temperature === temperature
    );
    const printedMetric = PRINTED_METRICS.find((name) => name === metric);
    const printed = printedMetric && row ? row[printedMetric] : null;
    const difference = value === null || printed === null ? null : value - printed;
    const remarks = printedMetric && row ? [...remarksOn(row, printedMetric)] : [];
    if (difference !== null && Math.abs(difference) > ROUNDING) {
      remarks.push("the printed value does not reproduce");
    }
    return {
      ...{ model, prompt, temperature, metric, value, low, high, n, published: printed, difference },
      remark: remarks.join("; ") || null,
    };
  });
}
