import type { EncodedValue } from "../core/types.ts";
import { CODE, compareBytes, decodeText, MAX_ENCODED_DEPTH, PARTS, PLAIN, TAGGED } from "./encoding.ts";
import { float, integer, isA, isList, isOwnClass, type PythonValue } from "./python_value.ts";

/** Reads one value in the canonical encoding, strictly; see decode.ts. */
export class Reader {
  readonly #bytes: EncodedValue;
  readonly #build: boolean;
  #tagged = false;
  #tags = 0;
  /** The number of parts read that may be unequal to themselves, or to each other: NaN, objects of other classes. */
  #unlike = 0;
  #at = 0;
  #left: number; // the number of parts that may follow

  constructor(bytes: EncodedValue, build: boolean, most = Infinity) {
    this.#left = most;
    this.#bytes = bytes;
    this.#build = build;
  }

  whole(): PythonValue {
    const flag = this.#byte();
    if (flag !== PLAIN && flag !== TAGGED) throw malformed(`unknown flag ${flag}`);
    this.#tagged = flag === TAGGED;
    const value = this.#value(0);
    if (this.#tagged && this.#tags === 0) throw malformed("the flag for tags, and no tag");
    if (this.#at !== this.#bytes.length) throw malformed(`${this.#bytes.length - this.#at} bytes too many`);
    return value;
  }

  split(most: number): EncodedValue[] {
    if (this.#byte() !== PLAIN || this.#byte() !== CODE.list) throw malformed("no list without tags");
    const length = this.#length();
    if (length > most) throw malformed(`more than ${most} items`);
    if (length > this.#bytes.length - this.#at) throw malformed("it ends too early");
    const bytes = this.#bytes;
    let copies: EncodedValue | undefined;
    const items: EncodedValue[] = [];
    for (let index = 0, to = 0; index < length; index++) {
      const start = this.#at;
      if (this.#passIntegers(1) === 0) this.#value(1);
      const size = this.#at - start + 1;
      if (bytes[start - 1] === PLAIN) { // the byte before is the flag that the item needs, e.g. the end of a length
        items.push(new Uint8Array(bytes.buffer, bytes.byteOffset + start - 1, size)); // faster than subarray()
        continue;
      }
      copies ??= new Uint8Array(bytes.length + length);
      const first = to++;
      for (let at = start; at < this.#at; at++) copies[to++] = bytes[at]; // short: faster than set()
      items.push(new Uint8Array(copies.buffer, first, size));
    }
    if (this.#at !== this.#bytes.length) throw malformed(`${this.#bytes.length - this.#at} bytes too many`);
    return items;
  }

  #value(depth: number): PythonValue {
    const code = this.#byte();
    if ((this.#left -= PARTS[code]) < 0) throw malformed("it has too many parts");
    switch (code) {
      case CODE.none:
        return null;
      case CODE.true:
        return true;
      case CODE.false:
        return false;
      case CODE.int32:
        return this.#int32();
      case CODE.long:
        return this.#long();
      case CODE.float:
        return float(this.#float());
      case CODE.complex:
        return { $type: "complex", real: this.#float(), imag: this.#float() };
      case CODE.bytes: {
        const length = this.#length();
        const at = this.#take(length);
        return { $type: "bytes", bytes: this.#bytes.slice(at, this.#build ? at + length : at) };
      }
      case CODE.text:
        return this.#text();
      case CODE.ellipsis:
        throw malformed("a tag that does not begin its tuple");
      case CODE.list:
        return this.#items(depth);
      case CODE.tuple:
        return this.#tuple(depth);
      case CODE.dict:
        return { $type: "dict", items: this.#entries(depth) };
      default:
        throw malformed(`unknown type code ${code}`);
    }
  }

  #items(depth: number): PythonValue[] {
    deeper(depth);
    const length = this.#length();
    const items: PythonValue[] = [];
    for (let index = this.#build ? 0 : this.#passIntegers(length); index < length; index++) {
      const item = this.#value(depth + 1);
      if (this.#build) items.push(item);
    }
    return items;
  }

  /** Skips the short integers that come next, at most `most`, and returns their number. */
  #passIntegers(most: number): number {
    const [bytes, start] = [this.#bytes, this.#at];
    const end = start + 5 * Math.min(most, Math.floor((bytes.length - start) / 5));
    let at = start;
    while (at < end && bytes[at] === CODE.int32) at += 5;
    this.#at = at;
    const count = (at - start) / 5;
    if ((this.#left -= count) < 0) throw malformed("it has too many parts");
    return count;
  }

  #tuple(depth: number): PythonValue {
    const isTag = this.#tagged && this.#bytes[this.#at + 4] === CODE.ellipsis;
    if (!isTag) return { $type: "tuple", items: this.#items(depth) };
    deeper(depth);
    this.#tags++;
    const length = this.#length();
    this.#at++;
    if (length !== 3 && length !== 4) {
      throw malformed("a tag is (..., name, value), perhaps with fields, or (..., ..., name, fields)");
    }
    if (length === 4) return this.#withFields(depth);
    const name = this.#name();
    if (name === "set" || name === "frozenset") return { $type: name, items: this.#set(depth) };
    if (name === "dict") return { $type: name, items: this.#pairs(depth) };
    this.#unlike++;
    return { $type: "object", class: name, value: this.#value(depth + 1) };
  }

  /** Reads an object by its fields alone, or one of a program's own class with fields beside the value that it carries. */
  #withFields(depth: number): PythonValue {
    this.#unlike++;
    const isInstance = this.#bytes[this.#at] === CODE.ellipsis;
    if (isInstance) this.#at++;
    const name = this.#name();
    if (isInstance) return { $type: "instance", class: name, fields: this.#fields(depth) };
    if (!isOwnClass(name)) throw malformed("fields of an object of no program's own class");
    const value = this.#value(depth + 1);
    const before = this.#at;
    const fields = this.#fields(depth);
    if (this.#at === before + 5) throw malformed("a tag of four without a field");
    return { $type: "object", class: name, value, fields };
  }

  #fields(depth: number): [string, PythonValue][] {
    const fields: [string, PythonValue][] = [];
    const names = new Set<string>();
    if (this.#byte() !== CODE.tuple) throw malformed("fields that are no tuple");
    const length = this.#length();
    for (let index = 0; index < length; index++) {
      if (this.#byte() !== CODE.tuple || this.#length() !== 2) throw malformed("a field that is no pair");
      const field = this.#name();
      if (names.has(field)) throw malformed("a field twice");
      names.add(field);
      const item = this.#value(depth + 3);
      if (this.#build) fields.push([field, item]);
    }
    return fields;
  }

  /** Reads the items of a set: their encodings are in order, and one is repeated only if its item may be unequal to itself. */
  #set(depth: number): PythonValue[] {
    if (this.#byte() !== CODE.tuple) throw malformed("a set that carries no tuple");
    const length = this.#length();
    const items: PythonValue[] = [];
    let before: Uint8Array | undefined;
    for (let index = 0; index < length; index++) {
      const [start, unlike] = [this.#at, this.#unlike];
      const item = this.#value(depth + 2);
      const bytes = this.#bytes.subarray(start, this.#at);
      const order = before ? compareBytes(before, bytes) : -1;
      if (!mayBeHashable(item)) throw malformed("an item of a set that Python cannot hash");
      if (order > 0) throw malformed("items of a set that are not in order");
      if (order === 0 && unlike === this.#unlike) throw malformed("an item of a set twice");
      before = bytes;
      if (this.#build) items.push(item);
    }
    return items;
  }

  /** Reads the entries of a dict that marshal would not keep apart: those with tags in their keys. */
  #pairs(depth: number): [PythonValue, PythonValue][] {
    if (this.#byte() !== CODE.tuple) throw malformed("a dict that carries no tuple");
    const length = this.#length();
    const entries: [PythonValue, PythonValue][] = [];
    let tagged = 0;
    for (let index = 0; index < length; index++) {
      if (this.#byte() !== CODE.tuple || this.#length() !== 2) throw malformed("an entry that is no pair");
      const tags = this.#tags;
      const key = this.#value(depth + 3);
      if (!mayBeHashable(key)) throw malformed("a key that Python cannot hash");
      tagged += this.#tags - tags;
      const value = this.#value(depth + 3);
      if (this.#build) entries.push([key, value]);
    }
    if (tagged === 0) throw malformed("a tag on a dict that needs none");
    return entries;
  }

  #name(): string {
    if (this.#byte() !== CODE.text) throw malformed("a tag without a name");
    return this.#text();
  }

  #entries(depth: number): [PythonValue, PythonValue][] {
    deeper(depth);
    const entries: [PythonValue, PythonValue][] = [];
    while (this.#bytes[this.#at] !== CODE.end) {
      const tags = this.#tags;
      const key = this.#value(depth + 1);
      if (this.#tags !== tags) throw malformed("a key with a tag in a dict without one");
      if (!mayBeHashable(key)) throw malformed("a key that Python cannot hash");
      const value = this.#value(depth + 1);
      if (this.#build) entries.push([key, value]);
    }
    this.#at++;
    return entries;
  }

  #long(): number | bigint {
    const size = this.#int32();
    const digits = Math.abs(size);
    const at = this.#take(2 * digits);
    const bytes = this.#bytes;
    const digit = (index: number) => {
      return index < digits ? bytes[at + 2 * index] | bytes[at + 2 * index + 1] << 8 : 0;
    };
    if (digits > 0 && digit(digits - 1) === 0) throw malformed("an integer with leading zeros");
    for (let index = 0; index < digits; index++) {
      if (digit(index) > 0x7fff) throw malformed("an integer digit out of range");
    }
    if (digits <= 3) {
      const magnitude = digit(0) + digit(1) * 2 ** 15 + digit(2) * 2 ** 30;
      if (magnitude <= (size < 0 ? 2 ** 31 : 2 ** 31 - 1)) throw malformed("a long form of a short integer");
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

  #float(): number {
    const { buffer, byteOffset } = this.#bytes;
    const value = new DataView(buffer, byteOffset + this.#take(8)).getFloat64(0, true);
    if (Number.isNaN(value)) this.#unlike++;
    return value;
  }

  #text(): string {
    const length = this.#length();
    const at = this.#take(length);
    return decodeText(this.#bytes.subarray(at, at + length));
  }

  #length(): number {
    const length = this.#int32();
    if (length < 0) throw malformed("a negative length");
    return length;
  }

  #int32(): number {
    const [bytes, at] = [this.#bytes, this.#take(4)]; // a DataView for each value takes longer than most values
    return bytes[at] | bytes[at + 1] << 8 | bytes[at + 2] << 16 | bytes[at + 3] << 24;
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

function deeper(depth: number): void {
  if (depth >= MAX_ENCODED_DEPTH) throw malformed(`nested deeper than ${MAX_ENCODED_DEPTH} levels`);
}

/** Whether Python may be able to hash the value, as far as its type tells. */
function mayBeHashable(value: PythonValue): boolean {
  return !isList(value) && !isA(value, "dict") && !isA(value, "set");
}

function malformed(what: string, cause?: unknown): SyntaxError {
  return new SyntaxError(`Cannot decode the value: ${what}`, { cause });
}
