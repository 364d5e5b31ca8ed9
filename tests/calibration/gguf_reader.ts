/** Reads GGUF files, written for tests from the format's description alone. */

import assert from "node:assert/strict";

export interface ReadGguf {
  readonly metadata: ReadonlyMap<string, unknown>;
  readonly tensors: ReadonlyMap<string, { readonly shape: readonly number[]; readonly data: Float32Array }>;
}

/** Reads a whole file; fails on anything that does not belong there. */
export function readGguf(bytes: Uint8Array): ReadGguf {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const take = (length: number) => (at += length) - length;
  const u32 = () => view.getUint32(take(4), true);
  const u64 = () => Number(view.getBigUint64(take(8), true));
  const text = () => {
    const length = u64();
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      bytes.subarray(take(length), at),
    );
  };
  const value = (type: number): unknown => {
    if (type === 4) return u32();
    if (type === 5) return view.getInt32(take(4), true);
    if (type === 6) return view.getFloat32(take(4), true);
    if (type === 7) return [false, true][view.getUint8(take(1))];
    if (type === 8) return text();
    assert.equal(type, 9, "a type of values that llama.cpp does not know");
    const [of, count] = [u32(), u64()];
    return Array.from({ length: count }, () => value(of));
  };
  assert.equal(String.fromCharCode(...bytes.subarray(take(4), at)), "GGUF");
  assert.equal(u32(), 3);
  const [tensorCount, valueCount] = [u64(), u64()];
  const metadata = new Map(Array.from({ length: valueCount }, () => [text(), value(u32())] as const));
  assert.equal(metadata.size, valueCount, "a key came twice");
  const infos = Array.from({ length: tensorCount }, () => {
    const name = text();
    const shape = Array.from({ length: u32() }, u64);
    assert.equal(u32(), 0, "not single precision");
    return { name, shape, offset: u64() };
  });
  at = Math.ceil(at / 32) * 32;
  const start = at;
  const tensors = new Map(infos.map(({ name, shape, offset }) => {
    assert.equal(start + offset, at, "a gap between tensors");
    const length = shape.reduce((product, one) => product * one, 1);
    const data = Float32Array.from({ length }, () => view.getFloat32(take(4), true));
    at = Math.ceil(at / 32) * 32;
    return [name, { shape, data }] as const;
  }));
  assert.equal(at, bytes.length, "something comes after the last tensor");
  return { metadata, tensors };
}
