import type pl from "nodejs-polars";
import { isResult } from "../core/frame.ts";
import { mustBe } from "../core/kinds.ts";
import { refuseUnknownOptions } from "../core/nearest.ts";
import { recipeOf } from "../core/recipe.ts";
import type { Bounds } from "./outcome.ts";
import { compare, type CompareOptions } from "./compare.ts";
import type { ComparedRow } from "./comparison_frame.ts";
import { correctionOf } from "./tests/correction.ts";
import { pText } from "../statistics/p_text.ts";
import { neededN } from "../statistics/power.ts";
import { normalQuantile } from "../statistics/distributions/normal.ts";
import { orNull } from "../statistics/intervals/task_estimates.ts";
import { tQuantile } from "../statistics/distributions/student_t.ts";

/** What counts as a difference, and how sure one wants to be. */
export interface DecisionOptions {
  /** The smallest difference that matters, in the units of the metric, above 0. */
  readonly margin: number;
  /** Error of the first kind. @default 0.05 */
  readonly alpha?: number;
  /** Wanted probability of finding a difference of `margin`; decides how much more data is asked for. @default 0.8 */
  readonly power?: number;
  /** What is counted, for the sentences. @default "values", of the column that holds rows together where there is one */
  readonly units?: string;
}

/** What a comparison lets one say. */
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

/**
 * Says in words, for each row of a comparison, whether the levels differ, do not differ by more than a margin, or the data
 * are too few to tell, and then how many more are needed.
 *
 * They differ if the adjusted p, or p where none is adjusted, is at most alpha. They do not differ by more than the margin if the interval of level
 * 1 − 2 alpha, by the row's own method, lies within ± margin (two one-sided tests). Both can be true. Where p is corrected
 * for several comparisons, these share alpha there too, equally: with m rows the interval has the level
 * 1 − 2 alpha / m. The number of values needed is about what it takes to find a difference of the margin with
 * the wanted power at alpha / m, at the same variance.
 *
 * Source: Schuirmann (1987), Journal of Pharmacokinetics and Biopharmaceutics 15(6), 657-680, for the two one-sided tests.
 *
 * @param comparison As `compare` gives it: two-sided, of pairs of levels.
 * @throws {RangeError} If the margin, alpha or power is out of range, the table is not what `compare` gave, or it is
 * one-sided or about a trend.
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
  refuseUnknownOptions(options, ["margin", "alpha", "power", "units"]);
  const { margin, alpha = 0.05, power = 0.8 } = options;
  mustBe(margin > 0 && Number.isFinite(margin), `decide with margin ${margin}`, "above 0");
  mustBe(alpha > 0 && alpha < 0.5, `decide with alpha ${alpha}`, "in (0, 0.5)");
  mustBe(power > alpha && power < 1, `decide with power ${power}`, `above alpha (${alpha}) and below 1`);
  const { samples, asked } = questionOf(comparison);
  const together = asked.test === "fisher" ? undefined : asked.cluster ?? asked.pairedBy; // Fisher's test counts rows
  const { units = together === undefined ? "values" : `values of ${together}` } = options;
  const rows = comparison.toRecords() as unknown as ComparedRow[];
  // A row with an interval alone can say that levels do not differ: it is a comparison, too.
  const compared = rows.filter(({ p, low }) => p !== null || low !== null).length;
  const share = correctionOf(asked) === "none" ? alpha : alpha / Math.max(1, compared);
  const plan: Plan = { margin, alpha, power, units, share, level: asked.level ?? 0.95 };
  const bounds = compare(samples, { ...asked, level: 1 - 2 * share }).toRecords() as unknown as ComparedRow[];
  const within = comparison.columns.slice(0, comparison.columns.indexOf("level_a"));
  return rows.map((row, at) => {
    const { verdict, text } = decideRow(row, bounds[at], plan);
    return { verdict, text: [...within.map((name) => row[name as keyof ComparedRow]), text].join(": ") };
  });
}

/** The samples and options that a comparison was computed with, as its recipe says. */
function questionOf(
  comparison: pl.DataFrame,
): { readonly samples: pl.DataFrame; readonly asked: CompareOptions } {
  const recipe = recipeOf(comparison);
  if (recipe?.by !== "compare") {
    throw new RangeError(
      isResult(comparison)
        ? "Cannot decide on a run's result: pass what compare(result.frame, ...) gave"
        : "Cannot decide on this table: expected what compare() gave, unchanged",
    );
  }
  const asked = recipe.options as unknown as CompareOptions;
  if (asked.test === "trend") {
    throw new RangeError(
      "Cannot decide on a trend: it is about all levels at once; read its p and slope, or compare the levels in pairs",
    );
  }
  const { alternative = "two-sided" } = asked;
  mustBe(
    alternative === "two-sided",
    `decide on a comparison with the alternative "${alternative}"`,
    "two-sided",
  );
  return { samples: recipe.samples as pl.DataFrame, asked };
}

interface Plan extends Required<DecisionOptions> {
  /** The part of alpha that each row has. */
  readonly share: number;
  /** Confidence level of the comparison's intervals. */
  readonly level: number;
}

function decideRow(row: ComparedRow, bounds: Bounds, plan: Plan): Decision {
  const { difference } = row;
  const p = row.p_adjusted ?? row.p;
  const { margin, alpha } = plan;
  const said = (verdict: Decision["verdict"], text: string) => ({
    ...{ verdict, text: `${row.level_a} and ${row.level_b}${text}.` },
  });
  if (difference === null || (p === null && bounds.low === null)) {
    return said("not tested", `: not tested${row.remark ? ` (${row.remark})` : ""}`);
  }
  const small = bounds.low !== null && bounds.high !== null && bounds.low > -margin && bounds.high < margin;
  const found = `${signed(difference)}${interval(row)}${p === null ? "" : `, p ${pText(p, "= ")}`}`;
  const inside = `${percent(1 - 2 * plan.share)} interval${interval(bounds)}`;
  if (p !== null && p <= alpha) {
    if (!small) return said("differs", ` differ: ${found}`);
    return said("differs by less", ` differ, but by less than ${margin}: ${found}; ${inside}`);
  }
  if (small) {
    return said("does not differ by more", ` do not differ by more than ${margin}: ${found}; ${inside}`);
  }
  const beyond = bounds.low === null ? "" : `; ${inside} reaches beyond ±${margin}`;
  return said("too little data", `: too little data to tell: ${found}${beyond}${more(row, plan)}`);
}

function interval({ low, high }: Bounds): string {
  return low === null || high === null ? "" : ` [${signed(low)}, ${signed(high)}]`;
}

/** A sentence on how many more values would show a difference of the margin, approximately. */
function more(row: ComparedRow, { margin, power, units, share, level }: Plan): string {
  if (row.low === null || row.high === null || row.low === row.high) return "";
  const n = row.clusters ?? Math.min(row.n_a, row.n_b);
  const error = (row.high - row.low) / 2 / quantileFor(row)((1 - level) / 2);
  const d = margin / (error * Math.sqrt(n));
  // d is valid, so that this fails only where too many values would be needed.
  const needed = orNull(() => neededN({ d, power, alpha: share, kind: "paired" }));
  const aim = `one of ${margin} with probability ${power}`;
  if (needed === null) return `; to find ${aim}, more than a billion ${units} are needed`;
  if (needed <= n) return `; ${n} ${units} do find ${aim} or more`;
  if (row.clusters === null && row.n_a !== row.n_b) {
    const [a, b] = [row.n_a, row.n_b].map((size) => Math.ceil(size * needed / n));
    return `; to find ${aim}, ${a + b - row.n_a - row.n_b} more ${units} are needed ` +
      `(${a} at ${row.level_a}, ${b} at ${row.level_b})`;
  }
  const where = row.clusters === null ? " at each level" : "";
  return `; to find ${aim}, ${needed - n} more ${units} are needed${where} (${needed})`;
}

/** Tests whose interval is that of a difference of shares, which has no degrees of freedom. */
const OF_SHARES: readonly string[] = ["fisher", "mcnemar"];

/** The quantile that a row's interval was computed with; for tests without an interval of their own, Student's. */
function quantileFor({ test, df, clusters, n_a, n_b, p }: ComparedRow): (tail: number) => number {
  // Independent values that could not be tested have an interval only where it is that of a difference of shares.
  if (OF_SHARES.includes(test) || p === null && clusters === null) return normalQuantile;
  const degrees = df ?? (clusters === null ? n_a + n_b - 2 : clusters - 1);
  return (tail) => tQuantile(tail, degrees);
}

function signed(value: number): string {
  const text = Math.abs(value).toFixed(3);
  return Number(text) === 0 ? text : `${value < 0 ? "−" : "+"}${text}`;
}

function percent(level: number): string {
  return `${Number((100 * level).toFixed(1))} %`;
}
