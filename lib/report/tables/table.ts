import pl from "nodejs-polars";
import { isLazy, isResult, refuseNoFrame } from "../../core/frame.ts";
import { refuseOther } from "../../core/kinds.ts";
import { refuseUnknownOptions, unknownName } from "../../core/nearest.ts";
import { notedSynthetic, recipeOf, syntheticNote, withRecipe } from "../../core/recipe.ts";
import { type Cell, type Cells, cellsOfFrame, cellsOfRows, frameOfCells, withPlainColumns } from "./cells.ts";
import { CONSOLE_TEXT, JUPYTER_DISPLAY, type MediaBundle } from "../display.ts";
import { type LatexOptions, latexTable } from "./latex.ts";
import { type Layout, layOut } from "./layout.ts";
import { markdownTable } from "./markdown_table.ts";
import { withMetadata } from "./parquet_note.ts";
import { tableHtml } from "./table_html.ts";
import { checkOptions, type TableOptions } from "./table_options.ts";
import { visible } from "../../core/visible.ts";
import { FIGURE_SPACE } from "./shown_column.ts";

export type { Cell } from "./cells.ts";
export type { LatexOptions } from "./latex.ts";
export type { IntervalColumns, TableOptions } from "./table_options.ts";

/** The options for showing values. */
const SHOWN = ["headings", "decimals", "intervals", "p", "groupBy", "shown"] as const;

/**
 * A table of rows or of a polars DataFrame: a notebook displays it, files have it as CSV, Parquet, LaTeX or Markdown, and
 * its `frame` is a polars DataFrame. A missing value is null and shown as an en dash; NaN is shown as such.
 *
 * @throws {RangeError} If the rows do not all have the same columns, or an option names a column that does not exist.
 *
 * @example
 * ```ts
 * import { table } from "codebias/report/tables/table.ts";
 * import assert from "node:assert/strict";
 * const rates = table([{ model: "A", value: 0.25, low: 0.15, high: 0.38, n: 52 }], { intervals: true });
 * assert.equal(rates.toString(), "model  value\nA      0.25 [0.15, 0.38], n = 52");
 * assert.equal(rates.toCSV(), "model,value,low,high,n\nA,0.25,0.15,0.38,52\n");
 * ```
 */
export function table(frame: pl.DataFrame, options?: TableOptions<string>): Table;
export function table<R extends { readonly [K in keyof R]: Cell }>(
  rows: readonly R[],
  options?: TableOptions<keyof R & string>,
): Table;
export function table(input: pl.DataFrame | readonly object[], options: TableOptions<string> = {}): Table {
  refuseUnknownOptions(options, ["title", "note", "columns", ...SHOWN]);
  for (const text of [options.title, options.note]) {
    refuseOther("head or note a table with", text ?? "", "a text");
  }
  if (isResult(input) || isLazy(input)) refuseNoFrame("make a table of", input);
  if (!pl.DataFrame.isDataFrame(input)) {
    refuseOther("make a table of", input, "a list of objects");
    const cells = cellsOfRows(input, options.columns);
    checkOptions(cells.columns, options);
    return new Table(cells, options, { whose: syntheticNote(input) });
  }
  const columns = options.columns ?? input.columns;
  const unknown = columns.find((column) => !input.columns.includes(column));
  if (unknown !== undefined) throw unknownName("column", unknown, input.columns);
  checkOptions(columns, options);
  const frame = input.select(...columns);
  const shown = new Table(cellsOfFrame(frame), options, { frame, whose: syntheticNote(input) });
  const recipe = recipeOf(input);
  return recipe ? withRecipe(shown, { ...recipe, columns }) : shown;
}

/** Rows and columns; see {@linkcode table}. */
export class Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** The options as given, and with a note about synthetic rows where it was needed. */
  readonly #given: TableOptions<string>;
  readonly #options: TableOptions<string>;
  readonly #from: { readonly frame?: pl.DataFrame; readonly whose?: string };

  /** @param from The DataFrame with these cells, if there is one, and the result of `syntheticNote` for the rows. */
  constructor(
    { columns, rows }: Cells,
    options: TableOptions<string>,
    from: { readonly frame?: pl.DataFrame; readonly whose?: string } = {},
  ) {
    this.columns = columns;
    this.rows = rows;
    this.#given = options;
    this.#options = { ...options, note: notedSynthetic(from.whose, options.note, options.title) };
    this.#from = from;
  }

  /** The same table with a remark below it, unless it has one. */
  withNote(note: string): Table {
    return new Table(this, { ...this.#given, note: this.#given.note ?? note }, this.#from);
  }

  /** The table as a polars DataFrame, for further analysis: a copy with all columns and their original types. */
  get frame(): pl.DataFrame {
    return this.#from.frame?.clone() ?? frameOfCells(this);
  }

  /**
   * The table as CSV: a header line, full precision, missing values as empty cells.
   *
   * @param options.spreadsheet Whether texts that a spreadsheet would compute have an apostrophe in front, see
   * `shownBySpreadsheets`; numbers never do. Defaults to false: every value as it is.
   */
  toCSV(options: { readonly spreadsheet?: boolean } = {}): string {
    refuseUnknownOptions(options, ["spreadsheet"]);
    if (this.columns.length === 0) return "";
    const frame = withPlainColumns(this.frame);
    return (options.spreadsheet ? forSpreadsheets(frame) : frame).writeCSV().toString();
  }

  /** The table as a Parquet file: types and missing values are kept; `title` and `note` are in its metadata. */
  toParquet(): Uint8Array {
    const { title, note } = this.#options;
    return withMetadata(this.frame.writeParquet(), { ...(title && { title }), ...(note && { note }) });
  }

  /** The table as HTML. */
  toHTML(): string {
    return tableHtml(this.#layout(), this.#options);
  }

  /** The table as GitHub's Markdown. */
  toMarkdown(): string {
    return markdownTable(this.#layout(), this.#options);
  }

  /**
   * The table for LaTeX with booktabs; its caption and note default to `title` and `note`.
   *
   * @throws {RangeError} If the label is invalid, or has no caption to refer to.
   */
  toLatex(options: LatexOptions = {}): string {
    const { title: caption, note } = this.#options;
    return latexTable(this.#layout(), { caption, note, ...options });
  }

  /** The table as text for a terminal. */
  toString(): string {
    return tableText(this.#layout(), this.#options);
  }

  [JUPYTER_DISPLAY](): MediaBundle {
    return { "text/html": this.toHTML(), "text/plain": this.toString() };
  }

  [CONSOLE_TEXT](): string {
    return this.toString();
  }

  #layout() {
    return layOut(this, this.#options);
  }
}

/**
 * The beginning of a formula for a spreadsheet, or characters that it skips before one; also the apostrophes that we put
 * there.
 */
const FORMULA = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * A text that a spreadsheet shows instead of computing it: preceded by an apostrophe if it begins like a formula. Numbers
 * in decimal notation are unchanged, whatever their sign. Removing one apostrophe gives the text back.
 *
 * Source: OWASP, CSV Injection.
 *
 * @example
 * ```ts
 * import { shownBySpreadsheets } from "codebias/report/tables/table.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(["=1+1", "-0.5", "a=1"].map(shownBySpreadsheets), ["'=1+1", "-0.5", "a=1"]);
 * ```
 */
export function shownBySpreadsheets(text: string): string {
  return FORMULA.test(text) && !/^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? `'${text}` : text;
}

/** The frame with names and texts as {@linkcode shownBySpreadsheets} returns them; other columns are unchanged. */
function forSpreadsheets(frame: pl.DataFrame): pl.DataFrame {
  return pl.DataFrame((frame.getColumns() as pl.Series[]).map((series) => {
    const name = shownBySpreadsheets(series.name);
    if (!["String", "Utf8", "Categorical"].includes(series.dtype.variant)) return series.alias(name);
    const texts = (series.cast(pl.Utf8).toArray() as (string | null)[])
      .map((text) => text === null ? null : shownBySpreadsheets(text));
    return pl.Series(name, texts, pl.Utf8);
  }));
}

/** A table as text for a terminal: one line per row, columns aligned. */
function tableText({ columns, lines }: Layout, { title, note }: TableOptions<string>): string {
  const texts = [
    columns.map(({ heading }) => oneLine(heading)),
    ...lines.map(({ cells }) => cells.map(({ text }) => oneLine(text))),
  ];
  const rows = lines.length === 0 ? ["There are no rows."] : alignedLines(texts);
  return [title, ...rows, note].filter((part) => part !== undefined).map(visible).join("\n");
}

/** Rows with columns as wide as their widest cell, separated by two spaces. */
function alignedLines(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, at) => rows.reduce((widest, row) => Math.max(widest, row[at].length), 0));
  return rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at])).join("  ").trimEnd());
}

function oneLine(text: string): string {
  return visible(text).replaceAll(FIGURE_SPACE, " ").replaceAll("\n", " ");
}
