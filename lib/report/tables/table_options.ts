import { isWhole, mustBe } from "../../core/kinds.ts";

/** Columns that are shown together in one cell, e.g. `0.61 [0.55, 0.67], n = 52`. */
export interface IntervalColumns<C extends string> {
  readonly value: C;
  readonly low: C;
  readonly high: C;
  /** Column of the number of judged units. */
  readonly n?: C;
  /** Column of the number of units left out; shown where any were. */
  readonly unjudged?: C;
  /** Heading of the cells. Defaults to that of the value. */
  readonly title?: string;
  /** Whether to show proportions as per cent, e.g. `61.2 % [54.8, 67.3]`. Defaults to false. */
  readonly percent?: boolean;
  /** Decimals of value and bounds, at most. Defaults to those of the table, two less for per cent. */
  readonly decimals?: number;
}

/** How to show a table. Files of data (CSV, Parquet) and the DataFrame have all columns at full precision anyway. */
export interface TableOptions<C extends string> {
  readonly title?: string;
  /** A remark below the table. */
  readonly note?: string;
  /** Columns to keep, in this order. Defaults to all, in the order of the first row. */
  readonly columns?: readonly C[];
  /** What to write above a column instead of its name. */
  readonly headings?: { readonly [column in C]?: string };
  /** Decimals of numbers, at most. Defaults to 3, or more where a nonzero number would be shown as 0. */
  readonly decimals?: number;
  /**
   * Estimates to show in one cell each, with interval and n; `true` stands for one that has the columns of an
   * Estimate: value, low and high, with n and unjudged where the table has them.
   */
  readonly intervals?: true | readonly IntervalColumns<C>[];
  /** Columns of p-values: shown with three decimals, or as `< 0.001` or `< 1e-12`. Those named p, pAdjusted or welchP are anyway. */
  readonly p?: readonly C[];
  /** Column with values shown once for all following rows with the same value. */
  readonly groupBy?: C;
  /** Rows shown in a notebook; everything else has all. Defaults to 60. */
  readonly shown?: number;
}

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
