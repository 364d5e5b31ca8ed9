import type { EncodedValue } from "../core/types.ts";
import { decode } from "./decode.ts";
import { CODE, compareBytes, encodeText, MAX_DEPTH, PLAIN, TAGGED } from "./encoding.ts";
import { isList, type PythonValue } from "./python_value.ts";

/**
 * A Python value in the canonical encoding.
 *
 * @param value Any Python value; nesting up to 110 levels.
 * @throws {RangeError} If the value nests deeper, or a `number` that stands for an int is not an integer.
 *
 * @example
 * ```ts
 * import { encode } from "codebias/values/mod.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual([...encode(true)], [0, "T".charCodeAt(0)]);
 * ```
 */
export function encode(value: PythonValue): EncodedValue {
  const writer = new Writer();
  writer.value(value, 0);
  return writer.finish();
}

/**
 * The encoding of a dict, from the encodings of its keys, which are all different, and those of its values.
 *
 * @throws {RangeError} As {@linkcode encode}.
 */
export function encodeDict(keys: readonly EncodedValue[], values: readonly EncodedValue[]): EncodedValue {
  const parts = keys.flatMap((key, at) => [key, values[at]]);
  return joined([CODE.dict], parts, [CODE.end]) ??
    encode({ $type: "dict", items: keys.map((key, at) => [decode(key), decode(values[at])]) });
}

/**
 * The encoding of a list, from the encodings of its items.
 *
 * @throws {RangeError} As {@linkcode encode}.
 */
export function encodeList(items: readonly EncodedValue[]): EncodedValue {
  const length = [0, 8, 16, 24].map((bits) => (items.length >> bits) & 0xff);
  return joined([CODE.list, ...length], items, []) ?? encode(items.map((item) => decode(item)));
}

/** Encodings without their flags between other bytes; undefined if one of them has tags. */
function joined(
  before: readonly number[],
  parts: readonly EncodedValue[],
  after: readonly number[],
): EncodedValue | undefined {
  let size = 1 + before.length + after.length;
  for (const part of parts) {
    if (part[0] !== PLAIN) return undefined;
    size += part.length - 1;
  }
  const bytes = new Uint8Array(size); // the flag PLAIN is a zero
  bytes.set(before, 1);
  let to = 1 + before.length;
  for (const part of parts) for (let at = 1; at < part.length; at++) bytes[to++] = part[at]; // short: faster than set()
  bytes.set(after, to);
  return bytes;
}

class Writer {
  #bytes = new Uint8Array(64); // most values are short, and more memory takes longer to get
  #at = 1; // the flag comes first, and is known last
  #tagged = false;

  finish(): EncodedValue {
    this.#bytes[0] = this.#tagged ? TAGGED : PLAIN;
    return this.#bytes.slice(0, this.#at);
  }

  value(value: PythonValue, depth: number): void {
    if (value === null) this.#code(CODE.none);
    else if (typeof value === "boolean") this.#code(value ? CODE.true : CODE.false);
    else if (typeof value === "number" || typeof value === "bigint") this.#integer(value);
    else if (typeof value === "string") this.#block(CODE.text, encodeText(value));
    else if (isList(value)) this.#items(CODE.list, value, depth);
    else this.#object(value, depth);
  }

  #object(
    value: Exclude<PythonValue, null | boolean | number | bigint | string | readonly PythonValue[]>,
    depth: number,
  ) {
    switch (value.$type) {
      case "float":
        this.#code(CODE.float);
        return this.#float(value.value);
      case "complex":
        this.#code(CODE.complex);
        this.#float(value.real);
        return this.#float(value.imag);
      case "bytes":
        return this.#block(CODE.bytes, value.bytes);
      case "dict": {
        if (!value.items.every(([key]) => isPlain(key))) {
          this.#tag("dict", depth);
          return this.#pairs(value.items, depth);
        }
        deeper(depth);
        this.#code(CODE.dict);
        for (const [key, item] of value.items) {
          this.value(key, depth + 1);
          this.value(item, depth + 1);
        }
        return this.#code(CODE.end);
      }
      case "object":
        this.#tag(value.class, depth, value.fields ? 4 : 3);
        this.value(value.value, depth + 1);
        return value.fields && this.#pairs(value.fields, depth);
      case "instance":
        this.#tag(value.class, depth, 4, true);
        return this.#pairs(value.fields, depth);
      case "tuple":
        return this.#items(CODE.tuple, value.items, depth);
      default:
        this.#tag(value.$type, depth);
        this.#code(CODE.tuple);
        this.#int32(value.items.length);
        for (const item of this.#ordered(value.items, depth + 1)) this.#raw(item);
    }
  }

  /** Writes the pairs of a tag: fields, or a dict with keys that marshal would not keep apart, or could not build. */
  #pairs(entries: readonly (readonly [PythonValue, PythonValue])[], depth: number): void {
    this.#code(CODE.tuple);
    this.#int32(entries.length);
    for (const [key, item] of entries) {
      this.#code(CODE.tuple);
      this.#int32(2);
      this.value(key, depth + 1);
      this.value(item, depth + 1);
    }
  }

  /** Writes the beginning of a tag, up to the class name. */
  #tag(name: string, depth: number, parts = 3, byFields = false): void {
    deeper(depth);
    this.#tagged = true;
    this.#code(CODE.tuple);
    this.#int32(parts);
    this.#code(CODE.ellipsis);
    if (byFields) this.#code(CODE.ellipsis);
    this.value(name, depth + 1);
  }

  /** The encodings of the items of a set, in their order. */
  #ordered(items: readonly PythonValue[], depth: number): Uint8Array[] {
    const encodings = items.map((item) => {
      const writer = new Writer();
      writer.value(item, depth);
      return writer.finish().subarray(1);
    });
    return encodings.sort(compareBytes);
  }

  #items(code: number, items: readonly PythonValue[], depth: number): void {
    deeper(depth);
    this.#code(code);
    this.#int32(items.length);
    for (const item of items) this.value(item, depth + 1);
  }

  #integer(value: number | bigint): void {
    if (typeof value === "number" && !Number.isSafeInteger(value)) {
      throw new RangeError(
        `Cannot encode ${value} as an int: it must be a safe integer, a bigint or float(...)`,
      );
    }
    if (value >= -0x80000000 && value <= 0x7fffffff) {
      this.#code(CODE.int32);
      return this.#int32(Number(value));
    }
    this.#code(CODE.long);
    const negative = value < 0;
    const bits = (negative ? -BigInt(value) : BigInt(value)).toString(2);
    const digits = Math.ceil(bits.length / 15);
    this.#int32(negative ? -digits : digits);
    for (let index = 0; index < digits; index++) {
      const end = bits.length - 15 * index;
      const digit = parseInt(bits.slice(Math.max(0, end - 15), end), 2);
      this.#code(digit & 0xff);
      this.#code(digit >> 8);
    }
  }

  #block(code: number, bytes: Uint8Array): void {
    this.#code(code);
    this.#int32(bytes.length);
    this.#raw(bytes);
  }

  #raw(bytes: Uint8Array): void {
    const at = this.#room(bytes.length);
    this.#bytes.set(bytes, at);
  }

  #code(code: number): void {
    const at = this.#room(1);
    this.#bytes[at] = code;
  }

  #int32(value: number): void {
    const at = this.#room(4); // may replace the bytes
    const bytes = this.#bytes;
    bytes[at] = value; // a DataView for each value takes longer than most values
    bytes[at + 1] = value >> 8;
    bytes[at + 2] = value >> 16;
    bytes[at + 3] = value >> 24;
  }

  #float(value: number): void {
    const at = this.#room(8); // may replace the bytes
    new DataView(this.#bytes.buffer).setFloat64(at, value, true);
  }

  #room(count: number): number {
    const at = this.#at;
    this.#at += count;
    if (this.#at > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#at, 2 * this.#bytes.length));
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    return at;
  }
}

/** Whether a key is encoded without a tag. */
function isPlain(key: PythonValue): boolean {
  if (key === null || typeof key !== "object") return true;
  if (isList(key)) return key.every(isPlain);
  if (key.$type === "tuple") return key.items.every(isPlain);
  if (key.$type === "dict") return key.items.flat().every(isPlain);
  return key.$type === "float" || key.$type === "complex" || key.$type === "bytes";
}

function deeper(depth: number): void {
  if (depth >= MAX_DEPTH) {
    throw new RangeError(`Cannot encode a value nested deeper than ${MAX_DEPTH} levels`);
  }
}
