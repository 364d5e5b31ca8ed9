/**
 * How a study says which tables and figures it has: of which rows in what was found, and what they say about themselves.
 *
 * @module
 */

import type pl from "nodejs-polars";
import type { Figure } from "./figures/figure.ts";
import { comparisonTable } from "./tables/comparison_table.ts";
import { type Table, table } from "./tables/table.ts";
import type { TableOf } from "./verbs.ts";

/** The rows, if there are some. */
export function some<R>(rows: readonly R[] | undefined): readonly R[] | undefined {
  return rows && rows.length > 0 ? rows : undefined;
}

/** Something found, and whose answers it is about. */
interface Labelled {
  readonly label: string;
}

/** Makes a table of rows. */
type MakesTable<R> = (
  rows: readonly R[],
  options: { readonly title?: string; readonly note?: string },
) => Table;

/** What is said below a table besides whose answers they are, or all that is said. */
type Note<A> = string | ((found: A) => string | undefined);

/** Rows in what was found, or undefined where nothing is shown; a name stands for those of that name, if there are some. */
type RowsIn<A, R> =
  | ((found: A) => readonly R[] | undefined)
  | { [K in keyof A]: A[K] extends readonly R[] | undefined ? K : never }[keyof A];

function rowsOf<A, R>(found: A, rowsIn: RowsIn<A, R>): readonly R[] | undefined {
  return typeof rowsIn === "function" ? rowsIn(found) : some(found[rowsIn] as readonly R[] | undefined);
}

/**
 * Says how a table of what was found is made: of which rows, and what it says about itself.
 *
 * @param make Of rows.
 * @param title @default that which `make` gives it
 */
export function tableOf<A extends Labelled, R>(
  make: MakesTable<R>,
  rowsIn: RowsIn<A, R>,
  title?: string,
  note?: Note<A>,
): (found: A) => Table | undefined {
  return (found) => {
    const rows = rowsOf(found, rowsIn);
    if (!rows) return undefined;
    const said = typeof note === "function" ? note(found) : [found.label, ...(note ? [note] : [])].join("; ");
    return make(rows, { ...(title !== undefined && { title }), note: said });
  };
}

/** The same of a table that is laid out in another way where there is room for little. */
export function tablesOf<A extends Labelled, R>(
  [long, wide]: readonly [MakesTable<R>, MakesTable<R>],
  rowsIn: RowsIn<A, R>,
  title: string,
  { wideTitle = title, isShown = () => true, note }: {
    readonly wideTitle?: string;
    /** Whether a row has room. @default all have */
    readonly isShown?: (found: A, row: R) => boolean;
    readonly note?: Note<A>;
  } = {},
): TableOf<A> {
  const shownIn = (found: A) => rowsOf(found, rowsIn)?.filter((row) => isShown(found, row));
  return { long: tableOf(long, rowsIn, title, note), wide: tableOf(wide, shownIn, wideTitle, note) };
}

/**
 * Says how a figure of what was found is made.
 *
 * @param make Of rows.
 * @param options What the figure says and shows. @default that it is about these answers
 */
export function figureOf<A extends Labelled, R, O extends { readonly subtitle: string }>(
  make: (rows: readonly R[], options: O) => Figure,
  rowsIn: RowsIn<A, R>,
  options?: (found: A) => Omit<O, "subtitle"> & Partial<Pick<O, "subtitle">>,
): (found: A) => Figure | undefined {
  return (found) => {
    const rows = rowsOf(found, rowsIn);
    return rows && make(rows, { subtitle: found.label, ...options?.(found) } as O);
  };
}

/**
 * The table of a comparison: whole, so that it can be computed again from it, or its most used columns.
 *
 * @param of Without a frame where nothing could be compared.
 * @param note As in {@linkcode tableOf}.
 */
export function comparedTables<A>(
  of: (found: A) => { readonly frame?: pl.DataFrame },
  title: string,
  note: (found: A) => string,
): TableOf<A> {
  const made = (make: (frame: pl.DataFrame, found: A) => Table) => (found: A) => {
    const { frame } = of(found);
    return frame && make(frame, found);
  };
  return {
    long: made((frame) => table(frame)),
    wide: made((frame, found) => comparisonTable(frame, { title, note: note(found) })),
  };
}

/** Samples, and a label that names their models. */
interface LabelledSamples extends Labelled {
  readonly samples: readonly { readonly model: string; readonly settings: object }[];
}

/**
 * The part of a label that names the models of which more is known than answers to the usual prompt.
 *
 * @returns The whole label where there are none.
 *
 * @example
 * ```ts
 * import { labelOfMore } from "codebias/report/presenting.ts";
 * import assert from "node:assert/strict";
 * const samples = [
 *   { model: "A", settings: { prompt: "default" } },
 *   { model: "calibration/B", settings: { prompt: "default", round: 1 } },
 * ];
 * assert.equal(labelOfMore({ label: "A; SYNTHETIC: calibration/B; own tasks", samples }, "default"), "SYNTHETIC: calibration/B");
 * ```
 */
export function labelOfMore({ label, samples }: LabelledSamples, usual: string): string {
  const isMore = ({ prompt, round = 0 }: { readonly prompt?: unknown; readonly round?: unknown }) =>
    prompt !== usual || Number(round) > 0;
  return labelOf(label, samples.filter(({ settings }) => isMore(settings)));
}

/** The part of a label that names the models of these rows; the whole label where it names none of them. */
export function labelOf(label: string, rows: readonly { readonly model: string }[]): string {
  const models = new Set(rows.map(({ model }) => model));
  const own = label.split(/[;,] /).filter((part) => models.has(part.replace("SYNTHETIC: ", "")));
  return own.length > 0 ? own.join("; ") : label;
}
