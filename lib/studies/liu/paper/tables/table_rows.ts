import { type Table, table, type TableOptions } from "../../../../report/tables/table.ts";
import type { Estimate } from "../../../../core/types.ts";
import type { LiuKeys } from "../../judge/completions.ts";

/** An estimate beside the printed number. */
export interface WithPrinted extends Estimate {
  /** What the paper prints; null where it prints nothing. */
  readonly published: number | null;
  /** value - published. */
  readonly difference: number | null;
  readonly remark: string | null;
}

/** A number of ours beside the printed one. */
export interface LiuTableRow extends LiuKeys, WithPrinted {
  readonly instrument: string;
  readonly modifierType: string;
  /** `all`, or one of them. */
  readonly dimension: string;
  readonly metric: string;
}

/** The remark on rows with a printed number and none of ours. */
export const PRINTED_ALONE = "printed; nothing of it is recorded";

/** The instrument of a number that is only printed. */
export const PAPERS = "the paper's";

/** A number that nobody has. */
export const NO_ESTIMATE: Estimate = { value: null, low: null, high: null, n: 0, unjudged: 0 };

/**
 * Puts a printed number beside an estimate, and says if the estimate's interval does not contain it.
 *
 * @param printed In the unit of the estimate; null for nothing.
 * @param remarks Anything else to remark; null for nothing.
 *
 * @example
 * ```ts
 * import { joinPrinted } from "codebias/studies/liu/paper/tables/table_rows.ts";
 * import assert from "node:assert/strict";
 * const row = joinPrinted({ value: 0.5, low: 0.25, high: 0.75, n: 40, unjudged: 0 }, 0.125);
 * assert.deepEqual([row.difference, row.remark], [0.375, "the printed number is not in the interval"]);
 * ```
 */
export function joinPrinted(
  estimate: Estimate,
  printed: number | null,
  ...remarks: readonly (string | null)[]
): WithPrinted {
  const { value, low, high, n, unjudged } = estimate;
  const isOutside = printed !== null && low !== null && high !== null &&
    (printed < low || printed > high);
  const all = [...remarks, isOutside ? "the printed number is not in the interval" : null];
  return {
    ...{ value, low, high, n, unjudged, published: printed },
    difference: value === null || printed === null ? null : value - printed,
    remark: all.filter((one) => one !== null).join("; ") || null,
  };
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

/** The first columns of tables about models. */
export const KEY_COLUMNS = ["model", "prompt", "temperature", "topP", "instrument"] as const;

/** Numbers with the printed ones, one row each. */
export function rateTable(
  rows: readonly LiuTableRow[],
  options: TableOptions<keyof LiuTableRow> = {},
): Table {
  const columns = [...KEY_COLUMNS, ...["modifierType", "dimension", "metric"] as const, ...ESTIMATE_COLUMNS];
  return table(rows, { columns, intervals: true, ...options });
}
