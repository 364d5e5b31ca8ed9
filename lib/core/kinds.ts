/** Refuses a value that is not as it must be. @throws {RangeError} Says what cannot be done with it, and what it must be. */
export function mustBe(isRight: boolean, doing: string, expected: string): void {
  if (!isRight) throw new RangeError(`Cannot ${doing}: it must be ${expected}`);
}

/** Whether a value is a whole number of at least `least` that a number represents exactly. */
export function isWhole(value: unknown, least = 0): boolean {
  return Number.isSafeInteger(value) && value as number >= least;
}

/** The kinds of arguments, as messages name them. */
export const KINDS = {
  "a text": (one: unknown) => typeof one === "string",
  "an object": (one: unknown) =>
    typeof one === "object" && one !== null && !Array.isArray(one) && !isAwaited(one),
  "a text or an object": (one: unknown) => KINDS["a text"](one) || KINDS["an object"](one),
  "a function": (one: unknown) => typeof one === "function",
  /** Of typed arrays, only Float64Array: what is computed from others would be rounded to their whole or short numbers. */
  "a list": (one: unknown) => Array.isArray(one) || one instanceof Float64Array,
  "a list of lists": (one: unknown) => Array.isArray(one) && one.every((item) => Array.isArray(item)),
  "a list of objects": (one: unknown) =>
    Array.isArray(one) && one.every((item) => typeof item === "object" && item !== null),
  "a list of texts": (one: unknown) => Array.isArray(one) && one.every(KINDS["a text"]),
};

/** Whether a value is a promise, whose `await` is easily forgotten. */
function isAwaited(one: unknown): boolean {
  return typeof (one as { readonly then?: unknown } | null | undefined)?.then === "function";
}

export function kindOf(one: unknown): string {
  if (Array.isArray(one)) return "a list";
  if (one === null || one === undefined) return `${one}`;
  if (isAwaited(one)) return "a promise, which lacks an await";
  if (ArrayBuffer.isView(one)) return "a typed array, of which Array.from makes a list";
  return typeof one === "object" ? "an object" : `a ${typeof one}`;
}

/**
 * Refuses an argument that is not of its kind: notebooks check no types.
 *
 * @param doing The action that is refused, e.g. `make a table of`.
 * @param fields The fields that it must have if it is an object, or each object of a list.
 * @param from The function that gives such an argument, e.g. `joinLabels`.
 * @throws {TypeError} If it is of another kind; the message says what was given and what is expected.
 *
 * @example
 * ```ts
 * import { refuseOther } from "codebias/core/kinds.ts";
 * import assert from "node:assert/strict";
 * assert.throws(() => refuseOther("open", null, "a text"), /^TypeError: Cannot open null: expected a text$/);
 * assert.throws(() => refuseOther("join", {}, "an object", ["id"]), /Cannot join an object without id: expected an object with id$/);
 * ```
 */
export function refuseOther(
  doing: string,
  given: unknown,
  expected: keyof typeof KINDS,
  fields: readonly string[] = [],
  from?: string,
): void {
  const isOther = !KINDS[expected](given);
  const isWhole = isOther || typeof given === "string" || fields.length === 0; // many lists are long
  const parts = isWhole ? [] : [given].flat() as Record<string, unknown>[];
  const lacking = fields.find((name) => parts.some((part) => part[name] === undefined));
  if (!isOther && lacking === undefined) return;
  const found = isOther
    ? kindOf(given)
    : `${Array.isArray(given) ? expected : kindOf(given)} without ${lacking}`;
  const having = fields.length > 0 ? ` with ${fields.join(", ")}` : "";
  throw new TypeError(
    `Cannot ${doing} ${found}: expected ${expected}${having}${from ? `, as ${from} gives` : ""}`,
  );
}

/** The same function, which refuses a first argument that is not of its kind, as {@linkcode refuseOther} does. */
export function taking<F extends (...given: never[]) => unknown>(
  doing: string,
  expected: keyof typeof KINDS,
  take: F,
): F {
  return function checked(this: never, ...given: never[]) {
    refuseOther(doing, given[0], expected);
    return take.apply(this, given);
  } as F;
}
