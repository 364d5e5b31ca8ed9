import { Buffer } from "node:buffer";
import { DataError, type Place } from "../../core/errors.ts";
import { shortPath } from "../paths.ts";
import { isObject, type JsonObject } from "../../values/plain_json.ts";
import { parsedJson } from "./parsed.ts";

/**
 * Reads a JSON Lines file of objects. Blank lines and Windows line ends are accepted.
 *
 * @returns The objects with their line numbers, from 1, and the bytes of the file.
 * @throws {DataError} If the file cannot be read, or a line is cut off or is not an object; names the line.
 */
export async function readJsonLines(path: string) {
  const { text, bytes } = await readText(path);
  const texts = text.split("\n");
  const lines = texts.flatMap((text, at) => {
    if (text.trim() === "") return [];
    return [{ line: at + 1, value: parseObject(text, path, at + 1, at === texts.length - 1) }];
  });
  return { lines, bytes };
}

/**
 * Reads a text file.
 *
 * @throws {DataError} If it is missing, unreadable or not UTF-8.
 */
export async function readText(path: string): Promise<{ text: string; bytes: Uint8Array }> {
  const bytes = await readBytes(path);
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), bytes };
  } catch (cause) {
    const place = { file: shortPath(path) };
    throw new DataError("this is not UTF-8 text; fetch the file again", { place, cause });
  }
}

/**
 * Reads a file.
 *
 * @throws {DataError} If it is missing or unreadable.
 */
export async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return await readable(path, Deno.readFile(path));
}

/**
 * The result of reading a file or folder.
 *
 * @throws {DataError} If it cannot be read.
 */
export async function readable<T>(path: string, reading: Promise<T>, what?: string): Promise<T> {
  return await reading.catch((cause) => Promise.reject(unreadable(path, cause, what)));
}

/** The error for a file or folder that cannot be read. */
export function unreadable(path: string, cause: unknown, what = "file"): DataError {
  const message = cause instanceof Deno.errors.NotFound
    ? `there is no such ${what}`
    : cause instanceof Deno.errors.IsADirectory
    ? "this is a folder, expected a file"
    : `cannot read it: ${(cause as Error).message}`;
  return new DataError(message, { place: { file: shortPath(path) }, cause });
}

/**
 * Checks that a parsed value is an object.
 *
 * @param what The name of the value in messages, e.g. `this line`.
 * @throws {DataError} If it is not an object; names the place.
 */
export function objectIn(value: unknown, what: string, place: Place): JsonObject {
  if (isObject(value)) return value;
  throw new DataError(`${what} is JSON, but not an object; fetch the file again`, { place });
}

function parseObject(text: string, path: string, line: number, last: boolean): JsonObject {
  const place = { file: shortPath(path), line };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const what = last ? "the file is cut off in this line" : "this line is not JSON";
    throw new DataError(`${what} (${(cause as Error).message}); fetch the file again`, { place, cause });
  }
  return objectIn(value, "this line", place);
}

/** An object in a file, with its place. */
export interface JsonRecord {
  readonly place: Place;
  readonly value: JsonObject;
}

/**
 * The objects in a file: a JSON list if its name ends in `.json`, else JSON Lines.
 *
 * @throws {DataError} If the file cannot be read, or an item is not an object; names the place.
 */
export async function readJsonRecords(path: string): Promise<{ records: JsonRecord[]; bytes: Uint8Array }> {
  const file = shortPath(path);
  if (!path.endsWith(".json")) {
    const { lines, bytes } = await readJsonLines(path);
    return { records: lines.map(({ line, value }) => ({ place: { file, line }, value })), bytes };
  }
  const { text, bytes } = await readText(path);
  return { records: listIn(text, file), bytes };
}

function listIn(text: string, file: string): JsonRecord[] {
  const list = parsedJson(text, { file }, "fetch the file again");
  if (!Array.isArray(list)) {
    throw new DataError("this is JSON, but not a list; fetch the file again", { place: { file } });
  }
  return list.map((value: unknown, at) => {
    const place = { file, item: at + 1 };
    return { place, value: objectIn(value, "this", place) };
  });
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** The bytes of a text without a leading byte order mark. */
export function withoutMark(bytes: Uint8Array): Uint8Array {
  const isMarked = BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte);
  return isMarked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
}

const NEWLINE = 10;

/** The lines of a byte stream without newlines, each as soon as it is complete; then the rest after the last newline. */
export async function* byteLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<Buffer, void> {
  const parts: Uint8Array[] = [];
  for await (const chunk of stream) {
    let from = 0;
    for (let end; (end = chunk.indexOf(NEWLINE, from)) >= 0; from = end + 1) {
      yield Buffer.concat([...parts.splice(0), chunk.subarray(from, end)]);
    }
    parts.push(chunk.subarray(from));
  }
  yield Buffer.concat(parts);
}
