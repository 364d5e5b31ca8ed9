import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";

/** Odd and without pattern: 2^32 divided by the golden ratio. */
const STRIDE = 0x9e3779b9;

/**
 * A generator whose whole state is mixed from the seed, so that seeds in sequence give unrelated numbers. Faster than
 * hashing with SHA-256, which would take most of the time of drawing a completion.
 *
 * @param seed A safe integer.
 *
 * @example
 * ```ts
 * import { generatorFrom } from "codebias/calibration/generator.ts";
 * import assert from "node:assert/strict";
 * assert.equal(generatorFrom(1).next(), generatorFrom(1).next());
 * assert.notEqual(generatorFrom(1).next(), generatorFrom(2).next());
 * ```
 */
export function generatorFrom(seed: number): ReturnType<typeof xoroshiro128plusFromState> {
  const high = mixed(Math.floor(seed / 2 ** 32) | 0);
  const word = (at: number) => mixed((seed ^ high) + Math.imul(at, STRIDE));
  return xoroshiro128plusFromState([word(1), word(2), word(3), word(4)]);
}

/** A bijection of 32-bit integers in which every bit depends on every bit: the finalizer of MurmurHash3. */
function mixed(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
