import { DataError } from "../../core/errors.ts";
import { shortPath } from "../paths.ts";

/** One parsed line of a JSON Lines file. */
export interface JsonLine {
  /** From 1. */
  readonly line: number;
  readonly value: Record<string, unknown>;
}

/**
 * Reads a JSON Lines file of objects. Blank lines and Windows line ends are accepted.
 *
 * @throws {DataError} If the file cannot be read, or a line is cut off or is not an object; names the line.
 */
export async function readJsonLines(path: string): Promise<{ lines: JsonLine[]; bytes: Uint8Array }> {
  const { text, bytes } = await readText(path);
  const lines = text.split("\n");
  const parsed: JsonLine[] = [];
  for (const [index, text] of lines.entries()) {
    if (text.trim() === "") continue;
    parsed.push({ line: index + 1, value: parseObject(text, path, index + 1, index === lines.length - 1) });
  }
  return { lines: parsed, bytes };
}

/**
 * Reads a text file.
 *
 * @throws {DataError} If it is missing, unreadable or not UTF-8.
 */
export async function readText(path: string): Promise<{ text: string; bytes: Uint8Array }> {
  try {
    const bytes = await Deno.readFile(path);
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), bytes };
  } catch (cause) {
    const place = { file: shortPath(path) };
    if (cause instanceof Deno.errors.NotFound) throw new DataError("there is no such file", { place, cause });
    if (cause instanceof TypeError) {
      throw new DataError("this is not UTF-8 text; fetch the file again", { place, cause });
    }
    throw new DataError(`cannot read it: ${(cause as Error).message}`, { place, cause });
  }
}

function parseObject(text: string, path: string, line: number, last: boolean): Record<string, unknown> {
  const place = { file: shortPath(path), line };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const what = last ? "the file is cut off in this line" : "this line is not JSON";
    throw new DataError(`${what} (${(cause as Error).message}); fetch the file again`, { place, cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new DataError("this line is JSON, but not an object; fetch the file again", { place });
  }
  return value as Record<string, unknown>;
}
