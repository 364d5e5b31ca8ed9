import pl from "nodejs-polars";
import { escapeHtml, JUPYTER_DISPLAY, type MediaBundle } from "./display.ts";

/** What a cell can hold; null is a missing value. */
export type Cell = string | number | boolean | null;

/** How to show a table. */
export interface TableOptions<C extends string> {
  readonly title?: string;
  /** A remark below the table. */
  readonly note?: string;
  /** Columns to keep, in this order. @default all, in the order of the first row */
  readonly columns?: readonly C[];
  /** Decimals of numbers, at most; a column whose numbers need fewer has fewer. @default 3 */
  readonly decimals?: number;
  /** Rows shown in a notebook; a file always has all. @default 60 */
  readonly shown?: number;
}

/**
 * A table of rows: shows itself in a notebook, becomes CSV in a file, and is a polars DataFrame underneath.
 *
 * @throws {RangeError} If the rows do not all have the same columns.
 *
 * @example
 * ```ts
 * import { table } from "codebias/report/table.ts";
 * import assert from "node:assert/strict";
 * const rates = table([{ model: "A", value: 0.25, n: 52 }, { model: "B", value: null, n: 0 }]);
 * assert.equal(rates.toCSV(), "model,value,n\nA,0.25,52\nB,,0\n");
 * ```
 */
export function table<R extends { readonly [K in keyof R]: Cell }>(
  rows: readonly R[],
  options: TableOptions<keyof R & string> = {},
): Table {
  const columns = options.columns ?? Object.keys(rows[0] ?? {}) as (keyof R & string)[];
  for (const row of rows) {
    const missing = columns.find((column) => row[column] === undefined);
    if (missing !== undefined) throw new RangeError(`Cannot make a table: a row has no column "${missing}"`);
    const extra = options.columns ? undefined : Object.keys(row).find((name) => !(name in rows[0]));
    if (extra !== undefined) {
      throw new RangeError(`Cannot make a table: only some rows have a column "${extra}"; name the columns`);
    }
  }
  return new Table(columns, rows.map((row) => columns.map((column) => row[column] as Cell)), options);
}

/** Rows and columns; see {@linkcode table}. */
export class Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly #options: TableOptions<string>;

  constructor(columns: readonly string[], rows: readonly (readonly Cell[])[], options: TableOptions<string>) {
    this.columns = columns;
    this.rows = rows;
    this.#options = options;
  }

  /** The table as a polars DataFrame, for further analysis. */
  get frame(): pl.DataFrame {
    return pl.DataFrame(this.columns.map((name, at) => series(name, this.rows.map((row) => row[at]))));
  }

  /** The table as CSV: a header line, full precision, missing values empty. */
  toCSV(): string {
    return this.columns.length === 0 ? "" : this.frame.writeCSV().toString();
  }

  /** The table as HTML. */
  toHTML(): string {
    const { title, note, decimals = 3, shown = 60 } = this.#options;
    const numeric = this.columns.map((_, at) => this.rows.some((row) => typeof row[at] === "number"));
    const cell = (tag: string, text: string, at: number) =>
      `<${tag} style="text-align:${numeric[at] ? "right" : "left"};padding:2px 10px">${
        escapeHtml(text)
      }</${tag}>`;
    const line = (row: readonly string[]) => row.map((value, at) => cell("td", value, at)).join("");
    const left = this.rows.length - shown;
    return [
      '<table style="border-collapse:collapse">',
      title &&
      `<caption style="text-align:left;font-weight:bold;padding:4px 0">${escapeHtml(title)}</caption>`,
      `<thead><tr>${this.columns.map((name, at) => cell("th", name, at)).join("")}</tr></thead>`,
      `<tbody>${
        this.#formatted(decimals).slice(0, shown).map((row) => `<tr>${line(row)}</tr>`).join("\n")
      }</tbody>`,
      "</table>",
      left > 0 && `<p>… and ${left} more rows</p>`,
      note && `<p style="max-width:60em">${escapeHtml(note)}</p>`,
    ].filter((part) => part).join("\n");
  }

  /** The table as text for a terminal. */
  toString(): string {
    const { title, note, decimals = 3 } = this.#options;
    const lines = [this.columns, ...this.#formatted(decimals)];
    const widths = this.columns.map((_, at) => Math.max(...lines.map((line) => line[at].length)));
    const text = lines.map((line) => line.map((value, at) => value.padEnd(widths[at])).join("  ").trimEnd());
    return [title, ...text, note].filter((part) => part !== undefined).join("\n");
  }

  /** The cells as text; a column has as many decimals as its longest number needs, so that points align. */
  #formatted(decimals: number): string[][] {
    const needed = this.columns.map((_, at) =>
      Math.max(0, ...this.rows.map((row) => decimalsOf(row[at], decimals)))
    );
    return this.rows.map((row) => row.map((value, at) => format(value, needed[at])));
  }

  [JUPYTER_DISPLAY](): MediaBundle {
    return { "text/html": this.toHTML(), "text/plain": this.toString() };
  }
}

function series(name: string, values: readonly Cell[]): pl.Series {
  const present = values.filter((value) => value !== null);
  if (present.length > 0 && present.every((value) => typeof value === "boolean")) {
    return pl.Series(name, [...values], pl.Bool);
  }
  if (present.length > 0 && present.every((value) => typeof value === "number")) {
    const whole = present.every((value) => Number.isSafeInteger(value));
    return pl.Series(name, [...values], whole ? pl.Int64 : pl.Float64);
  }
  return pl.Series(name, values.map((value) => (value === null ? null : String(value))), pl.Utf8);
}

/** How many decimals a value needs, at most `most`. */
function decimalsOf(value: Cell, most: number): number {
  if (typeof value !== "number" || Number.isInteger(value)) return 0;
  return value.toFixed(most).match(/\.(\d*[1-9])/)?.[1].length ?? 0;
}

function format(value: Cell, decimals: number): string {
  if (value === null) return "–";
  return typeof value === "number" ? value.toFixed(decimals) : String(value);
}
