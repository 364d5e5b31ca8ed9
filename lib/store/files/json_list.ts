import { DataError, type Place } from "../../core/errors.ts";
import { objectIn, readJsonLines, readText } from "./json_lines.ts";
import { parsedJson } from "./parsed.ts";
import { shortPath } from "../paths.ts";

/** An object in a file, and its place. */
export interface JsonRecord {
  readonly place: Place;
  readonly value: Record<string, unknown>;
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
