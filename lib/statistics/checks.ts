import { isWhole, mustBe, refuseOther } from "../core/kinds.ts";
import { settled } from "../core/nearest.ts";

/** Which difference counts as evidence: any, only b below a, or only b above a. */
export type Alternative = "two-sided" | "less" | "greater";

/**
 * Refuses an option that is none of its choices; what a notebook passes is not checked for its type.
 *
 * @param name The option, e.g. `method`.
 * @param value What was given for it.
 * @param choices What it may be, at least two.
 * @throws {RangeError} If the value is none of them.
 *
 * @example
 * ```ts
 * import { checkChoice } from "codebias/statistics/checks.ts";
 * import assert from "node:assert/strict";
 * const message = 'Cannot use center "mode": expected median or mean';
 * assert.throws(() => checkChoice("center", "mode", ["median", "mean"]), { name: "RangeError", message });
 * ```
 */
export function checkChoice(name: string, value: unknown, choices: readonly string[]): void {
  if (choices.some((choice) => choice === value)) return;
  const given = typeof value === "string" ? JSON.stringify(value) : String(value);
  const expected = `${choices.slice(0, -1).join(", ")} or ${choices[choices.length - 1]}`;
  throw new RangeError(`Cannot use ${name} ${given}: expected ${expected}`);
}

/**
 * Refuses anything but an alternative.
 *
 * @param value What was given.
 * @throws {RangeError} If it is not `two-sided`, `less` or `greater`.
 */
export function checkAlternative(value: unknown): void {
  checkChoice("alternative", value, ["two-sided", "less", "greater"]);
}

/**
 * The options of a test or an interval, with what is usual for those that were left out; see `settled`.
 *
 * @param options What was given; an alternative and a confidence level among them are checked.
 * @param usual All options of their type, with what is usual of each, undefined for nothing.
 * @throws {RangeError} If an option is unknown, or the alternative or the level is none.
 *
 * @example
 * ```ts
 * import { optionsOf } from "codebias/statistics/checks.ts";
 * import assert from "node:assert/strict";
 * const options: { level?: number } = {};
 * assert.equal(optionsOf(options, { level: 0.95 }).level, 0.95);
 * assert.throws(() => optionsOf({ level: 95 }, { level: 0.95 }), /Cannot use level 95: it must be in \(0, 1\)/);
 * ```
 */
export const optionsOf: typeof settled = (options, usual) => {
  const all = settled(options, usual);
  const { alternative, level } = all as { readonly alternative?: unknown; readonly level?: unknown };
  if (alternative !== undefined) checkAlternative(alternative);
  if (level !== undefined) checkLevel(level as number);
  return all;
};

/**
 * Refuses values that nothing can be computed from.
 *
 * @param what What the values are, as it is to stand in the sentence, e.g. `group a`.
 * @param values Numbers; all must be finite.
 * @param least How many there must be.
 * @throws {RangeError} If there are too few, or one is not finite.
 *
 * @example
 * ```ts
 * import { checkValues } from "codebias/statistics/checks.ts";
 * import assert from "node:assert/strict";
 * assert.throws(() => checkValues("group a", [1], 2), /group a has 1 value, at least 2 are needed/);
 * assert.throws(() => checkValues("group a", [1, NaN], 2), /value 2 of group a is NaN/);
 * ```
 */
export function checkValues(what: string, values: readonly number[], least: number): void {
  refuseOther(`compute with ${what},`, values, "a list");
  if (values.length < least) {
    const has = values.length === 1 ? "1 value" : `${values.length} values`;
    throw new RangeError(`Cannot compute this: ${what} has ${has}, at least ${least} are needed`);
  }
  const bad = values.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) {
    throw new RangeError(
      `Cannot compute with ${values[bad]}: value ${bad + 1} of ${what} is ${
        values[bad]
      }; leave out what could not be judged`,
    );
  }
}

/**
 * Refuses what is neither true nor false: a null, which nobody could judge, would count as false.
 *
 * @param values Each true or false, or 1 or 0.
 * @throws {RangeError} If one is none of these.
 *
 * @example
 * ```ts
 * import { checkOutcomes } from "codebias/statistics/checks.ts";
 * import assert from "node:assert/strict";
 * assert.throws(() => checkOutcomes([true, 0.5]), /Cannot count 0.5, value 2: it must be true, false, 1 or 0/);
 * ```
 */
export function checkOutcomes(values: readonly unknown[]): void {
  refuseOther("count", values, "a list");
  const bad = values.findIndex((value) => typeof value !== "boolean" && value !== 0 && value !== 1);
  if (bad < 0) return;
  throw new RangeError(
    `Cannot count ${values[bad]}, value ${
      bad + 1
    }: it must be true, false, 1 or 0; leave out what could not be judged`,
  );
}

/** Fails unless a seed is an integer. @param doing What it is for, as messages call it. @default "use" */
export function checkSeed(seed: number, doing = "use"): void {
  mustBe(Number.isSafeInteger(seed), `${doing} seed ${seed}`, "an integer");
}

/**
 * Refuses a confidence level outside of (0, 1).
 *
 * @throws {RangeError} If it is, e.g. 95.
 */
export function checkLevel(level: number): void {
  mustBe(typeof level === "number" && level > 0 && level < 1, `use level ${level}`, "in (0, 1)");
}

/**
 * Refuses what is not a count.
 *
 * @param what What is counted, e.g. `successes`.
 * @throws {RangeError} If it is not an integer from `low` to `high`.
 */
export function checkCount(what: string, count: number, low = 0, high = Number.MAX_SAFE_INTEGER): void {
  const range = high === Number.MAX_SAFE_INTEGER ? `>= ${low}` : `in [${low}, ${high}]`;
  mustBe(isWhole(count, low) && count <= high, `use ${count} as number of ${what}`, `an integer ${range}`);
}

/**
 * Refuses what is no table of two rows of two counts.
 *
 * @param doing What cannot be done with it, e.g. `compare odds in`.
 * @throws {TypeError} If it is no list of lists.
 * @throws {RangeError} If it has more or fewer cells, or one is not a count.
 */
export function checkFourfold(doing: string, table: readonly (readonly number[])[]): void {
  refuseOther(doing, table, "a list of lists");
  if (table.length !== 2 || table.some((row) => row.length !== 2)) {
    throw new RangeError(`Cannot ${doing} this table: it must have 2 rows of 2 counts`);
  }
  for (const count of table.flat()) checkCount("units in a cell", count);
}

/**
 * Refuses results that exceed the range of numbers.
 *
 * @param what What was computed, as it is to stand in the sentence, e.g. `a variance`.
 * @throws {RangeError} If a result is not finite.
 */
export function checkRange(what: string, results: readonly number[]): void {
  if (results.every(Number.isFinite)) return;
  throw new RangeError(`Cannot compute ${what} of values this large: it exceeds the range of numbers`);
}

/**
 * Refuses lists that are not pairs.
 *
 * @throws {RangeError} If the lists differ in length.
 */
export function checkPairs(a: readonly number[], b: readonly number[]): void {
  for (const list of [a, b]) refuseOther("pair", list, "a list");
  if (a.length === b.length) return;
  throw new RangeError(`Cannot pair ${a.length} values with ${b.length}: each needs its partner`);
}

/**
 * Refuses lists of numbers, by their names, as {@linkcode checkValues} does; with `paired`, also two that differ in length.
 *
 * @throws {RangeError} If values are unpaired or too few, or one is not finite.
 */
export function checkLists(
  lists: Readonly<Record<string, readonly number[]>>,
  least: number,
  paired = false,
): void {
  const [a, b] = Object.values(lists);
  if (paired) checkPairs(a, b);
  for (const [name, list] of Object.entries(lists)) checkValues(name, list, least);
}
