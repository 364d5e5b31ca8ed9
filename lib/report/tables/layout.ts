import type { Cell, Cells } from "./cells.ts";
import {
  decimalsOf,
  FIGURE_SPACE,
  isOfP,
  MISSING,
  pColumn,
  plainColumn,
  type ShownColumn,
  usualDecimals,
} from "./shown_column.ts";
import { type IntervalColumns, intervalColumns, type TableOptions } from "./table_options.ts";
import { fixed } from "../words.ts";

/** The layout of a table as a reader sees it, in every format. */
export type Layout = ReturnType<typeof layOut>;

/** A row as a reader sees it. */
export type Line = Layout["lines"][number];

/**
 * The visible content of a table: joined columns, numbers with their decimals, groups named once.
 *
 * @throws {RangeError} If a column cannot be shown as the options require.
 */
export function layOut({ columns, rows }: Cells, options: TableOptions<string>) {
  const { headings = {}, decimals, p = [], groupBy } = options;
  const intervals = columns.length === 0 ? [] : intervalColumns(columns, options);
  const column = (name: string) => rows.map((row) => row[columns.indexOf(name)]);
  const values = new Set(intervals.map(({ value }) => value));
  const joined = new Set(intervals.flatMap(({ low, high, n, unjudged }) => [low, high, n, unjudged]));
  const group = groupBy === undefined ? [] : column(groupBy);
  const continues = (at: number) => at > 0 && Object.is(group[at], group[at - 1]);

  const shown = columns.filter((name) => values.has(name) || !joined.has(name)).map((name): ShownColumn => {
    const heading = headings[name] ?? name;
    const interval = intervals.find(({ value }) => value === name);
    if (interval) {
      const most = interval.decimals ??
        Math.max(0, (decimals ?? usualDecimals(column(interval.value))) - (interval.percent ? 2 : 0));
      return intervalColumn(interval.title ?? heading, { ...interval, decimals: most }, column);
    }
    const isP = p.includes(name) || (name !== groupBy && isOfP(name, column(name)));
    return isP ? pColumn(heading, column(name)) : once(
      plainColumn(heading, column(name), decimals ?? usualDecimals(column(name))),
      name === groupBy ? continues : () => false,
    );
  });

  return {
    columns: shown.map(({ heading, numeric }) => ({ heading, numeric })),
    lines: rows.map((_, at) => ({
      cells: shown.map(({ cells }) => cells[at]),
      /** Whether a group of rows begins here, after another one. */
      startsGroup: groupBy !== undefined && at > 0 && !continues(at),
    })),
  };
}

/** The column without the cells that repeat the one above. */
function once(column: ShownColumn, repeats: (at: number) => boolean): ShownColumn {
  return {
    ...column,
    cells: column.cells.map((cell, at) => (repeats(at) ? { text: "", number: true } : cell)),
  };
}

/**
 * Cells with an estimate, its interval and its n, e.g. `0.61 [0.55, 0.67], n = 52`, where each part is as wide as in the
 * other rows. The number of unjudged units is shown in all rows or in none.
 *
 * @param heading The heading of the column.
 * @param joined The columns to join, with the largest number of decimals.
 * @param column Reads a column.
 * @throws {RangeError} If a column holds anything but numbers and null.
 */
function intervalColumn(
  heading: string,
  joined: IntervalColumns<string> & { readonly decimals: number },
  column: (name: string) => readonly Cell[],
): ShownColumn {
  const scale = joined.percent ? 100 : 1;
  const read = (name: string, factor = 1) => numbersOf(name, column(name), factor);
  const value = read(joined.value, scale);
  const [lows, highs] = [read(joined.low, scale), read(joined.high, scale)];
  const decimals = decimalsOf([...value, ...lows, ...highs], joined.decimals);
  const [estimate, low, high] = [value, lows, highs].map((numbers) => aligned(numbers, decimals));
  const n = joined.n === undefined ? undefined : count(read(joined.n));
  const unjudged = joined.unjudged === undefined ? [] : read(joined.unjudged);
  const left = unjudged.some((number) => number !== 0 && number !== null) ? count(unjudged) : undefined;
  const text = (at: number) => {
    const unit = joined.percent && value[at] !== null ? " %" : "";
    const interval = lows[at] === null && highs[at] === null ? "" : ` [${low[at]}, ${high[at]}]`;
    return estimate[at] + unit + interval + (n ? `, n = ${n[at]}` : "") +
      (left ? `, ${left[at]} unjudged` : "");
  };
  return { heading, numeric: true, cells: value.map((_, at) => ({ text: text(at), number: true })) };
}

function numbersOf(name: string, cells: readonly Cell[], factor: number): (number | null)[] {
  return cells.map((cell) => {
    if (cell === null) return null;
    if (typeof cell === "number") return cell * factor;
    throw new RangeError(
      `Cannot show intervals: column "${name}" holds ${JSON.stringify(cell)}; expected numbers or null`,
    );
  });
}

function count(numbers: readonly (number | null)[]): string[] {
  return aligned(numbers, decimalsOf(numbers, 3));
}

function aligned(numbers: readonly (number | null)[], decimals: number): string[] {
  const texts = numbers.map((number) => (number === null ? MISSING : fixed(number, decimals)));
  const width = texts.reduce((widest, { length }) => Math.max(widest, length), 0);
  return texts.map((text) => text.padStart(width, FIGURE_SPACE));
}
