/** What a t-test needs to know of integers: how many they are, their sum and the sum of their squares. */
export interface Moments {
  readonly n: number;
  readonly sum: number;
  readonly squares: number;
}

/**
 * Counts from 0 to `most` with given moments: not the recorded ones, but any t-test of them gives the same
 * result.
 *
 * @param most The largest count, at least 2.
 * @throws {RangeError} If there are none.
 *
 * @example
 * ```ts
 * import { countsWith } from "codebias/studies/solar/paper/moments.ts";
 * import assert from "node:assert/strict";
 * const counts = countsWith({ n: 4, sum: 6, squares: 14 }, 5);
 * assert.deepEqual(counts, [3, 2, 1, 0]);
 * ```
 */
export function countsWith({ n, sum, squares }: Moments, most: number): number[] {
  const found = fill({ n, sum, squares }, most);
  if (!found) {
    throw new RangeError(`Cannot make ${n} counts up to ${most} with sum ${sum} and squares ${squares}`);
  }
  return [...found, ...Array(n - found.length).fill(0)];
}

/** Counts above 0, the largest first. */
function fill({ n, sum, squares }: Moments, most: number): number[] | undefined {
  if (most === 2) {
    const twos = (squares - sum) / 2;
    const ones = sum - 2 * twos;
    if (!Number.isInteger(twos) || twos < 0 || ones < 0 || twos + ones > n) return undefined;
    return [...Array(twos).fill(2), ...Array(ones).fill(1)];
  }
  for (let times = Math.min(n, Math.floor(squares / most ** 2)); times >= 0; times--) {
    const rest = { n: n - times, sum: sum - times * most, squares: squares - times * most ** 2 };
    const smaller = fill(rest, most - 1);
    if (smaller) return [...Array(times).fill(most), ...smaller];
  }
}

/**
 * Differences of either sign with given moments.
 *
 * @throws {RangeError} If there are none.
 *
 * @example
 * ```ts
 * import { differencesWith } from "codebias/studies/solar/paper/moments.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(differencesWith({ n: 4, sum: -2, squares: 6 }), [-2, 1, -1, 0]);
 * ```
 */
export function differencesWith({ n, sum, squares }: Moments): number[] {
  const sizes = countsWithin(n, squares);
  let left = sizes.reduce((total, size) => total + size, 0) - Math.abs(sum);
  const turned = sizes.map((size) => {
    const turns = left >= 2 * size;
    if (turns) left -= 2 * size;
    return turns ? -size : size;
  });
  if (left !== 0) throw new RangeError(`Cannot make ${n} differences with sum ${sum} and squares ${squares}`);
  const sign = Math.sign(sum) || 1;
  return [...turned.map((size) => sign * size), ...Array(n - turned.length).fill(0)];
}

/** Twos and ones with a sum of squares, as many ones as fit. */
function countsWithin(n: number, squares: number): number[] {
  const twos = Math.max(0, Math.ceil((squares - n) / 3));
  const ones = squares - 4 * twos;
  if (ones < 0 || twos + ones > n) {
    throw new RangeError(`Cannot make ${n} differences with squares ${squares}`);
  }
  return [...Array(twos).fill(2), ...Array(ones).fill(1)];
}
