import type { ExactJson } from "./exact_json.ts";
import { type ParsedJson, parseWithTexts } from "./parse_json.ts";

/**
 * A line of NDJSON, with the texts of its fields.
 *
 * @throws {SyntaxError} If it is not JSON, or nested too deep.
 */
export function parseLine(text: string): ParsedJson {
  try {
    return parseWithTexts(text);
  } catch (cause) {
    if (cause instanceof RangeError) throw new SyntaxError("the line is nested too deep", { cause });
    throw new SyntaxError(`the line is not JSON: ${(cause as Error).message}`, { cause });
  }
}

/**
 * The fields of an object; `known` are the only ones it may have, if given.
 *
 * @throws {TypeError} If it is none, or has others; names it.
 */
export function object(
  json: ExactJson | undefined,
  where: string,
  known?: readonly string[],
): ReadonlyMap<string, ExactJson> {
  if (!(json instanceof Map)) {
    throw new TypeError(`${where} must be an object${Array.isArray(json) ? ", not a list" : ""}`);
  }
  const unknown = known && json.keys().find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new TypeError(
      `${where} has an unknown field ${JSON.stringify(unknown)}; known are ${known!.join(", ")}`,
    );
  }
  return json;
}
