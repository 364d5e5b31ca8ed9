/**
 * How a study defines its tables and figures: the rows that they take from an analysis, and their texts.
 *
 * @module
 */

import type pl from "nodejs-polars";
import type { Figure } from "./figures/figure.ts";
import { comparisonTable } from "./tables/comparison_table.ts";
import { type Table, table } from "./tables/table.ts";
import type { Titled } from "./tables/table_options.ts";
import type { TableOf } from "./verbs.ts";

/** The rows; undefined if there are none. */
export function some<R>(rows: readonly R[] | undefined): readonly R[] | undefined {
  return rows && rows.length > 0 ? rows : undefined;
}

/** Whether an estimate has a value. */
export function isKnown({ value }: { readonly value: number | null }): boolean {
  return value !== null;
}

/** An analysis with a label, the origin of the answers. */
interface Labelled {
  readonly label: string;
}

/** A function that makes a table of rows. */
type MakesTable<R> = (rows: readonly R[], options: Titled) => Table;

/** The note below a table in addition to the label, or a function that returns the whole note. */
type Note<A> = string | ((found: A) => string | undefined);

/** A function that takes rows from an analysis, or undefined where nothing is shown; or the name of a field with rows. */
type RowsIn<A, R> =
  | ((found: A) => readonly R[] | undefined)
  | { [K in keyof A]: A[K] extends readonly R[] | undefined ? K : never }[keyof A];

function rowsOf<A, R>(found: A, rowsIn: RowsIn<A, R>): readonly R[] | undefined {
  return typeof rowsIn === "function" ? rowsIn(found) : some(found[rowsIn] as readonly R[] | undefined);
}

/**
 * Defines a table of an analysis: its rows, its title and its note.
 *
 * @param make Makes the table of the rows.
 * @param title The title. @default that of `make`
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

/** Defines a table with two layouts: a long one with all rows, and a wide one with the rows that have room. */
export function tablesOf<A extends Labelled, R>(
  [long, wide]: readonly [MakesTable<R>, MakesTable<R>],
  rowsIn: RowsIn<A, R>,
  title: string,
  { wideTitle = title, isShown = () => true, note }: {
    readonly wideTitle?: string;
    /** Whether the wide table shows a row. @default it shows all */
    readonly isShown?: (found: A, row: R) => boolean;
    readonly note?: Note<A>;
  } = {},
): TableOf<A> {
  const shownIn = (found: A) => rowsOf(found, rowsIn)?.filter((row) => isShown(found, row));
  return { long: tableOf(long, rowsIn, title, note), wide: tableOf(wide, shownIn, wideTitle, note) };
}

/**
 * Defines a figure of an analysis.
 *
 * @param make Makes the figure of the rows.
 * @param options The texts and options of the figure. @default the label as subtitle
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
 * Defines the tables of a comparison: the whole comparison, which can be recomputed, and its most used columns.
 *
 * @param of The comparison; without a frame where nothing could be compared.
 * @param note The note, as in {@linkcode tableOf}.
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

/** Samples with a label that names their models. */
interface LabelledSamples extends Labelled {
  readonly samples: readonly { readonly model: string; readonly settings: object }[];
}

/**
 * The part of a label that names the models with answers to other prompts than the usual one, or to feedback.
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
