/** A JSON object, before anything is known of its fields. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object with names, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/**
 * The JSON value of a text; undefined if the text is not JSON.
 *
 * @param parse The parser of the text. @default `JSON.parse`
 *
 * @example
 * ```ts
 * import { jsonIn } from "codebias/values/plain_json.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(["[1]", "no JSON"].map((text) => jsonIn(text)), [[1], undefined]);
 * ```
 */
export function jsonIn(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
