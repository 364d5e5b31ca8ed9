/**
 * The canonical encoding in which Python values cross the sandbox boundary: equal bytes, equal values.
 *
 * One flag byte, then Python's own `marshal` format, version 2, restricted to data. With the flag at 1, a tuple
 * that begins with Ellipsis is a tag. `(..., class name, value)` is an object of that class by the plain value it
 * carries; a `set` or `frozenset` carries the tuple of its items in the order of their encodings, a `dict` with keys
 * that have tags the tuple of its (key, value). `(..., ..., class name, fields)` is an object by its fields, a tuple
 * of (name, value).
 *
 * @module
 */

import { Buffer } from "node:buffer";
import type { EncodedValue } from "../core/types.ts";

/** Flag byte of an encoding without tags. */
export const PLAIN = 0;
/** Flag byte of an encoding with tags. */
export const TAGGED = 1;
/** Values that nest deeper are not encoded. */
export const MAX_DEPTH = 110;
/** Encodings that nest deeper are refused; a tag nests deeper than the value that it stands for. */
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

/** The order of encodings: byte by byte, the shorter first. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  return Buffer.compare(a, b);
}

/** Whether two encodings are the same bytes; then the values are the same, down to their types. */
export function sameEncoding(a: EncodedValue, b: EncodedValue): boolean {
  const view = (bytes: EncodedValue) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return a.length === b.length && view(a).equals(view(b));
}
