import { isWhole, mustBe } from "../../core/kinds.ts";

/** Columns that are shown together in one cell, e.g. `0.61 [0.55, 0.67], n = 52`. */
export interface IntervalColumns<C extends string> {
  readonly value: C;
  readonly low: C;
  readonly high: C;
  /** The column of the number of judged units. */
  readonly n?: C;
  /** The column of the number of unjudged units; shown if it is not 0 in some row. */
  readonly unjudged?: C;
  /** The heading of the cells. Defaults to that of the value. */
  readonly title?: string;
  /** Whether to show proportions as percentages, e.g. `61.2 % [54.8, 67.3]`. Defaults to false. */
  readonly percent?: boolean;
  /** The largest number of decimals of value and bounds. Defaults to that of the table, two less for percentages. */
  readonly decimals?: number;
}

/** The options of a table. Data files (CSV, Parquet) and the DataFrame always have all columns at full precision. */
export interface TableOptions<C extends string> {
  readonly title?: string;
  /** A remark below the table. */
  readonly note?: string;
  /** The columns to keep, in this order. Defaults to all, in the order of the first row. */
  readonly columns?: readonly C[];
  /** The headings of columns, instead of their names. */
  readonly headings?: { readonly [column in C]?: string };
  /** The largest number of decimals. Defaults to 3, or more where a nonzero number would be shown as 0. */
  readonly decimals?: number;
  /**
   * The estimates to show in one cell each, with interval and n; `true` stands for one estimate with the columns of an
   * Estimate: value, low and high, with n and unjudged where the table has them.
   */
  readonly intervals?: true | readonly IntervalColumns<C>[];
  /** Columns of p-values: three decimals, `< 0.001` or `< 1e-12`. Those named p, pAdjusted or welchP always are such. */
  readonly p?: readonly C[];
  /** The column whose values are shown once for all following rows with the same value. */
  readonly groupBy?: C;
  /** The number of rows that a notebook shows; all other formats have all rows. Defaults to 60. */
  readonly shown?: number;
}

/** The title and the note of a table. */
export type Titled = Pick<TableOptions<string>, "title" | "note">;

/**
 * Refuses options that do not fit the columns of a table.
 *
 * @throws {RangeError} If a column is unknown or named twice, or a number of decimals or rows is invalid.
 */
export function checkOptions(columns: readonly string[], options: TableOptions<string>): void {
  const twice = columns.find((column, at) => columns.indexOf(column) !== at);
  if (twice !== undefined) throw new RangeError(`Cannot make a table: column "${twice}" is named twice`);
  const intervals = intervalColumns(columns, options);
  checkNumbers(options, intervals);
  const ways = [...intervals.map(({ value }) => value), ...(options.p ?? []), options.groupBy];
  const both = ways.find((column, at) => column !== undefined && ways.indexOf(column) !== at);
  if (both !== undefined) {
    throw new RangeError(
      `Cannot show the table: intervals, p and groupBy name column "${both}" twice; it can be shown in one way only`,
    );
  }
  if (columns.length === 0) return; // a table without any rows has no columns to name
  const named = {
    headings: Object.keys(options.headings ?? {}),
    intervals: intervals.flatMap(({ value, low, high, n, unjudged }) => [value, low, high, n, unjudged]),
    p: options.p ?? [],
    groupBy: [options.groupBy],
  };
  for (const [option, names] of Object.entries(named)) {
    const unknown = names.find((name) => name !== undefined && !columns.includes(name));
    if (unknown === undefined) continue;
    const known = columns.map((column) => `"${column}"`).join(", ");
    throw new RangeError(
      `Cannot show the table: ${option} names a column "${unknown}", but there are ${known}`,
    );
  }
}

/** The columns to join, from the options. */
export function intervalColumns(
  columns: readonly string[],
  { intervals = [] }: TableOptions<string>,
): readonly IntervalColumns<string>[] {
  if (intervals !== true) return intervals;
  const named = (name: string) => (columns.includes(name) ? name : undefined);
  return [{ value: "value", low: "low", high: "high", n: named("n"), unjudged: named("unjudged") }];
}

function checkNumbers(options: TableOptions<string>, intervals: readonly IntervalColumns<string>[]): void {
  const { shown = 0 } = options;
  mustBe(isWhole(shown), `show ${shown} rows`, "an integer >= 0");
  for (const { decimals = 0 } of [options, ...intervals]) {
    mustBe(isWhole(decimals) && decimals <= 20, `show ${decimals} decimals`, "an integer in [0, 20]");
  }
}
