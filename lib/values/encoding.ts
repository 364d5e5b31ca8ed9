/**
 * The canonical encoding in which Python values cross the sandbox boundary: equal bytes, equal values.
 *
 * One flag byte, then Python's own `marshal` format, version 2, restricted to data. With the flag at 1, a tuple
 * that begins with Ellipsis is a tag. `(..., class name, value)` is an object of that class by the plain value it
 * carries; a `set` or `frozenset` carries the tuple of its items in the order of their encodings, a `dict` with keys
 * that have tags the tuple of its (key, value). `(..., class name, value, fields)` is an object of a program's own class
 * that has fields beside the value, a tuple of (name, value), `(..., ..., class name, fields)` an object by its fields alone.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import type { EncodedValue } from "../core/types.ts";

/** Flag byte of an encoding without tags. */
export const PLAIN = 0;
/** Flag byte of an encoding with tags. */
export const TAGGED = 1;
/** The greatest number of nested levels in a value that is encoded. */
export const MAX_DEPTH = 110;
/** The greatest number of nested levels in an encoding that is read; a tag nests deeper than the value that it stands for. */
export const MAX_ENCODED_DEPTH = 4 * MAX_DEPTH;

/** Type codes of the marshal format, as bytes. */
export const CODE = {
  none: 0x4e, // N
  true: 0x54, // T
  false: 0x46, // F
  ellipsis: 0x2e, // .
  int32: 0x69, // i
  long: 0x6c, // l
  float: 0x67, // g
  complex: 0x79, // y
  bytes: 0x73, // s
  text: 0x75, // u
  tuple: 0x28, // (
  list: 0x5b, // [
  dict: 0x7b, // {
  end: 0x30, // 0, ends a dict
} as const;

/** The number of parts that a value counts as, by its type code. */
export const PARTS = new Uint8Array(256).fill(8);
for (const code of [CODE.none, CODE.true, CODE.false, CODE.int32]) PARTS[code] = 1;

/** The order of encodings: byte by byte, the shorter first. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  return Buffer.compare(a, b);
}

/** Whether two encodings are the same bytes; then the values are the same, down to their types. */
export function sameEncoding(a: EncodedValue, b: EncodedValue): boolean {
  const view = (bytes: EncodedValue) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return a.length === b.length && view(a).equals(view(b));
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A text as UTF-8, with lone surrogates as three bytes each, as Python's `surrogatepass` writes them. */
export function encodeText(text: string): Uint8Array {
  if (text.isWellFormed()) return encoder.encode(text);
  const parts: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (code >= 0xd800 && code <= 0xdfff) {
      parts.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
    } else {
      parts.push(...encoder.encode(character));
    }
  }
  return Uint8Array.from(parts);
}

const SHORT_TEXT = 24;

/** The text of UTF-8 bytes, in which Python also writes lone surrogates, each as three bytes (`surrogatepass`). */
export function decodeText(bytes: Uint8Array): string {
  // Most texts are short, and a decoder takes longer to be called than to read them.
  if (bytes.length <= SHORT_TEXT && bytes.every((byte) => byte < 0x80)) return String.fromCharCode(...bytes);
  try {
    return decoder.decode(bytes);
  } catch {
    // Not plain UTF-8: only lone surrogates (ED A0..BF xx) may be the reason, and they are read one by one.
    let text = "";
    let start = 0;
    for (let at = 0; at < bytes.length; at++) {
      if (bytes[at] !== 0xed || !(bytes[at + 1] >= 0xa0 && bytes[at + 1] <= 0xbf)) continue;
      if (!(bytes[at + 2] >= 0x80 && bytes[at + 2] <= 0xbf)) continue;
      text += decodeStrictly(bytes.subarray(start, at));
      text += String.fromCharCode(0xd000 | ((bytes[at + 1] & 0x3f) << 6) | (bytes[at + 2] & 0x3f));
      at += 2;
      start = at + 1;
    }
    return text + decodeStrictly(bytes.subarray(start));
  }
}

function decodeStrictly(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new SyntaxError("Cannot decode the value: text that is not UTF-8", { cause });
  }
}
