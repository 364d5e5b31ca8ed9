/**
 * The canonical encoding in which Python values cross the sandbox boundary.
 *
 * One flag byte, then Python's own `marshal` format, version 2, restricted to data. With the flag at 1, a
 * tuple that begins with Ellipsis is a tag: `(..., class name, value)` is an object of that class.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import type { EncodedValue } from "../types.ts";

/** Flag byte of an encoding without tags. */
export const PLAIN = 0;
/** Flag byte of an encoding in which `(..., name, value)` is a tagged object. */
export const TAGGED = 1;
/** Deeper nesting is refused on both sides of the boundary. */
export const MAX_DEPTH = 110;

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
  set: 0x3c, // <
  frozenset: 0x3e, // >
  end: 0x30, // 0, ends a dict
} as const;

/** Whether two encodings are the same bytes; then the values are the same, down to their types. */
export function sameEncoding(a: EncodedValue, b: EncodedValue): boolean {
  const view = (bytes: EncodedValue) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return a.length === b.length && view(a).equals(view(b));
}
