/**
 * The number that was given as an option's value; undefined if the option was not given.
 *
 * @param name The name of the option, without dashes.
 * @throws {RangeError} If the text is not a finite number.
 *
 * @example
 * ```ts
 * import { numberOf, wholeOf } from "codebias/app/command_line/numbers.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual([numberOf("level", "0.95"), wholeOf("epochs", "5"), wholeOf("seed", "0", 0)], [0.95, 5, 0]);
 * assert.throws(() => wholeOf("epochs", "0"), /Cannot use --epochs 0: expected a whole number from 1/);
 * ```
 */
export function numberOf(name: string, text: string): number;
export function numberOf(name: string, text: string | undefined): number | undefined;
export function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = text.trim() === "" ? NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw new RangeError(
    `Cannot use --${name} ${text.trim() === "" ? JSON.stringify(text) : text}: expected a number`,
  );
}

/**
 * The whole number that was given as an option's value, in decimal digits; undefined if the option was not given.
 *
 * @param name The name of the option, without dashes.
 * @throws {RangeError} If the text is not a whole number, or the number is below `least`.
 */
export function wholeOf(name: string, text: string, least?: number): number;
export function wholeOf(name: string, text: string | undefined, least?: number): number | undefined;
export function wholeOf(name: string, text: string | undefined, least = 1): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new RangeError(`Cannot use --${name} ${text}: expected a whole number from ${least}`);
}

/**
 * The names that an option was given with commas between; undefined if it was given none.
 *
 * @param name Of the option, without dashes.
 * @throws {RangeError} If one is empty, or there twice.
 */
export function listOf(name: string, text: string | undefined): string[] | undefined {
  const list = text?.split(",").map((one) => one.trim());
  const wrong = list?.find((one, at) => one === "" || list.indexOf(one) < at);
  if (wrong === undefined) return list;
  const why = wrong === "" ? "a name is empty" : `${wrong} is there twice; use --epochs`;
  throw new RangeError(`Cannot use --${name} ${text}: ${why}`);
}
