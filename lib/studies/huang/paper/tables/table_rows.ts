import { joinPrinted, printedTable, type WithPrinted } from "../../../../paper/with_printed.ts";
import type { HuangKeys, HuangRate } from "../../metrics/counts.ts";

/** A rate of ours beside the printed one. */
export interface HuangTableRow extends HuangKeys, WithPrinted {
  readonly attribute: string;
  readonly metric: string;
}

/**
 * Rates as rows of a table, by model, strategy, temperature and round as they come, then by metric and attribute.
 *
 * @param printedOf What the paper prints for the rate; null for nothing.
 */
export function tableRows(
  rates: readonly HuangRate[],
  printedOf: (rate: HuangRate) => number | null,
): HuangTableRow[] {
  return rates.map((rate) => ({ ...rate, ...joinPrinted(rate, printedOf(rate)) }));
}

/** Rates with their printed values, one row each. */
export const rateTable = printedTable<HuangTableRow>([
  ...["model", "prompt", "temperature", "round", "metric", "attribute"] as const,
]);
