import { createHash } from "node:crypto";
import { extname, join } from "node:path";
import { DataError } from "../../core/errors.ts";
import { isObject, type JsonObject } from "../json.ts";
import { readRow, type RecordedCompletion, type Row } from "./schema.ts";
import { typedPath } from "../typed_path.ts";
import { Buffer } from "node:buffer";

/** A recorded completion with its epoch. */
export type NumberedCompletion = RecordedCompletion & { readonly epoch: number };

const READERS: Readonly<Record<string, (bytes: Uint8Array, file: string) => Row[] | Promise<Row[]>>> = {
  ".jsonl": readJsonLines,
  ".ndjson": readJsonLines,
  ".parquet": readParquet,
};

/**
 * Reads recorded completions: a file of JSON Lines (`.jsonl`, `.ndjson`) or Parquet (`.parquet`), or all Parquet files of a
 * folder in the order of their names; one completion a row, with these columns and no others.
 *
 * | column | type | meaning |
 * |---|---|---|
 * | `task` | text or number | The task's id, as the study spells it. |
 * | `text` | text | The completion, exactly as the model gave it; may be empty. |
 * | `prompt` | text or messages, optional | What was asked. If it is there, it is compared with what the study asks. |
 * | `epoch` | integer from 1, optional | Repetition of this task at these settings. Without it, in the file's order. |
 * | `settings` | object, struct or JSON text, optional | What was varied, e.g. `{"temperature": 0.2}`: texts and numbers. |
 * | `model` | text, optional | Which model it was; for the record only. |
 * | `finish` | text, optional | `stop`, `length`, `refusal` or `looping`. |
 * | `promptTokens`, `completionTokens` | integer from 0, optional | As the server counted them. |
 * | `seed` | integer from 0, optional | The model's random seed; for the record only. |
 *
 * Messages are a list of `{"role": "system" | "user" | "assistant", "content": text}`. A task has each epoch once at
 * given settings. An optional column may be null.
 *
 * @param path The path; a relative one starts at the folder where the command was typed.
 * @returns The completions, and the SHA-256 of the files, hexadecimal.
 * @throws {DataError} If the file cannot be read, is empty, or breaks this schema; names the line and the column.
 * @throws {RangeError} If the file has another extension.
 */
export async function readRecording(path: string) {
  const files = await filesOf(path);
  if (files.length === 0) {
    throw new DataError("there is no Parquet file in this folder", { place: { file: path } });
  }
  const read = READERS[extname(files[0]).toLowerCase()];
  if (!read) {
    throw new RangeError(`Cannot read completions from ${path}: expected a file .jsonl, .ndjson or .parquet`);
  }
  const hash = createHash("sha256");
  const rows: RecordedCompletion[] = [];
  for (const file of files) {
    const bytes = await within(file, () => Deno.readFile(typedPath(file)));
    for (const row of await read(bytes, file)) rows.push(readRow(row, file));
    hash.update(bytes);
  }
  if (rows.length === 0) {
    throw new DataError("there are no completions in this file", { place: { file: path } });
  }
  return { completions: number(rows, path), sha256: hash.digest("hex") };
}

/**
 * The manifests beside the Parquet files of a folder, in the order of their names.
 *
 * @throws {DataError} If one cannot be read, or is not a JSON object.
 */
export async function manifestsIn(folder: string): Promise<JsonObject[]> {
  const names = await namesIn(folder, ".json");
  return await Promise.all(names.map(async (file) => {
    const text = await within(file, () => Deno.readTextFile(typedPath(file)));
    const manifest = await within(file, () => Promise.resolve(JSON.parse(text)));
    if (isObject(manifest)) return manifest;
    throw new DataError("this is not a recording's manifest", { place: { file } });
  }));
}

/** The files of a path: the file itself, or the Parquet files of a folder. */
async function filesOf(path: string): Promise<string[]> {
  const { isDirectory } = await within(path, () => Deno.stat(typedPath(path)));
  return isDirectory ? await namesIn(path, ".parquet") : [path];
}

async function namesIn(folder: string, end: string): Promise<string[]> {
  const entries = await within(folder, () => Array.fromAsync(Deno.readDir(typedPath(folder))));
  return entries.map(({ name }) => name).filter((name) => name.toLowerCase().endsWith(end)).sort()
    .map((name) => join(folder, name));
}

/** Turns read errors into a {@linkcode DataError}. */
async function within<R>(path: string, look: () => Promise<R>): Promise<R> {
  try {
    return await look();
  } catch (cause) {
    const why = cause instanceof Deno.errors.NotFound
      ? "there is no such file"
      : `cannot read it: ${(cause as Error).message}`;
    throw new DataError(why, { place: { file: path }, cause });
  }
}

/**
 * Numbers the epochs of each task, unless the file has epochs; then each must occur once per task and settings. Completions of
 * two models are refused, because they would pass for epochs of one.
 */
function number(rows: readonly RecordedCompletion[], file: string): NumberedCompletion[] {
  const [{ epoch: first, line: firstLine }] = rows;
  const named = rows.find(({ model }) => model !== undefined);
  const seen = new Map<string, Map<number, RecordedCompletion>>();
  return rows.map((row) => {
    if ((row.epoch === undefined) !== (first === undefined)) {
      const [has, lacks] = first === undefined ? [row.line, firstLine] : [firstLine, row.line];
      throw new DataError(`line ${has} has an epoch and line ${lacks} has none: give it to all or to none`, {
        place: { file, line: row.line },
      });
    }
    const own = seen.getOrInsertComputed(keyOf(row), () => new Map());
    const epoch = row.epoch ?? own.size + 1;
    const before = own.get(epoch);
    if (before) {
      const models = before.model === row.model ? "" : "; a file holds the completions of one model";
      throw new DataError(
        `task "${row.taskId}" has epoch ${epoch} at these settings also in line ${before.line}${models}`,
        { place: { file, line: row.line } },
      );
    }
    if (row.model !== undefined && row.model !== named?.model) {
      throw new DataError(
        `this is of the model "${row.model}" and line ${named?.line} of "${named?.model}": a file holds the completions of ` +
          "one model, so give each its own",
        { place: { file, line: row.line } },
      );
    }
    own.set(epoch, row);
    return { ...row, epoch };
  });
}

function keyOf({ taskId, settings }: RecordedCompletion): string {
  return JSON.stringify([taskId, Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/**
 * The rows of a JSON Lines file: an object a line. Blank lines and Windows line ends are accepted.
 *
 * @param file The name of the file for messages.
 * @throws {DataError} If it is not UTF-8, or a line is not an object; names the line.
 */
function readJsonLines(bytes: Uint8Array, file: string): Row[] {
  const rows: Row[] = [];
  for (const [index, line] of decode(bytes, file).split("\n").entries()) {
    if (line.trim() !== "") rows.push({ line: index + 1, columns: parse(line, file, index + 1) });
  }
  return rows;
}

function decode(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new DataError("this is not UTF-8 text; save it as UTF-8", { place: { file }, cause });
  }
}

function parse(text: string, file: string, line: number): JsonObject {
  const place = { file, line };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new DataError(`this line is not JSON: ${(cause as Error).message}`, { place, cause });
  }
  if (isObject(value)) return value;
  throw new DataError("this line is JSON, but not an object: each line is one completion", { place });
}

/**
 * The rows of a Parquet file.
 *
 * @param file The name of the file for messages.
 * @throws {DataError} If it is not a Parquet file.
 */
async function readParquet(bytes: Uint8Array, file: string): Promise<Row[]> {
  const { default: pl } = await import("nodejs-polars"); // takes longer to load than most runs need
  try {
    // Through JSON, since not every struct can be converted directly.
    const lines = pl.readParquet(Buffer.from(bytes)).writeJSON({ format: "lines" }).toString("utf8");
    return lines.split("\n").slice(0, -1).map((line, index) => ({
      line: index + 1,
      columns: JSON.parse(line),
    }));
  } catch (cause) {
    throw new DataError(`this cannot be read as Parquet: ${(cause as Error).message}`, {
      place: { file },
      cause,
    });
  }
}
