/**
 * Bounds around a guess between which a rising function changes its sign.
 *
 * Each bound moves away from the guess, twice as far every time, until the function has the sign it must have there.
 *
 * Source: Press et al. (2007), Numerical Recipes, 3rd ed., section 9.1.
 *
 * @param rising Function that rises from below 0 to above 0.
 * @param guess Where its root is thought to be.
 * @param width How far off the guess may be, above 0.
 * @returns A bound where the function is at most 0, and one where it is at least 0.
 *
 * @example
 * ```ts
 * import { bracketAround } from "codebias/statistics/intervals/rising_root.ts";
 * import assert from "node:assert/strict";
 * const [low, high] = bracketAround((x) => x - 7, 0, 1);
 * assert(low <= 7 && high >= 7);
 * ```
 */
export function bracketAround(rising: (x: number) => number, guess: number, width: number): [number, number] {
  const start = width / 8;
  let [low, high] = [guess - start, guess + start];
  for (let reach = start; rising(low) > 0; reach *= 2) [low, high] = [low - reach, low];
  for (let reach = start; rising(high) < 0; reach *= 2) [low, high] = [high, high + reach];
  return [low, high];
}

/** Values of the function below this count as 0. */
const ZERO = 1e-13;

/**
 * Root of a rising function between two bounds, by regula falsi in the Illinois variant.
 *
 * The chord between the bounds is cut with 0. A bound that stays for a second time has its value halved, so that both
 * bounds close in.
 *
 * Source: Dowell and Jarratt (1971), BIT Numerical Mathematics 11(2), 168-174.
 *
 * @param rising Continuous function, on a scale where 1e-13 is nothing.
 * @param bounds Where it is at most 0, and where it is at least 0; if it is on one side only, that side's
 * nearest bound is returned.
 *
 * @example
 * ```ts
 * import { risingRoot } from "codebias/statistics/intervals/rising_root.ts";
 * import assert from "node:assert/strict";
 * assert(Math.abs(risingRoot((x) => x ** 3 - 2, [0, 2]) - Math.cbrt(2)) < 1e-13);
 * ```
 */
export function risingRoot(rising: (x: number) => number, bounds: readonly [number, number]): number {
  let [low, high] = bounds;
  let [below, above] = [rising(low), rising(high)];
  if (below >= 0) return low;
  if (above <= 0) return high;
  let kept = 0;
  for (let i = 0; i < 200; i++) {
    const next = (low * above - high * below) / (above - below);
    const value = rising(next);
    if (Math.abs(value) < ZERO || next === low || next === high) return next;
    if (value < 0) {
      [low, below] = [next, value];
      if (kept < 0) above /= 2;
      kept = -1;
    } else {
      [high, above] = [next, value];
      if (kept > 0) below /= 2;
      kept = 1;
    }
  }
  return (low + high) / 2;
}

/** Halves an interval so many times, to where what holds at its begin ends; gives both ends of what is left. */
export function halved(
  holds: (x: number) => boolean,
  [low, high]: readonly [number, number],
  steps: number,
): [number, number] {
  for (let step = 0; step < steps; step++) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return [low, high];
}
