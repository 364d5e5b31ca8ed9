import { hash } from "node:crypto";
import { Buffer } from "node:buffer";
import pl from "nodejs-polars";

/**
 * Parts of a table outside the contract, since they are measured and differ by run, or not kept as they are.
 */
export interface Measured {
  /**
   * The file's name without extension, or `samples/NOTEBOOK NUMBER` for samples; `*` at the end stands for
   * anything.
   */
  readonly file: string;
  /** The columns left out; if there are none, the whole file but the names of its columns; its LaTeX and SVG in any case. */
  readonly columns?: readonly string[];
  /** Only in rows with one of these values in a column. */
  readonly rows?: Readonly<Record<string, readonly string[]>>;
  /** Whether the cells are others' texts, kept as hashes with nothing left out. */
  readonly hashed?: boolean;
  readonly why: string;
}

/** The values of a table as text, without what is measured. */
export interface KeptTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * Content of a Parquet file: its height, and each column's type and, if no CSV file has them, a hash of its
 * values.
 */
export interface KeptParquet {
  readonly rows: number;
  readonly columns: Readonly<Record<string, string>>;
}

/** Whether nothing but the names of its columns is kept of a table. */
export function isWhole({ columns, rows, hashed }: Measured): boolean {
  return !columns && !rows && !hashed;
}

/** The text that stands for a value that is left out. */
const LEFT_OUT = "(measured)";

/**
 * The cells of a CSV file, with `(measured)` in place of what is left out.
 *
 * @param text The file's content.
 * @param measured What is left out of this file.
 */
export function keptTable(text: string, measured: readonly Measured[]): KeptTable {
  const frame = pl.readCSV(text, { inferSchemaLength: 0 });
  const { columns } = frame;
  if (measured.some(isWhole)) return { columns, rows: [] };
  // Not `frame.rows()`: a column may be called "rows".
  const byColumn: unknown[][] = columns.map((name) => frame.getColumn(name).toArray());
  const rows = byColumn[0].map((_, row) => {
    const cells = byColumn.map((column) => String(column[row] ?? ""));
    return cells.map((text, at) => {
      const found = measured.find(({ columns: names, rows = {} }) =>
        (names ?? columns).includes(columns[at]) &&
        Object.entries(rows).every(([column, values]) => values.includes(cells[columns.indexOf(column)]))
      );
      if (!found) return text;
      return found.hashed ? hashedText(text) : LEFT_OUT;
    });
  });
  return { columns, rows };
}

/** A hash in place of a text; one that is there already stays. */
function hashedText(text: string): string {
  return text === "" || text.startsWith("sha256:") ? text : `sha256:${hashOf(text)}`;
}

/** The CSV file of a table. */
export function csvOf({ columns, rows }: KeptTable): string {
  const quoted = (cell: string) => /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return [columns, ...rows].map((cells) => `${cells.map(quoted).join(",")}\n`).join("");
}

/** Numbers in texts of JSON that say what a run cost. */
const COSTS = /"(?:cpuMs|calls|seconds)":[-+.\deE]+/g;

/**
 * What is kept of a Parquet file: for a column with the same values as in the CSV file, its type is enough.
 *
 * @param bytes The file's content.
 * @param leftOut Names of columns that are measured.
 * @param csv The CSV file of the same table, if there is one.
 */
export function keptParquet(bytes: Uint8Array, leftOut: readonly string[], csv?: KeptTable): KeptParquet {
  const frame = pl.readParquet(Buffer.from(bytes));
  const columns = Object.fromEntries(frame.columns.map((name) => {
    const type = `${frame.getColumn(name).dtype}`.replace(/^DataType\((.*)\)$/, "$1");
    const values: unknown[] = frame.getColumn(name).toArray();
    if (leftOut.includes(name) || (csv && areThoseOf(csv, name, values))) return [name, type];
    const text = JSON.stringify(
      values,
      (_, value) => typeof value === "bigint" ? `${value}n` : Object.is(value, -0) ? "-0" : value,
    );
    return [name, `${type} ${hashOf(text.replace(/\\"/g, '"').replace(COSTS, ""))}`];
  }));
  return { rows: frame.height, columns };
}

/** Whether a column of a CSV file has these values. */
function areThoseOf({ columns, rows }: KeptTable, name: string, values: readonly unknown[]): boolean {
  const at = columns.indexOf(name);
  return at >= 0 && rows.length === values.length && values.every((value, row) => {
    const text = rows[row][at];
    if (value === null) return text === "";
    if (typeof value !== "number" && typeof value !== "bigint") return String(value) === text;
    return text !== "" && Object.is(Number(text), Number(value));
  });
}

/** The first 16 digits of SHA-256. */
export function hashOf(content: string | Uint8Array): string {
  return hash("sha256", content).slice(0, 16);
}
