/**
 * The texts of a table in the metadata of its Parquet file. This is our own code, because nodejs-polars 0.25 writes
 * none: the footer, in Thrift's compact protocol, is read up to its list of keys and values, to which entries are
 * added.
 *
 * @module
 */

/** The number of a footer's field (`FileMetaData`) of entries (`KeyValue`), and the types of the protocol. */
const KEYS_AND_VALUES = 5;
const [BYTE, DOUBLE, BINARY, LIST, SET, MAP, STRUCT] = [3, 7, 8, 9, 10, 11, 12];
const MARK = 4; // bytes of "PAR1" at both ends; as many bytes before the last one hold the footer's length

/**
 * A Parquet file with further entries in its metadata; unchanged if its metadata have no list of entries.
 *
 * Source: the format's `parquet.thrift`, and the compact protocol of Apache Thrift.
 *
 * @example
 * ```ts
 * import { withMetadata } from "codebias/report/tables/parquet_note.ts";
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * const frame = pl.DataFrame({ x: [1, 2] });
 * const noted = withMetadata(frame.writeParquet(), { note: "SYNTHETIC" });
 * assert(pl.readParquet(Buffer.from(noted)).frameEqual(frame));
 * assert.match(new TextDecoder("latin1").decode(noted), /note.{2}SYNTHETIC/);
 * ```
 */
export function withMetadata(file: Uint8Array, entries: Readonly<Record<string, string>>): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const end = file.length - 2 * MARK;
  const start = end - view.getUint32(end, true);
  const list = listIn(file, start);
  if (!list) return file;
  const added = Object.entries(entries);
  const footer = [
    ...file.subarray(start, list.from),
    ...headOf(list.size + added.length),
    ...file.subarray(list.items, list.to),
    ...added.flatMap(([key, value]) => [BINARY | 1 << 4, ...text(key), BINARY | 1 << 4, ...text(value), 0]),
    ...file.subarray(list.to, end),
  ];
  const noted = new Uint8Array(start + footer.length + 2 * MARK);
  noted.set(file.subarray(0, start));
  noted.set(footer, start);
  noted.set(file.subarray(-MARK), start + footer.length + MARK);
  new DataView(noted.buffer).setUint32(start + footer.length, footer.length, true);
  return noted;
}

/** The positions at which a footer's list of keys and values begins, its first item begins, and it ends. */
function listIn(file: Uint8Array, start: number) {
  const reader = new Reader(file, start);
  for (let field = 0;;) {
    const head = reader.byte();
    if (head === 0) return undefined;
    field = head >> 4 === 0 ? reader.number() >> 1 : field + (head >> 4);
    const from = reader.at;
    if (field !== KEYS_AND_VALUES) {
      reader.skip(head & 15);
      continue;
    }
    const size = reader.size();
    const items = reader.at;
    for (let item = 0; item < size; item++) reader.skip(STRUCT);
    return { from, size, items, to: reader.at };
  }
}

/** The head of a list with this number of structures. */
function headOf(size: number): number[] {
  return size < 15 ? [size << 4 | STRUCT] : [15 << 4 | STRUCT, ...bytesOf(size)];
}

function text(value: string): number[] {
  const bytes = new TextEncoder().encode(value);
  return [...bytesOf(bytes.length), ...bytes];
}

/** The bytes of a number of at least 0, seven bits a byte, the lowest first. */
function bytesOf(number: number): number[] {
  return number < 128 ? [number] : [number % 128 | 128, ...bytesOf(Math.floor(number / 128))];
}

/** A reader of the compact protocol; only the lengths of values matter here. */
class Reader {
  constructor(private readonly bytes: Uint8Array, public at: number) {}

  byte(): number {
    return this.bytes[this.at++];
  }

  number(): number {
    let [number, factor] = [0, 1];
    for (;; factor *= 128) {
      const byte = this.byte();
      number += byte % 128 * factor;
      if (byte < 128) return number;
    }
  }

  /** The number of items of a list, whose type is in the same byte. */
  size(): number {
    const size = this.byte() >> 4;
    return size === 15 ? this.number() : size;
  }

  skip(type: number): void {
    if (type === STRUCT) {
      for (let head = this.byte(); head !== 0; head = this.byte()) {
        if (head >> 4 === 0) this.number();
        this.skip(head & 15);
      }
    } else if (type === LIST || type === SET) {
      const item = this.bytes[this.at] & 15;
      for (let left = this.size(); left > 0; left--) this.skip(item < BYTE ? BYTE : item);
    } else if (type === MAP) throw new RangeError("Cannot read a Parquet file whose footer has a map");
    else if (type === BINARY) {
      const length = this.number();
      this.at += length;
    } else if (type === DOUBLE) this.at += 8;
    else if (type === BYTE) this.at++;
    else if (type > BYTE) this.number();
  }
}
