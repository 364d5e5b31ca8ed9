import type { EncodedValue } from "../types.ts";
import { CODE, MAX_DEPTH, PLAIN, TAGGED } from "./encoding.ts";
import { float, integer, type PythonValue } from "./python_value.ts";

/**
 * The Python value behind an encoding.
 *
 * @param encoded One value in the canonical encoding, nothing before or after it.
 * @throws {SyntaxError} If the bytes are not exactly one well-formed value, or nest deeper than 110 levels.
 *
 * @example
 * ```ts
 * import { decode } from "codebias/values/decode.ts";
 * import { encode } from "codebias/values/encode.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(decode(encode([1, true, null])), [1, true, null]);
 * ```
 */
export function decode(encoded: EncodedValue): PythonValue {
  return new Reader(encoded, true).whole();
}

/**
 * Checks an encoding without building the value, at a few nanoseconds an item.
 *
 * @throws {SyntaxError} As {@linkcode decode}.
 */
export function validate(encoded: EncodedValue): void {
  new Reader(encoded, false).whole();
}

/** Marks Ellipsis inside the reader; it never leaves it. */
const ELLIPSIS = { $type: "object", class: "ellipsis", value: null } as const;

class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #build: boolean;
  #tagged = false;
  #at = 0;

  constructor(bytes: Uint8Array, build: boolean) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#build = build;
  }

  whole(): PythonValue {
    const flag = this.#byte();
    if (flag !== PLAIN && flag !== TAGGED) throw malformed(`unknown flag ${flag}`);
    this.#tagged = flag === TAGGED;
    const value = this.#value(0);
    if (this.#at !== this.#bytes.length) throw malformed(`${this.#bytes.length - this.#at} bytes too many`);
    if (value === ELLIPSIS) throw malformed("a tag outside a tuple");
    return value;
  }

  #value(depth: number): PythonValue {
    const code = this.#byte();
    switch (code) {
      case CODE.none:
        return null;
      case CODE.true:
        return true;
      case CODE.false:
        return false;
      case CODE.int32:
        return this.#view.getInt32(this.#take(4), true);
      case CODE.long:
        return this.#long();
      case CODE.float:
        return float(this.#view.getFloat64(this.#take(8), true));
      case CODE.complex: {
        const at = this.#take(16);
        return {
          $type: "complex",
          real: this.#view.getFloat64(at, true),
          imag: this.#view.getFloat64(at + 8, true),
        };
      }
      case CODE.bytes: {
        const length = this.#length();
        const at = this.#take(length);
        return { $type: "bytes", bytes: this.#bytes.slice(at, this.#build ? at + length : at) };
      }
      case CODE.text:
        return this.#text();
      case CODE.ellipsis:
        if (!this.#tagged) throw malformed("a tag in an encoding without tags");
        return ELLIPSIS;
      case CODE.list:
        return this.#items(depth);
      case CODE.tuple:
        return this.#tuple(depth);
      case CODE.set:
        return { $type: "set", items: this.#items(depth) };
      case CODE.frozenset:
        return { $type: "frozenset", items: this.#items(depth) };
      case CODE.dict:
        return { $type: "dict", items: this.#entries(depth) };
      default:
        throw malformed(`unknown type code ${code}`);
    }
  }

  #items(depth: number): PythonValue[] {
    const items = this.#children(depth);
    if (items[0] === ELLIPSIS) throw malformed("a tag outside a tuple");
    return items;
  }

  #children(depth: number): PythonValue[] {
    if (depth >= MAX_DEPTH) throw malformed(`nested deeper than ${MAX_DEPTH} levels`);
    const length = this.#length();
    const items: PythonValue[] = [];
    for (let index = 0; index < length; index++) {
      const item = this.#value(depth + 1);
      if (item === ELLIPSIS && index > 0) throw malformed("a tag that does not begin its tuple");
      if (this.#build || index < 3) items.push(item);
    }
    return items;
  }

  #tuple(depth: number): PythonValue {
    const before = this.#at;
    const items = this.#children(depth);
    if (items[0] !== ELLIPSIS) return { $type: "tuple", items };
    const length = this.#view.getUint32(before, true);
    if (length !== 3 || typeof items[1] !== "string") throw malformed("a tag is (..., name, value)");
    return { $type: "object", class: items[1], value: items[2] };
  }

  #entries(depth: number): [PythonValue, PythonValue][] {
    if (depth >= MAX_DEPTH) throw malformed(`nested deeper than ${MAX_DEPTH} levels`);
    const entries: [PythonValue, PythonValue][] = [];
    while (this.#bytes[this.#at] !== CODE.end) {
      const key = this.#value(depth + 1);
      const value = this.#value(depth + 1);
      if (key === ELLIPSIS || value === ELLIPSIS) throw malformed("a tag outside a tuple");
      if (this.#build) entries.push([key, value]);
    }
    this.#at++;
    return entries;
  }

  #long(): number | bigint {
    const size = this.#view.getInt32(this.#take(4), true);
    const digits = Math.abs(size);
    const at = this.#take(2 * digits);
    if (digits > 0 && this.#view.getUint16(at + 2 * (digits - 1), true) === 0) {
      throw malformed("an integer with leading zeros");
    }
    const digit = (index: number) => index < digits ? this.#view.getUint16(at + 2 * index, true) : 0;
    for (let index = 0; index < digits; index++) {
      if (digit(index) > 0x7fff) throw malformed("an integer digit out of range");
    }
    if (!this.#build) return 0;
    let hex = "0x0";
    for (let index = 4 * Math.ceil(digits / 4) - 4; index >= 0; index -= 4) { // 4 digits: 60 bits, 15 hex digits
      const high = digit(index + 3) << 15 | digit(index + 2);
      const low = digit(index + 1) << 15 | digit(index);
      hex += (high * 4 + (low >>> 28)).toString(16).padStart(8, "0");
      hex += (low & 0xfffffff).toString(16).padStart(7, "0");
    }
    return integer(size < 0 ? -BigInt(hex) : BigInt(hex));
  }

  #text(): string {
    const length = this.#length();
    const at = this.#take(length);
    return decodeText(this.#bytes.subarray(at, at + length));
  }

  #length(): number {
    const length = this.#view.getInt32(this.#take(4), true);
    if (length < 0) throw malformed("a negative length");
    return length;
  }

  #byte(): number {
    return this.#bytes[this.#take(1)];
  }

  #take(count: number): number {
    const at = this.#at;
    if (at + count > this.#bytes.length) throw malformed("it ends too early");
    this.#at = at + count;
    return at;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** UTF-8 in which Python also writes lone surrogates, each as three bytes (`surrogatepass`). */
function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
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
    return utf8.decode(bytes);
  } catch (cause) {
    throw malformed("text that is not UTF-8", cause);
  }
}

function malformed(what: string, cause?: unknown): SyntaxError {
  return new SyntaxError(`Cannot decode the value: ${what}`, { cause });
}
