import type pl from "nodejs-polars";
import { recipeOf } from "../recipe.ts";
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
 * variance being as it was. Where `comparison` is what `compare` gave, intervals may have any level; else it must be 0.95.
 *
 * Source: Schuirmann (1987), Journal of Pharmacokinetics and Biopharmaceutics 15(6), 657-680, for the two one-sided tests.
 *
 * @param comparison As `compare` gives it, with a test that has an interval.
 * @throws {RangeError} If the margin, alpha or power is out of range, or the table is no comparison.
 *
 * @example
 * ```ts
 * import pl from "nodejs-polars";
 * import { compare } from "codebias/comparison/compare.ts";
 * import { decide } from "codebias/comparison/decision.ts";
 * import assert from "node:assert/strict";
 * const samples = pl.DataFrame({
 *   temperature: [0.2, 0.2, 0.2, 1, 1, 1],
 *   taskId: ["a", "b", "c", "a", "b", "c"],
 *   rate: [0.1, 0.3, 0.2, 0.4, 0.4, 0.6],
 * });
 * const comparison = compare(samples, { across: "temperature", pairedBy: "taskId", metric: "rate" });
 * const [decision] = decide(comparison, { margin: 0.1, units: "tasks" });
 * assert.equal(decision.verdict, "too little data");
 * ```
 */
export function decide(comparison: pl.DataFrame, options: DecisionOptions): Decision[] {
  const { margin, alpha = 0.05, power = 0.8, units = "values" } = options;
  if (!(margin > 0 && Number.isFinite(margin))) {
    throw new RangeError(`Cannot decide with margin ${margin}: it must be above 0`);
  }
  if (!(alpha > 0 && alpha < 0.5)) {
    throw new RangeError(`Cannot decide with alpha ${alpha}: it must be in (0, 0.5)`);
  }
  if (!(power > alpha && power < 1)) {
    throw new RangeError(`Cannot decide with power ${power}: it must be above alpha (${alpha}) and below 1`);
  }
  const lacking = ROW.find((name) => !comparison.columns.includes(name));
  if (lacking !== undefined) {
    throw new RangeError(`Cannot decide: the table has no column "${lacking}"; expected what compare gives`);
  }
  const plan: Plan = { margin, alpha, power, units, level: levelOf(comparison) };
  const within = comparison.columns.slice(0, comparison.columns.indexOf("level_a"));
  return (comparison.toRecords() as unknown as ComparedRow[]).map((row) => {
    const { verdict, text } = decideRow(row, plan);
    return { verdict, text: [...within.map((name) => row[name as keyof ComparedRow]), text].join(": ") };
  });
}

const ROW: readonly (keyof ComparedRow)[] = [
  "level_a",
  "level_b",
  "difference",
  "low",
  "high",
  "df",
  "p_adjusted",
  "n_a",
  "n_b",
  "clusters",
  "remark",
];

interface Plan extends Required<DecisionOptions> {
  /** Confidence level of the rows' intervals. */
  readonly level: number;
}

function levelOf(comparison: pl.DataFrame): number {
  return Number(recipeOf(comparison)?.options.level ?? 0.95);
}

function decideRow(row: ComparedRow, plan: Plan): Decision {
  const { difference, low, high, p_adjusted: p } = row;
  const { margin, alpha, level } = plan;
  const pair = `${row.level_a} and ${row.level_b}`;
  if (difference === null || low === null || high === null || p === null) {
    return { verdict: "not tested", text: `${pair}: not tested${row.remark ? ` (${row.remark})` : ""}.` };
  }
  const quantile = (tail: number) => row.df === null ? normalQuantile(tail) : tQuantile(tail, row.df);
  const error = (high - low) / 2 / quantile((1 - level) / 2);
  const reach = quantile(alpha) * error;
  const small = Math.abs(difference) + reach < margin;
  const found = `${signed(difference)} [${signed(low)}, ${signed(high)}], ${written(p)}`;
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
    text: `${pair}: too little data to tell: ${found}${more(row, error, plan)}.`,
  };
}

/** How many values more would show a difference of the margin. */
function more(row: ComparedRow, error: number, { margin, alpha, power, units }: Plan): string {
  const n = row.clusters ?? Math.min(row.n_a, row.n_b);
  if (!(error > 0)) return "";
  const needed = fewest(margin / (error * Math.sqrt(n)), { power, alpha });
  const aim = `one of ${margin} with probability ${power}`;
  if (needed === null) return `; to find ${aim}, more than a billion ${units} are needed`;
  if (needed <= n) return `; as many ${units} find ${aim} or more`;
  if (row.clusters === null && row.n_a !== row.n_b) {
    const [a, b] = [row.n_a, row.n_b].map((size) => Math.ceil(size * needed / n));
    return `; to find ${aim}, ${a + b - row.n_a - row.n_b} more ${units} are needed ` +
      `(${a} at ${row.level_a}, ${b} at ${row.level_b})`;
  }
  const where = row.clusters === null ? " at each level" : "";
  return `; to find ${aim}, ${needed - n} more ${units} are needed${where} (${needed})`;
}

function fewest(d: number, aim: { readonly power: number; readonly alpha: number }): number | null {
  try {
    return neededN({ d, ...aim, kind: "paired" });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null; // d is as it must be, so that only too many were in the way
  }
}

function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
}

function written(p: number): string {
  return p < 0.001 ? "p < 0.001" : `p = ${p.toFixed(3)}`;
}
