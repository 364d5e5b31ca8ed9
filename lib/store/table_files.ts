import { ifThere } from "./files/files.ts";
import { readBytes, withoutMark } from "./files/json_lines.ts";
import { Buffer, isUtf8 } from "node:buffer";
import type pl from "nodejs-polars";
import { DataError } from "../core/errors.ts";
import { withDecimalCommas } from "./decimal_commas.ts";
import { refuseUnknownOptions } from "../core/nearest.ts";
import { shortPath } from "./paths.ts";
import { isObject, jsonIn } from "../values/plain_json.ts";

type Polars = typeof pl;

/** The bytes of a table, and the file's name for messages. */
interface TableBytes {
  readonly bytes: Uint8Array;
  readonly file: string;
}

type Reader = (polars: Polars, table: TableBytes, options: TableOptions) => pl.DataFrame;

const READERS: Readonly<Record<string, Reader>> = {
  csv: (polars, table, { delimiter = ",", ...more }) => readSeparated(polars, table, { ...more, delimiter }),
  tsv: (polars, table, { delimiter = "\t", ...more }) => readSeparated(polars, table, { ...more, delimiter }),
  parquet: (polars, { bytes }) => asWritten(polars, polars.readParquet(Buffer.from(bytes))),
  jsonl: readLines,
  ndjson: readLines,
};

/** Options for reading a table. */
export interface TableOptions {
  /**
   * The separator of the cells of CSV and TSV, one ASCII character. Unless it is a comma, numbers may have decimal commas; if
   * every comma of a file could also separate thousands, as in 1,234, such cells stay texts.
   */
  readonly delimiter?: string;
  /** Whether another separator is used if the first line has only that one. @default false: it is refused, and named */
  readonly anyDelimiter?: boolean;
  /** Whether all cells of CSV and TSV stay texts, as they are in the file. @default false */
  readonly texts?: boolean;
  /** Called with a sentence about numbers that may be meant otherwise. @default no call */
  readonly onNotice?: (sentence: string) => void;
}

function readSeparated(
  polars: Polars,
  { bytes, file }: TableBytes,
  { delimiter, anyDelimiter = false, texts = false, onNotice = () => {} }: TableOptions & {
    readonly delimiter: string;
  },
): pl.DataFrame {
  checkText(bytes, file);
  // Excel's line "sep=;" is removed, but its newline stays, so that lines keep their numbers.
  const [excel = "", said = delimiter] =
    /^"?sep=([,;\t|])"?\r?(?=\n)/i.exec(new TextDecoder().decode(bytes.subarray(0, 9))) ?? [];
  const table = bytes.subarray(excel.length);
  const separator = separatorIn(table, { file, separator: anyDelimiter ? said : delimiter, anyDelimiter });
  const lines = Buffer.from(evenLines(table, { separator, file }));
  checkNames(
    polars.readCSV(lines, { hasHeader: false, endRows: 1, inferSchemaLength: 1, sep: separator }),
    file,
  );
  const asTexts = () => polars.readCSV(lines, { inferSchemaLength: 0, sep: separator });
  if (texts) return asTexts();
  // A column's type needs all of its rows; there are no more rows than bytes.
  const frame = polars.readCSV(lines, { inferSchemaLength: lines.length, sep: separator });
  return withDecimalCommas(polars, frame, separator, asTexts, (sentence) => onNotice(`${file}: ${sentence}`));
}

/** The separator of the first line: if the line is one cell with another separator in it, that separator is meant. */
function separatorIn(
  bytes: Uint8Array,
  { separator, file, anyDelimiter }: Separated & { readonly anyDelimiter: boolean },
): string {
  const end = bytes.indexOf(LINE_FEED, bytes[0] === LINE_FEED ? 1 : 0);
  const line = new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end)).trimEnd();
  const names = line.replace(/"[^"]*"/g, "");
  const other = /[,;\t|]/.exec(names)?.[0];
  if (names.includes(separator) || other === undefined) return separator;
  if (anyDelimiter) return other;
  const [expected, found] = [separator, other].map((sign) => sign === "\t" ? "a tab" : sign);
  throw new DataError(
    `this line has one cell, ${line}; expected names with ${expected} between them; for ${found} say so ` +
      `(delimiter, or --delimiter)`,
    { place: { file, line: 1 } },
  );
}

/** A table with its single-precision numbers converted by their decimal text: 0.2, not 0.20000000298023224. */
function asWritten(polars: Polars, frame: pl.DataFrame): pl.DataFrame {
  const short = frame.columns.filter((name) => frame.getColumn(name).dtype.variant === "Float32");
  return frame.withColumns(...short.map((name) => polars.col(name).cast(polars.Utf8).cast(polars.Float64)));
}

function readLines(polars: Polars, { bytes, file }: TableBytes): pl.DataFrame {
  checkText(bytes, file);
  return polars.readJSON(Buffer.from(bytes), { format: "lines", inferSchemaLength: bytes.length });
}

/** The number of the first line that is not a JSON object, from 1. */
function brokenLine(bytes: Uint8Array): number | undefined {
  const lines = new TextDecoder().decode(bytes).split("\n");
  return lines.findIndex((line) => line.trim() !== "" && !isObject(jsonIn(line))) + 1 || undefined;
}

function checkText(bytes: Uint8Array, file: string): void {
  if (isUtf8(bytes)) return;
  throw new DataError("this is not UTF-8, as a text table must be; save it as UTF-8", { place: { file } });
}

/** Refuses two columns of one name: polars would rename the second, so that the wrong one might be read silently. */
function checkNames(firstLine: pl.DataFrame, file: string): void {
  const names = (firstLine.rows()[0] ?? []).map(String);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice === undefined) return;
  throw new DataError(`two columns are called "${twice}"; rename one`, { place: { file, line: 1 } });
}

/**
 * Reads a table from a file in the format of its ending: CSV or TSV (with a line of names), Parquet or JSON Lines.
 *
 * @param path An absolute path, or one relative to the current directory.
 * @throws {RangeError} If the delimiter is not one ASCII character.
 * @throws {DataError} If there is no such file, or it cannot be read in the format of its name.
 */
export async function readTable(path: string, options: TableOptions = {}): Promise<pl.DataFrame> {
  refuseUnknownOptions(options, ["delimiter", "anyDelimiter", "texts", "onNotice"]);
  checkDelimiter(options.delimiter);
  const place = { file: shortPath(path) };
  const ending = endingOf(path);
  if (!Object.hasOwn(READERS, ending)) {
    const known = Object.keys(READERS).map((name) => `.${name}`).join(", ");
    throw new DataError(`cannot tell what kind of table this is; its name must end with one of ${known}`, {
      place,
    });
  }
  const bytes = withoutMark(await readBytes(path));
  if (bytes.length === 0) throw new DataError("this file is empty, expected a table", { place });
  const { default: polars } = await import("nodejs-polars"); // takes longer to load than most commands need
  try {
    return READERS[ending](polars, { bytes, ...place }, options);
  } catch (cause) {
    if (cause instanceof DataError) throw cause;
    const reason = reasonOf(cause as Error);
    const line = READERS[ending] === readLines ? brokenLine(bytes) : undefined;
    throw new DataError(`this cannot be read as ${ending.toUpperCase()}: ${reason}`, {
      place: { ...place, line },
      cause,
    });
  }
}

/**
 * Like {@linkcode readTable}, but gives a lazy frame for a Parquet file, from which only the needed columns and rows are read
 * later; the footer, which lists the columns, is read at once.
 *
 * @throws As {@linkcode readTable}.
 */
export async function scanTable(
  path: string,
  options: TableOptions = {},
): Promise<pl.DataFrame | pl.LazyDataFrame> {
  const size = endingOf(path) === "parquet" ? (await ifThere(Deno.stat(path)))?.size : undefined;
  if (!size) return await readTable(path, options);
  checkDelimiter(options.delimiter);
  const { default: polars } = await import("nodejs-polars");
  const lazy = polars.scanParquet(path, { glob: false });
  try {
    lazy.head(0).collectSync();
    return lazy;
  } catch {
    return await readTable(path, options); // its error says what is wrong
  }
}

function endingOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1].toLowerCase() ?? "";
}

function checkDelimiter(delimiter?: string): void {
  if (delimiter === undefined || /^[^"\w.+-]$/.test(delimiter) && /[\t -~]/.test(delimiter)) return;
  throw new RangeError(
    `Cannot read cells between ${JSON.stringify(delimiter)}: expected one sign such as "," or ";", or a tab`,
  );
}

/** The message of polars without its advice on how to call polars. */
function reasonOf({ message }: Error): string {
  const reason = /Original error: ```(.*?)```/s.exec(message)?.[1] ?? message.split("\n\n")[0];
  return reason.replace(/\s+/g, " ").trim();
}

const [LINE_FEED, CARRIAGE_RETURN, QUOTE] = [10, 13, 34];

/** The separator of cells, and the file's name for messages. */
export interface Separated {
  /** One ASCII character. */
  readonly separator: string;
  readonly file: string;
}

/**
 * The same CSV or TSV without blank lines, after a check that each line has as many cells as the first: too few cells mean
 * a cut line, and polars drops surplus cells silently. A line ends at a line feed outside of quoted cells.
 *
 * @throws {DataError} If a line has fewer or more cells than the first; names the line.
 */
function evenLines(bytes: Uint8Array, { separator, file }: Separated): Uint8Array {
  const lines = linesOf(bytes, separator.charCodeAt(0));
  const [{ cells: expected, from }] = lines[0].blank ? lines.slice(-lines.length + 1) : lines;
  const isOneColumn = expected === 1; // then a blank line is an empty cell
  for (const { number, cells, blank } of lines) {
    if (cells === expected || blank) continue;
    throw new DataError(
      `this line has ${counted(cells)}, the first line has ${counted(expected)}; ` +
        "expected the same of every line",
      { place: { file, line: number } },
    );
  }
  if (isOneColumn || !lines.some(({ blank }) => blank)) return bytes.subarray(from);
  return Buffer.concat(lines.filter(({ blank }) => !blank).map(({ from, to }) => bytes.subarray(from, to)));
}

function counted(cells: number): string {
  return cells === 1 ? "1 cell" : `${cells} cells`;
}

interface SeparatedLine {
  /** The line number in the file, from 1; a quoted cell may span several lines of the file. */
  readonly number: number;
  readonly from: number;
  /** The offset after its line feed. */
  readonly to: number;
  readonly cells: number;
  readonly blank: boolean;
}

function linesOf(bytes: Uint8Array, separator: number): SeparatedLine[] {
  const lines: SeparatedLine[] = [];
  let [from, cells, number, next] = [0, 1, 1, 1];
  let quoted = false;
  let cellStart = 0;
  const end = (to: number) => {
    const last = bytes[to - 1] === LINE_FEED ? to - 1 : to;
    const blank = last === from || (last === from + 1 && bytes[from] === CARRIAGE_RETURN);
    lines.push({ number, from, to, cells, blank });
    [from, cells, number, cellStart] = [to, 1, next, to];
  };
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === LINE_FEED) next++;
    if (byte === QUOTE && (quoted || at === cellStart)) {
      quoted = !quoted;
      if (!quoted) cellStart = at + 1; // a quote right after this one belongs to the cell, and reopens it
    } else if (quoted) continue;
    else if (byte === separator) [cells, cellStart] = [cells + 1, at + 1];
    else if (byte === LINE_FEED) end(at + 1);
  }
  if (from < bytes.length) end(bytes.length);
  return lines;
}
