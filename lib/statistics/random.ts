import { createHash } from "node:crypto";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/**
 * A 31-bit seed that depends on every part and on nothing else.
 *
 * @param parts What the seed is for, e.g. the run's seed, the task, the number of the draw.
 *
 * @example
 * ```ts
 * import { seedFrom } from "codebias/statistics/random.ts";
 * import assert from "node:assert/strict";
 * assert.equal(seedFrom(1, "task", 7), seedFrom(1, "task", 7));
 * assert.notEqual(seedFrom(1, "task", 7), seedFrom(1, "task", 8));
 * ```
 */
export function seedFrom(...parts: readonly (string | number)[]): number {
  return createHash("sha256").update(JSON.stringify(parts)).digest().readUInt32LE(0) >>> 1;
}

/**
 * One integer, uniform in [low, high], that is a function of the seed.
 *
 * @param seed As {@linkcode seedFrom} gives it; small numbers in sequence give related integers.
 * @throws {RangeError} If the bounds are not integers or `low` is above `high`.
 */
export function integerFrom(seed: number, low: number, high: number): number {
  if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high)) {
    throw new RangeError(`Cannot draw from [${low}, ${high}]: the bounds must be integers`);
  }
  if (!(low <= high)) throw new RangeError(`Cannot draw from [${low}, ${high}]: low must be <= high`);
  return uniformInt(xoroshiro128plus(seed), low, high);
}

/** How many numbers a generator gives. */
const WORDS = 2 ** 32;

/**
 * Draws integers one after the other, the same ones for the same parts.
 *
 * @param parts As for {@linkcode seedFrom}.
 * @returns What draws one from `low` to `high`, both included.
 */
export function integers(...parts: readonly (string | number)[]): (low: number, high: number) => number {
  const random = xoroshiro128plus(seedFrom(...parts));
  return (low, high) => {
    const range = high - low + 1;
    if (range > WORDS) return uniformInt(random, low, high);
    // What uniformInt gives, with a division a draw in place of two remainders: tests draw billions.
    let word = random.next() + WORDS / 2;
    while (word >= WORDS - range && word >= WORDS - WORDS % range) word = random.next() + WORDS / 2;
    return low + word - range * Math.floor(word / range);
  };
}
