import pl from "nodejs-polars";
import type { Value } from "./columns.ts";
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

/** The same with what the number of comparisons does to p. */
export interface ComparisonRow extends RowResult {
  readonly pAdjusted: number | null;
}

type Column = readonly [name: string, type: pl.DataType | undefined, value: (row: ComparisonRow) => Value];

const COLUMNS: readonly Column[] = [
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
];

/** The columns that every comparison has, in order. */
export const COMPARISON_COLUMNS: readonly string[] = COLUMNS.map(([name]) => name);

/**
 * Comparisons as a DataFrame, the columns that they are within first.
 *
 * @throws {RangeError} If a column of `within` is called as one of the result's.
 */
export function frameOf(rows: readonly ComparisonRow[], within: readonly string[]): pl.DataFrame {
  const taken = within.find((name) => COMPARISON_COLUMNS.includes(name));
  if (taken !== undefined) {
    throw new RangeError(
      `Cannot compare within "${taken}": the result has a column of that name; rename the samples' column`,
    );
  }
  const before = within.map((name, at): Column => [name, undefined, (row) => row.within[at]]);
  const levels = rows.flatMap(({ levelA, levelB }) => [levelA, levelB]);
  return pl.DataFrame([...before, ...COLUMNS].map(([name, type, value]) => {
    const values = rows.map(value);
    if (type) return pl.Series(name, values, type);
    return seriesOf(name, values, LEVELS.includes(name) ? levels : values);
  }));
}

const LEVELS: readonly string[] = ["level_a", "level_b"];

/**
 * A column of values as they come from samples: numbers stay numbers, truth values stay; what is mixed becomes text.
 *
 * @param like Values that decide the type; `values` are among them.
 */
export function seriesOf(name: string, values: readonly Value[], like: readonly Value[] = values): pl.Series {
  const types = new Set(like.map((value) => typeof value));
  const type = types.size === 1 ? [...types][0] : "string";
  if (type === "boolean") return pl.Series(name, [...values], pl.Bool);
  if (type === "number") {
    return pl.Series(name, [...values], like.every(Number.isSafeInteger) ? pl.Int64 : pl.Float64);
  }
  return pl.Series(name, values.map((value) => value === null ? null : `${value}`), pl.Utf8);
}

/** Between the sentences of a cell. */
export const SEPARATOR = " | ";

function sentences(list: readonly string[]): string | null {
  return list.length === 0 ? null : list.join(SEPARATOR);
}
