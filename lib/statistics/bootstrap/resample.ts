import { checkCount } from "../checks.ts";
import { integers } from "../random.ts";

/** Most units for which all resamples are listed: 6^6 = 46 656. */
const MAX_LISTED = 6;

/** How often to draw, or `all`: every possible resample once, where there are at most 6 units. */
export type Draws = number | "all";

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
  if (!Number.isSafeInteger(seed)) {
    throw new RangeError(`Cannot draw with seed ${seed}: it must be an integer`);
  }
  const draw = integers("resample", seed);
  const indices = new Uint32Array(n);
  return () => {
    for (let at = 0; at < n; at++) indices[at] = draw(0, n - 1);
    return indices;
  };
}

/**
 * Lists all n^n resamples of n units, each once.
 *
 * @param n From 1 to 6.
 * @returns An iterator that gives each in the same array.
 * @throws {RangeError} If there are more than 6 units.
 *
 * @example
 * ```ts
 * import { everyResample } from "codebias/statistics/bootstrap/resample.ts";
 * import assert from "node:assert/strict";
 * const all = Array.from(everyResample(2), (indices) => [...indices]);
 * assert.deepEqual(all, [[0, 0], [0, 1], [1, 0], [1, 1]]);
 * ```
 */
export function* everyResample(n: number): Generator<Uint32Array> {
  if (n > MAX_LISTED) {
    throw new RangeError(
      `Cannot list all resamples of ${n} units: there are ${n}^${n}; give a number of draws above ${MAX_LISTED} units`,
    );
  }
  checkCount("units", n, 1);
  const indices = new Uint32Array(n);
  for (let number = 0; number < n ** n; number++) {
    for (let at = n - 1, rest = number; at >= 0; at--, rest = Math.floor(rest / n)) indices[at] = rest % n;
    yield indices;
  }
}

/**
 * Resamples of units, drawn or listed.
 *
 * @param draws How many, at least 1, or `all`.
 * @param seed As for {@linkcode indexDrawer}; of no effect on `all`.
 * @throws {RangeError} As {@linkcode indexDrawer} and {@linkcode everyResample}.
 */
export function* resamples(
  n: number,
  { draws, seed }: { draws: Draws; seed: number },
): Generator<Uint32Array> {
  if (draws === "all") return yield* everyResample(n);
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
  if (!Number.isSafeInteger(seed)) {
    throw new RangeError(`Cannot draw with seed ${seed}: it must be an integer`);
  }
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
