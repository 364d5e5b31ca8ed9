import { Buffer, isUtf8 } from "node:buffer";
import type pl from "nodejs-polars";
import { DataError } from "../errors.ts";
import { shortPath } from "./paths.ts";
import { evenLines } from "./separated_lines.ts";

type Polars = typeof pl;

/** What of a file is to be read, and what it is called in sentences. */
interface TableBytes {
  readonly bytes: Uint8Array;
  readonly file: string;
}

const READERS: Readonly<Record<string, (polars: Polars, table: TableBytes) => pl.DataFrame>> = {
  csv: (polars, table) => readSeparated(polars, table, ","),
  tsv: (polars, table) => readSeparated(polars, table, "\t"),
  parquet: (polars, { bytes }) => polars.readParquet(Buffer.from(bytes)),
  jsonl: readLines,
  ndjson: readLines,
};

function readSeparated(polars: Polars, { bytes, file }: TableBytes, separator: string): pl.DataFrame {
  checkText(bytes, file);
  const lines = Buffer.from(evenLines(bytes, { separator, file }));
  checkNames(
    polars.readCSV(lines, { hasHeader: false, endRows: 1, inferSchemaLength: 1, sep: separator }),
    file,
  );
  // A column's type shows in all of its rows, of which there are no more than bytes.
  return polars.readCSV(lines, { inferSchemaLength: lines.length, sep: separator });
}

function readLines(polars: Polars, { bytes, file }: TableBytes): pl.DataFrame {
  checkText(bytes, file);
  return polars.readJSON(Buffer.from(bytes), { format: "lines", inferSchemaLength: bytes.length });
}

function checkText(bytes: Uint8Array, file: string): void {
  if (isUtf8(bytes)) return;
  throw new DataError("this is not UTF-8, which a table as text must be; save it as UTF-8", {
    place: { file },
  });
}

/** Polars renames the second of two columns of one name, so that the wrong one would be read without notice. */
function checkNames(firstLine: pl.DataFrame, file: string): void {
  const names = (firstLine.rows()[0] ?? []).map(String);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) {
    throw new DataError(`two columns are called "${twice}"; rename one`, { place: { file, line: 1 } });
  }
  if (names.length > 1 || !/[,;\t]/.test(names[0] ?? "")) return;
  throw new DataError(
    `this line has one cell, ${names[0]}; expected names with commas between them in .csv, with tabs in .tsv`,
    { place: { file, line: 1 } },
  );
}

/**
 * A table from a file, by the ending of its name: CSV (with a line of names), TSV, Parquet or JSON Lines.
 *
 * @param path Absolute, or relative to the current directory.
 * @throws {DataError} If there is no such file, or it cannot be read as what its name says.
 */
export async function readTable(path: string): Promise<pl.DataFrame> {
  const place = { file: shortPath(path) };
  const ending = /\.([^./]+)$/.exec(path)?.[1].toLowerCase() ?? "";
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
    return READERS[ending](polars, { bytes, ...place });
  } catch (cause) {
    if (cause instanceof DataError) throw cause;
    const reason = reasonOf(cause as Error);
    throw new DataError(`this cannot be read as ${ending.toUpperCase()}: ${reason}`, { place, cause });
  }
}

/** What polars says, without its advice on how to call it. */
function reasonOf({ message }: Error): string {
  const reason = /Original error: ```(.*?)```/s.exec(message)?.[1] ?? message.split("\n\n")[0];
  return reason.replace(/\s+/g, " ").trim();
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await Deno.readFile(path);
  } catch (cause) {
    const reason = cause instanceof Deno.errors.NotFound
      ? "there is no such file"
      : cause instanceof Deno.errors.IsADirectory
      ? "this is a folder, expected a file"
      : (cause as Error).message;
    throw new DataError(reason, { place: { file: shortPath(path) }, cause });
  }
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

function withoutMark(bytes: Uint8Array): Uint8Array {
  return BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte)
    ? bytes.subarray(BYTE_ORDER_MARK.length)
    : bytes;
}
