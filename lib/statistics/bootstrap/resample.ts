import { checkCount, checkSeed } from "../checks.ts";
import { integers } from "../random.ts";

/**
 * Draws resamples: n numbers from 0 to n − 1, with replacement, each equally probable.
 *
 * @param n Number of units, at least 1.
 * @param seed Any integer; the resamples are a function of it and of n.
 * @returns A function that gives the next resample at each call, in the same array.
 * @throws {RangeError} If n is no count, or the seed no integer.
 *
 * @example
 * ```ts
 * import { indexDrawer } from "codebias/statistics/bootstrap/resample.ts";
 * import assert from "node:assert/strict";
 * const draw = indexDrawer(5, 1);
 * const first = [...draw()];
 * assert(first.length === 5 && first.every((index) => index >= 0 && index < 5));
 * assert.deepEqual([...indexDrawer(5, 1)()], first);
 * ```
 */
export function indexDrawer(n: number, seed: number): () => Uint32Array {
  checkCount("units", n, 1, 2 ** 32 - 1);
  checkSeed(seed, "draw with");
  const draw = integers("resample", seed);
  const indices = new Uint32Array(n);
  return () => {
    for (let at = 0; at < n; at++) indices[at] = draw(0, n - 1);
    return indices;
  };
}

/**
 * Resamples of units.
 *
 * @param draws How many, at least 1.
 * @param seed As for {@linkcode indexDrawer}.
 * @throws {RangeError} As {@linkcode indexDrawer}.
 */
export function* resamples(
  n: number,
  { draws, seed }: { draws: number; seed: number },
): Generator<Uint32Array> {
  checkCount("draws", draws, 1);
  const draw = indexDrawer(n, seed);
  for (let drawn = 0; drawn < draws; drawn++) yield draw();
}

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
 * import { permutationSampler } from "codebias/statistics/bootstrap/resample.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(permutationSampler(1)(5).toSorted(), [0, 1, 2, 3, 4]);
 * assert.deepEqual(permutationSampler(1)(5), permutationSampler(1)(5));
 * ```
 */
export function permutationSampler(seed: number): (n: number) => number[] {
  checkSeed(seed, "draw with");
  const draw = integers("order", seed);
  return (n) => {
    checkCount("items", n, 1);
    const order = Array.from({ length: n }, (_, at) => at);
    for (let at = n - 1; at > 0; at--) {
      const other = draw(0, at);
      [order[at], order[other]] = [order[other], order[at]];
    }
    return order;
  };
}
