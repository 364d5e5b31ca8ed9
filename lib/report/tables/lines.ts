import { cellsBy } from "../../statistics/cells.ts";
import type { Cell } from "./cells.ts";

/** A line of a table by the names of its columns. */
type Line = Record<string, Cell>;

/** The rules by which rows become lines. */
interface Lines<R> {
  /** The first columns: rows with equal keys are in one line. */
  readonly keys: (row: R) => Readonly<Line>;
  /** Keys that are left out where all lines have the same value, or null. @default none */
  readonly varying?: readonly string[];
  /** The other columns of a line, from all its rows. */
  readonly cells: (line: readonly R[]) => Readonly<Line>;
}

/**
 * The lines of a table in which several rows stand side by side, in the order of their first occurrence.
 *
 * @example
 * ```ts
 * import { across, linesOf } from "codebias/report/tables/lines.ts";
 * import assert from "node:assert/strict";
 * const rows = [
 *   { model: "A", prompt: "plain", attribute: "age", value: 0.25 },
 *   { model: "A", prompt: "plain", attribute: "race", value: 0.5 },
 *   { model: "B", prompt: "plain", attribute: "age", value: 0.75 },
 * ];
 * const cells = across(rows, ["race", "age", "sex"], ({ attribute }) => attribute, ([row]) => row?.value ?? null);
 * const keys = ({ model, prompt }: typeof rows[number]) => ({ model, prompt });
 * assert.deepEqual(linesOf(rows, { keys, varying: ["prompt"], cells }), [
 *   { model: "A", race: 0.5, age: 0.25 },
 *   { model: "B", race: null, age: 0.75 },
 * ]);
 * ```
 */
export function linesOf<R>(rows: readonly R[], { keys, varying = [], cells }: Lines<R>): Line[] {
  const lines = cellsBy(rows, keys);
  const fixed = varying.filter((name) => new Set(lines.flatMap(({ keys }) => keys[name] ?? [])).size < 2);
  return lines.map(({ keys, own }) => ({
    ...Object.fromEntries(Object.entries(keys).filter(([name]) => !fixed.includes(name))),
    ...cells(own),
  }));
}

/**
 * A function that makes the cells of a line, for {@linkcode linesOf}: the values of one column become columns of their own.
 *
 * @param rows All rows, of every line.
 * @param columns The columns in order; those without rows are left out.
 * @param columnOf The column of a row.
 * @param cell The cell for the rows of a line in that column, of which there may be none.
 */
export function across<R>(
  rows: readonly R[],
  columns: readonly string[],
  columnOf: (row: R) => string,
  cell: (there: readonly R[], line: readonly R[]) => Cell,
): (line: readonly R[]) => Line {
  const shown = columns.filter((name) => rows.some((row) => columnOf(row) === name));
  return (line) =>
    Object.fromEntries(shown.map((name) => [name, cell(line.filter((row) => columnOf(row) === name), line)]));
}

/** The options with a note that consists of theirs, if any, and a further text. */
export function withNote<O extends { readonly note?: string }>(options: O, said: string, between = "; "): O {
  return { ...options, note: [options.note, said].filter((part) => part).join(between) };
}
