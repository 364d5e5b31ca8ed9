/** A value of a GGUF file's metadata, tagged with its type. */
export type GgufValue =
  | { readonly uint32: number }
  | { readonly float32: number }
  | { readonly bool: boolean }
  | { readonly string: string }
  | { readonly strings: readonly string[] }
  | { readonly int32s: readonly number[] };

/** A tensor of single-precision numbers. */
export interface GgufTensor {
  readonly name: string;
  /** Lengths of its dimensions, the one that varies fastest first. */
  readonly shape: readonly number[];
  /** As many numbers as the shape has places. */
  readonly data: Float32Array;
}

/** What a GGUF file holds. */
export interface GgufFile {
  readonly metadata: Readonly<Record<string, GgufValue>>;
  readonly tensors: readonly GgufTensor[];
}

/** Numbers by which the format knows its types. */
const TYPE = { uint32: 4, int32: 5, float32: 6, bool: 7, string: 8, array: 9 } as const;
const TENSOR_F32 = 0;
const VERSION = 3;
const ALIGNMENT = 32;

/**
 * The bytes of a GGUF file, version 3, with single-precision tensors.
 *
 * Source: the format's specification in the ggml repository, docs/gguf.md.
 *
 * @throws {RangeError} If a tensor's shape does not fit its data; names the tensor.
 *
 * @example
 * ```ts
 * import { ggufBytes } from "./gguf_file.ts";
 * import assert from "node:assert/strict";
 * const bytes = ggufBytes({ metadata: { "general.name": { string: "nothing" } }, tensors: [] });
 * assert.equal(new TextDecoder().decode(bytes.subarray(0, 4)), "GGUF");
 * ```
 */
export function ggufBytes({ metadata, tensors }: GgufFile): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [new TextEncoder().encode("GGUF"), uint32(VERSION)];
  parts.push(uint64(tensors.length), uint64(Object.keys(metadata).length));
  for (const [key, value] of Object.entries(metadata)) parts.push(string(key), ...valueParts(value));
  let offset = 0;
  for (const { name, shape, data } of tensors) {
    if (shape.reduce((product, length) => product * length, 1) !== data.length) {
      throw new RangeError(
        `Cannot write tensor ${name}: ${data.length} numbers do not fill ${shape.join(" x ")}`,
      );
    }
    parts.push(string(name), uint32(shape.length), ...shape.map(uint64), uint32(TENSOR_F32), uint64(offset));
    offset += data.byteLength + padding(data.byteLength);
  }
  parts.push(new Uint8Array(padding(parts.reduce((sum, { length }) => sum + length, 0))));
  for (const { data } of tensors) parts.push(floats(data), new Uint8Array(padding(data.byteLength)));
  return joined(parts);
}

function valueParts(value: GgufValue): Uint8Array[] {
  if ("uint32" in value) return [uint32(TYPE.uint32), uint32(value.uint32)];
  if ("float32" in value) return [uint32(TYPE.float32), floats([value.float32])];
  if ("bool" in value) return [uint32(TYPE.bool), Uint8Array.of(value.bool ? 1 : 0)];
  if ("string" in value) return [uint32(TYPE.string), string(value.string)];
  const list = "strings" in value ? value.strings.map(string) : value.int32s.map(uint32);
  const type = "strings" in value ? TYPE.string : TYPE.int32;
  return [uint32(TYPE.array), uint32(type), uint64(list.length), ...list];
}

/** Also right for negative numbers, whose bits are the same. */
function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

function uint64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true);
  return bytes;
}

function string(value: string): Uint8Array {
  const text = new TextEncoder().encode(value);
  return joined([uint64(text.length), text]);
}

/** Little-endian on every machine. */
function floats(values: ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < values.length; at++) view.setFloat32(4 * at, values[at], true);
  return bytes;
}

function padding(length: number): number {
  return (ALIGNMENT - length % ALIGNMENT) % ALIGNMENT;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
