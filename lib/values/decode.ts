import type { EncodedValue } from "../core/types.ts";
import type { PythonValue } from "./python_value.ts";
import { Reader } from "./reader.ts";

/** The number of parts of a value that no encoding of up to 8 MiB exceeds. */
const MAX_PARTS = 34_000_000;

/**
 * The Python value behind an encoding.
 *
 * @param encoded One value in the canonical encoding, nothing before or after it.
 * Only the one form that the worker's Python writes is accepted, so that it encodes to the same
 * bytes again; except for the payloads of NaN, and for text in which adjacent lone surrogates
 * make a pair, which is one character here.
 *
 * @throws {SyntaxError} If the bytes are not exactly one well-formed value, or nest deeper than 440 levels.
 *
 * @example
 * ```ts
 * import { decode, encode } from "codebias/values/mod.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(decode(encode([1, true, null])), [1, true, null]);
 * ```
 */
export function decode(encoded: EncodedValue): PythonValue {
  return new Reader(encoded, true).whole();
}

/**
 * The Python value behind an encoding that others made, if it has no more parts than allowed.
 *
 * @param most The greatest number of parts: None, a bool and an int of 32 bits are one part, anything else is eight.
 * @throws {SyntaxError} As {@linkcode decode}, or if it has more.
 */
export function decodeUpTo(most: number, encoded: EncodedValue): PythonValue {
  return new Reader(encoded, true, most).whole();
}

/**
 * Checks an encoding without building the value, at a few nanoseconds an item.
 *
 * @throws {SyntaxError} As {@linkcode decode}, or if it has more than 34 million parts: none of up to 8 MiB has so many.
 */
export function validate(encoded: EncodedValue): void {
  new Reader(encoded, false, MAX_PARTS).whole();
}

/**
 * The encodings of the items of an encoded list, each a complete encoding.
 *
 * @param most The greatest number of items.
 * @throws {SyntaxError} As {@linkcode decode}, or if the value is not a list without tags, or has more items.
 */
export function splitList(encoded: EncodedValue, most = Infinity): EncodedValue[] {
  return new Reader(encoded, false).split(most);
}
