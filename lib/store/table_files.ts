import { Buffer } from "node:buffer";
import type pl from "nodejs-polars";
import { DataError } from "../errors.ts";
import { shortPath } from "./paths.ts";

type Polars = typeof pl;

const READERS: Readonly<Record<string, (polars: Polars, bytes: Buffer) => pl.DataFrame>> = {
  csv: (polars, bytes) => readSeparated(polars, bytes, ","),
  tsv: (polars, bytes) => readSeparated(polars, bytes, "\t"),
  parquet: (polars, bytes) => polars.readParquet(bytes),
  jsonl: (polars, bytes) => polars.readJSON(bytes, { format: "lines" }),
  ndjson: (polars, bytes) => polars.readJSON(bytes, { format: "lines" }),
};

/** A column's type shows in all of its rows, of which there are no more than bytes. */
function readSeparated(polars: Polars, bytes: Buffer, sep: string): pl.DataFrame {
  return polars.readCSV(bytes, { inferSchemaLength: bytes.length, sep });
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
  const bytes = await readBytes(path);
  if (bytes.length === 0) throw new DataError("this file is empty, expected a table", { place });
  const { default: polars } = await import("nodejs-polars"); // takes longer to load than most commands need
  try {
    return READERS[ending](polars, Buffer.from(withoutMark(bytes)));
  } catch (cause) {
    const message = (cause as Error).message;
    throw new DataError(`this cannot be read as ${ending.toUpperCase()}: ${message}`, { place, cause });
  }
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await Deno.readFile(path);
  } catch (cause) {
    const reason = cause instanceof Deno.errors.NotFound ? "there is no such file" : (cause as Error).message;
    throw new DataError(reason, { place: { file: shortPath(path) }, cause });
  }
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

function withoutMark(bytes: Uint8Array): Uint8Array {
  return BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte)
    ? bytes.subarray(BYTE_ORDER_MARK.length)
    : bytes;
}
