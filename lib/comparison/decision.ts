import type pl from "nodejs-polars";
import { neededN } from "../statistics/power.ts";
import { normalQuantile } from "../statistics/normal.ts";
import { tQuantile } from "../statistics/student_t.ts";

/** What counts as a difference, and how sure one wants to be. */
export interface DecisionOptions {
  /** The smallest difference that matters, in the units of the metric, above 0. */
  readonly margin: number;
  /** Error of the first kind. @default 0.05 */
  readonly alpha?: number;
  /** Wanted probability of finding a difference of `margin`, for what is said of more data. @default 0.8 */
  readonly power?: number;
  /** What the values are, for the sentences. @default "values" */
  readonly units?: string;
}

/** What a comparison allows to say. */
export interface Decision {
  readonly verdict:
    | "differs"
    | "differs by less"
    | "does not differ by more"
    | "too little data"
    | "not tested";
  /** One sentence. */
  readonly text: string;
}

/** A row of a comparison, as far as a decision needs it. */
interface ComparedRow {
  readonly level_a: unknown;
  readonly level_b: unknown;
  readonly difference: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly df: number | null;
  readonly p_adjusted: number | null;
  readonly n_a: number;
  readonly n_b: number;
  readonly clusters: number | null;
  readonly remark: string | null;
}

/**
 * Says in words, for each row of a comparison, whether the levels differ, do not differ by more than a margin, or the data
 * are too few to tell, and then how many more are needed.
 *
 * They differ if the adjusted p is below alpha. They do not differ by more than the margin if the interval of level
 * 1 − 2 alpha, recomputed from the row's standard error, lies within ± margin (two one-sided tests). Both can be true. The
 * number of values needed is that with which a difference of the margin would be found with the wanted power, the
 * variance being as it was. Rows must come from `compare` with its default level of 0.95.
 *
 * Source: Schuirmann (1987), Journal of Pharmacokinetics and Biopharmaceutics 15(6), 657-680, for the two one-sided tests.
 *
 * @param comparison As `compare` gives it, with a test that has an interval.
 * @throws {RangeError} If the margin, alpha or power is out of range.
 */
export function decide(comparison: pl.DataFrame, options: DecisionOptions): Decision[] {
  const { margin, alpha = 0.05, power = 0.8 } = options;
  if (!(margin > 0 && Number.isFinite(margin))) {
    throw new RangeError(`Cannot decide with margin ${margin}: it must be above 0`);
  }
  if (!(alpha > 0 && alpha < 0.5)) {
    throw new RangeError(`Cannot decide with alpha ${alpha}: it must be in (0, 0.5)`);
  }
  if (!(power > alpha && power < 1)) {
    throw new RangeError(`Cannot decide with power ${power}: it must be above alpha (${alpha}) and below 1`);
  }
  return (comparison.toRecords() as unknown as ComparedRow[]).map((row) =>
    decideRow(row, { units: "values", ...options, alpha, power })
  );
}

const LEVEL = 0.95;

function decideRow(row: ComparedRow, options: Required<DecisionOptions>): Decision {
  const { difference, low, high, p_adjusted: p } = row;
  const { margin, alpha } = options;
  const pair = `${row.level_a} and ${row.level_b}`;
  if (difference === null || low === null || high === null || p === null) {
    return { verdict: "not tested", text: `${pair}: not tested${row.remark ? ` (${row.remark})` : ""}.` };
  }
  const quantile = (tail: number) => row.df === null ? normalQuantile(tail) : tQuantile(tail, row.df);
  const error = (high - low) / 2 / quantile((1 - LEVEL) / 2);
  const reach = quantile(alpha) * error;
  const small = Math.abs(difference) + reach < margin;
  const found = `${signed(difference)} [${signed(low)}, ${signed(high)}], p = ${written(p)}`;
  if (p < alpha) {
    return small
      ? { verdict: "differs by less", text: `${pair} differ, but by less than ${margin}: ${found}.` }
      : { verdict: "differs", text: `${pair} differ: ${found}.` };
  }
  if (small) {
    return {
      verdict: "does not differ by more",
      text: `${pair} do not differ by more than ${margin}: ${found}.`,
    };
  }
  return {
    verdict: "too little data",
    text: `${pair}: too little data to tell: ${found}${more(row, error, options)}.`,
  };
}

/** How many values more would show a difference of the margin. */
function more(
  row: ComparedRow,
  error: number,
  { margin, alpha, power, units }: Required<DecisionOptions>,
): string {
  const n = row.clusters ?? Math.min(row.n_a, row.n_b);
  if (!(error > 0)) return "";
  const needed = neededN({ d: margin / (error * Math.sqrt(n)), power, alpha, kind: "paired" });
  if (needed <= n) return `; enough to find one of ${margin}, had there been one`;
  return `; to find one of ${margin} with probability ${power}, ${
    needed - n
  } more ${units} are needed (${needed})`;
}

function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
}

function written(p: number): string {
  return p < 0.001 ? "< 0.001" : p.toFixed(3);
}
