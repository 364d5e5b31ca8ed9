import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { checkCount } from "../checks.ts";
import { seedFrom } from "../random.ts";

/**
 * Draws orders: the numbers from 0 to n − 1, each order equally probable.
 *
 * Source: Fisher and Yates' shuffle, as Durstenfeld (1964), Communications of the ACM 7(7), 420, has it.
 *
 * @param seed Any integer; the orders are a function of it and of what was drawn before.
 * @returns A function that gives the next order, of n numbers, at each call.
 * @throws {RangeError} If the seed is no integer, or what is asked for no count.
 *
 * @example
 * ```ts
 * import { permutationSampler } from "codebias/statistics/bootstrap/shuffle.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(permutationSampler(1)(5).toSorted(), [0, 1, 2, 3, 4]);
 * assert.deepEqual(permutationSampler(1)(5), permutationSampler(1)(5));
 * ```
 */
export function permutationSampler(seed: number): (n: number) => number[] {
  if (!Number.isSafeInteger(seed)) {
    throw new RangeError(`Cannot draw with seed ${seed}: it must be an integer`);
  }
  const random = xoroshiro128plus(seedFrom("order", seed));
  return (n) => {
    checkCount("items", n, 1);
    const order = Array.from({ length: n }, (_, at) => at);
    for (let at = n - 1; at > 0; at--) {
      const other = uniformInt(random, 0, at);
      [order[at], order[other]] = [order[other], order[at]];
    }
    return order;
  };
}
