import { type Table, table, type TableOptions } from "../../../../report/tables/table.ts";
import type { Estimate } from "../../../../core/types.ts";
import type { HuangKeys, HuangRate } from "../../metrics/rates.ts";

/** An estimate beside the printed number. */
export interface WithPrinted extends Estimate {
  /** What the paper prints; null where it prints nothing. */
  readonly published: number | null;
  /** value - published. */
  readonly difference: number | null;
  readonly remark: string | null;
}

/** A rate of ours beside the printed one. */
export interface HuangTableRow extends HuangKeys, WithPrinted {
  readonly attribute: string;
  readonly metric: string;
}

/**
 * Puts a printed number beside an estimate, and says where it is not in the interval.
 *
 * @param printed In [0, 1]; null for nothing.
 * @param remark Anything to remark; null for nothing.
 */
export function joinPrinted(
  estimate: Estimate,
  printed: number | null,
  remark: string | null = null,
): WithPrinted {
  const { value, low, high, n, unjudged } = estimate;
  const isOutside = printed !== null && low !== null && high !== null &&
    (printed < low || printed > high);
  const remarks = [remark, isOutside ? "the printed number is not in the interval" : null];
  return {
    ...{ value, low, high, n, unjudged, published: printed },
    difference: value === null || printed === null ? null : value - printed,
    remark: remarks.filter((one) => one !== null).join("; ") || null,
  };
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
  return rates.map((rate): HuangTableRow => {
    const { model, prompt, temperature, round, attribute, metric, ...estimate } = rate;
    return {
      model,
      prompt,
      temperature,
      round,
      attribute,
      metric,
      ...joinPrinted(estimate, printedOf(rate)),
    };
  });
}

/** The last columns of all tables. */
export const ESTIMATE_COLUMNS = [
  "value",
  "low",
  "high",
  "n",
  "unjudged",
  "published",
  "difference",
  "remark",
] as const;

/** Rates with their printed values, one row each. */
export function rateTable(
  rows: readonly HuangTableRow[],
  options: TableOptions<keyof HuangTableRow> = {},
): Table {
  const columns = [
    ...["model", "prompt", "temperature", "round", "metric", "attribute"] as const,
    ...ESTIMATE_COLUMNS,
  ];
  return table(rows, { columns, intervals: true, ...options });
}
