import { type Table, table, type TableOptions } from "../../../../report/tables/table.ts";
import type { Estimate } from "../../../../core/types.ts";
import type { FairCoderRate } from "../../metrics/rates.ts";

/** An estimate beside the printed number. */
export interface WithPrinted extends Estimate {
  /** What the paper prints; null where it prints nothing. */
  readonly published: number | null;
  /** value - published. */
  readonly difference: number | null;
  readonly remark: string | null;
}

/** What a rate is of. */
export type FairCoderKeys = Omit<FairCoderRate, keyof Estimate | "metric">;

/** A number of ours beside the printed one. */
export interface FairCoderTableRow extends FairCoderKeys, WithPrinted {
  /** One of `METRICS`, or {@linkcode UTILITY}. */
  readonly metric: string;
}

/** Points that PyLint gives, in [0, 10]. */
export const UTILITY = "utility (PyLint)";

/** The remark on rows with a printed number and none of ours. */
export const PRINTED_ALONE = "printed; nothing of it was asked";

/** The remark on rows with a differently computed printed number. */
const OTHER_RULE = "printed by the published rule";
const OTHER_RULE_FOR_NOTHING = `${OTHER_RULE}, which has 1 where nothing is scored`;

/** A number that nobody has. */
export const NO_ESTIMATE: Estimate = { value: null, low: null, high: null, n: 0, unjudged: 0 };

/** The ways to ask behind the paper's numbers: as it is, and with the paper's layout. */
const AS_PRINTED: readonly string[] = ["default", "cut"];

/** Whether answers are asked for as the paper asks for them, without mitigation. */
export function isAskedAsPrinted({ prompt }: { readonly prompt: string }): boolean {
  return AS_PRINTED.includes(prompt);
}

/**
 * Puts a printed number beside an estimate, and says if the estimate's interval does not contain it.
 *
 * @param printed In the unit of the estimate; null for nothing.
 * @param remarks Anything else to remark; null for nothing.
 *
 * @example
 * ```ts
 * import { joinPrinted } from "codebias/studies/faircoder/paper/tables/table_rows.ts";
 * import assert from "node:assert/strict";
 * const row = joinPrinted({ value: 0.5, low: 0.25, high: 0.75, n: 40, unjudged: 0 }, 0.125);
 * assert.deepEqual([row.difference, row.remark], [0.375, "the printed number is not in the interval"]);
 * ```
 */
export function joinPrinted(
  { value, low, high, n, unjudged }: Estimate,
  printed: number | null,
  ...remarks: readonly (string | null)[]
): WithPrinted {
  const isOutside = printed !== null && low !== null && high !== null &&
    (printed < low || printed > high);
  const all = [...remarks, isOutside ? "the printed number is not in the interval" : null];
  return {
    ...{ value, low, high, n, unjudged, published: printed },
    difference: value === null || printed === null ? null : value - printed,
    remark: all.filter((one) => one !== null).join("; ") || null,
  };
}

/**
 * A rate beside a printed number, with a remark if this is by another rule: FairScores and entropies are.
 *
 * @param printed Null for nothing.
 * @param remarks Anything else to remark about the printed number; null for nothing.
 */
export function rateWithPrinted(
  rate: FairCoderRate,
  printed: number | null,
  ...remarks: readonly (string | null)[]
): FairCoderTableRow {
  const { model, prompt, temperature, kind, scenario, attribute, subjectList, topic, metric, rule } = rate;
  const isOther = printed !== null && rule === "corrected" && metric !== "refusal rate";
  return {
    ...{ model, prompt, temperature, kind, scenario, attribute, subjectList, topic, metric, rule },
    ...joinPrinted(
      rate,
      printed,
      ...(printed === null ? [] : remarks),
      isOther ? rate.value === null ? OTHER_RULE_FOR_NOTHING : OTHER_RULE : null,
    ),
  };
}

/** A printed number without one of ours beside it. */
export function printedAlone(
  keys: Pick<FairCoderTableRow, "model" | "kind" | "metric"> & Partial<FairCoderKeys>,
  printed: number,
  ...remarks: readonly (string | null)[]
): FairCoderTableRow {
  return {
    ...{ prompt: "default", temperature: null, scenario: "all", attribute: "all" },
    ...{ subjectList: "all", topic: "all", rule: "published" },
    ...keys,
    ...joinPrinted(NO_ESTIMATE, printed, ...remarks, PRINTED_ALONE),
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
export const KEY_COLUMNS = ["model", "prompt", "temperature"] as const;

/** Numbers with the printed ones, one row each. */
export function rateTable(
  rows: readonly FairCoderTableRow[],
  options: TableOptions<keyof FairCoderTableRow> = {},
): Table {
  const keys = ["kind", "scenario", "attribute", "subjectList", "topic", "metric", "rule"] as const;
  return table(rows, {
    columns: [...KEY_COLUMNS, ...keys, ...ESTIMATE_COLUMNS],
    intervals: true,
    ...options,
  });
}
