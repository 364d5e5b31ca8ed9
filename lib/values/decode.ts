import type { EncodedValue } from "../core/types.ts";
import type { PythonValue } from "./python_value.ts";
import { Reader } from "./reader.ts";

/** Parts that an encoding of 8 MiB does not have. */
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
 * The same for a value that others made.
 *
 * @param most How many parts it may have: an integer is one, a text, a float or a container eight.
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
 * The encodings of the items of an encoded list, each whole in itself.
 *
 * @param most How many items there may be.
 * @throws {SyntaxError} As {@linkcode decode}, or if the value is no list without tags, or has more items.
 */
export function splitList(encoded: EncodedValue, most = Infinity): EncodedValue[] {
  return new Reader(encoded, false).split(most);
}
