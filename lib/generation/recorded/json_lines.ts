import { DataError } from "../../core/errors.ts";
import type { Row } from "./schema.ts";

/**
 * The rows of a JSON Lines file: an object a line. Blank lines and Windows line ends are accepted.
 *
 * @param file For the sentence.
 * @throws {DataError} If it is not UTF-8, or a line is not an object; names the line.
 */
export function readJsonLines(bytes: Uint8Array, file: string): Row[] {
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

function parse(text: string, file: string, line: number): Record<string, unknown> {
  const place = { file, line };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new DataError(`this line is not JSON: ${(cause as Error).message}`, { place, cause });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new DataError("this line is JSON, but not an object: each line is one completion", { place });
}
