import type { Cells } from "./cells.ts";
import { intervalColumn } from "./interval_column.ts";
import {
  isOfP,
  pColumn,
  plainColumn,
  type ShownCell,
  type ShownColumn,
  usualDecimals,
} from "./shown_column.ts";
import { intervalColumns, type TableOptions } from "./table_options.ts";

/** A table as a reader sees it, whatever the format. */
export interface Layout {
  readonly columns: readonly Omit<ShownColumn, "cells">[];
  readonly lines: readonly Line[];
}

/** A row as a reader sees it. */
export interface Line {
  readonly cells: readonly ShownCell[];
  /** Whether a group of rows begins here, and another one ends. */
  readonly startsGroup: boolean;
}

/**
 * What to show of a table: columns joined, numbers with their decimals, groups named once.
 *
 * @throws {RangeError} If a column cannot be shown as the options say.
 */
export function layOut({ columns, rows }: Cells, options: TableOptions<string>): Layout {
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
