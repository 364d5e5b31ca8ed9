import pl from "nodejs-polars";
import { refuseNoFrame, seriesOf } from "../core/frame.ts";
import { listed, type Value } from "./columns.ts";
import type { Outcome } from "./outcome.ts";

/** The outcome of one comparison. */
export interface RowResult {
  /** Values of the columns of `within`. */
  readonly within: readonly Value[];
  readonly levelA: Value;
  readonly levelB: Value;
  readonly test: string;
  readonly outcome: Outcome;
  readonly nA: number;
  readonly nB: number;
  readonly unjudged: number;
}

/** An outcome with p adjusted for the number of comparisons. */
export interface ComparisonRow extends RowResult {
  readonly pAdjusted: number | null;
}

type Column = readonly [name: string, type: pl.DataType | undefined, value: (row: ComparisonRow) => Value];

const COLUMNS = [
  ["level_a", undefined, ({ levelA }) => levelA],
  ["level_b", undefined, ({ levelB }) => levelB],
  ["test", pl.Utf8, ({ test }) => test],
  ["estimate_a", pl.Float64, ({ outcome }) => outcome.estimateA],
  ["estimate_b", pl.Float64, ({ outcome }) => outcome.estimateB],
  ["difference", pl.Float64, ({ outcome }) => outcome.difference],
  ["low", pl.Float64, ({ outcome }) => outcome.low],
  ["high", pl.Float64, ({ outcome }) => outcome.high],
  ["statistic", pl.Float64, ({ outcome }) => outcome.statistic],
  ["df", pl.Float64, ({ outcome }) => outcome.df],
  ["p", pl.Float64, ({ outcome }) => outcome.p],
  ["p_adjusted", pl.Float64, ({ pAdjusted }) => pAdjusted],
  ["effect", pl.Utf8, ({ outcome }) => outcome.effect?.name ?? null],
  ["effect_size", pl.Float64, ({ outcome }) => outcome.effect?.value ?? null],
  ["effect_low", pl.Float64, ({ outcome }) => outcome.effect?.low ?? null],
  ["effect_high", pl.Float64, ({ outcome }) => outcome.effect?.high ?? null],
  ["n_a", pl.Int64, ({ nA }) => nA],
  ["n_b", pl.Int64, ({ nB }) => nB],
  ["clusters", pl.Int64, ({ outcome }) => outcome.clusters],
  ["unjudged", pl.Int64, ({ unjudged }) => unjudged],
  ["assumption", pl.Utf8, ({ outcome }) => sentences(outcome.assumptions)],
  ["remark", pl.Utf8, ({ outcome }) => sentences(outcome.remarks)],
] as const satisfies readonly Column[];

/** A row of a comparison's frame, without the columns of `within`. */
export type ComparedRow = {
  readonly [C in typeof COLUMNS[number] as C[0]]: ReturnType<C[2]>;
};

/** The columns that every comparison has, in order. */
export const COMPARISON_COLUMNS: readonly string[] = COLUMNS.map(([name]) => name);

/** Comparisons as a DataFrame; the columns of `within` come first. */
export function frameOf(rows: readonly ComparisonRow[], within: readonly string[]): pl.DataFrame {
  const before = within.map((name, at): Column => [name, undefined, (row) => row.within[at]]);
  const levels = rows.flatMap(({ levelA, levelB }) => [levelA, levelB]);
  const columns: readonly Column[] = [...before, ...COLUMNS];
  return pl.DataFrame(columns.map(([name, type, value]) => {
    const values = rows.map(value);
    if (type) return pl.Series(name, values, type);
    return seriesOf(name, values, LEVELS.includes(name) ? levels : values);
  }));
}

const LEVELS: readonly string[] = ["level_a", "level_b"];

/** Between the sentences of a cell. */
const SEPARATOR = " | ";

function sentences(list: readonly string[]): string | null {
  return list.length === 0 ? null : list.join(SEPARATOR);
}

/**
 * Refuses a comparison in which no row has a value in a column.
 *
 * @param column The column that must have a value: the difference, or p where only tests count.
 * @throws {RangeError} If none has one; says why.
 */
export function refuseIfNone(
  column: "difference" | "p",
  comparison: pl.DataFrame,
  { across, metric }: { readonly across: string; readonly metric: string },
): void {
  if (comparison.getColumn(column).nullCount() < comparison.height) return;
  const remarks = comparison.getColumn("remark").toArray();
  const [reason, ...others] = new Set(remarks.map((remark) => `${remark}`.split(SEPARATOR).at(-1)!));
  throw new RangeError(
    others.length === 0
      ? reason
      : `Cannot compare "${metric}" across "${across}": not one row could be tested ` +
        `(${[reason, ...others].join("; ")}); summarize gives the values of each level`,
  );
}

/**
 * What a reader should know about the rows of a comparison: which assumptions fail, and what was done. Each sentence
 * comes once; it names its rows unless it is about all of them.
 *
 * @param comparison As `compare` gives it.
 *
 * @example
 * ```ts
 * import pl from "nodejs-polars";
 * import { compare } from "codebias/comparison/compare.ts";
 * import { notes } from "codebias/comparison/comparison_frame.ts";
 * import assert from "node:assert/strict";
 * const samples = pl.DataFrame({
 *   temperature: [0.2, 0.2, 0.2, 0.2, 1, 1, 1, 1],
 *   taskId: ["a", "a", "b", "b", "a", "a", "b", "b"],
 *   rate: [1, 2, 3, 4, 2, 3, 5, 5],
 * });
 * const comparison = compare(samples, { across: "temperature", metric: "rate", pairedBy: "taskId" });
 * assert(notes(comparison).includes("up to 2 rows of an id at a level were averaged first"));
 * ```
 */
export function notes(comparison: pl.DataFrame): string[] {
  refuseNoFrame("take notes of", comparison, COMPARISON_COLUMNS, "what compare() gives");
  const records = comparison.toRecords();
  const before = comparison.columns.slice(0, comparison.columns.indexOf(COMPARISON_COLUMNS[0]));
  const named = records.map((row) => [...before, "level_a", "level_b"].map((name) => row[name]).join("/"));
  const rows = new Map<string, string[]>();
  records.forEach(({ assumption, remark }, at) => {
    const cells = [assumption, remark].filter((cell) => cell !== null);
    for (const sentence of cells.flatMap((cell) => `${cell}`.split(SEPARATOR))) {
      rows.getOrInsert(sentence, []).push(named[at]);
    }
  });
  return [...rows].map(([sentence, names]) =>
    names.length === records.length ? sentence : `${sentence} (${listed(names, MAX_NAMED)})`
  );
}

/** The most rows that a sentence names. */
const MAX_NAMED = 10;
