import { compareBytes } from "./encoding.ts";
import { isList, type PythonInstance, type PythonValue, typeName } from "./python_value.ts";
import { type ClassRules, real, underneath } from "./underneath.ts";

/** Declared rules of comparison. */
export interface EqualityRules extends ClassRules {
  /** Whether NaN equals NaN. Python's `==` says no. @default true */
  readonly nanEqualsNan?: boolean;
  /** Largest accepted |a - b| / max(unit, |a|, |b|) where a or b is a float; two ints are exact. @default 0 */
  readonly tolerance?: number;
  /** Smaller numbers count as this large in the tolerance, so that rounding around 0 is accepted. @default 1 */
  readonly unit?: number;
}

/**
 * Whether two Python values are equal under declared rules.
 *
 * Lists and tuples differ, sets and dicts are compared without order, an object of a class derived from a built-in
 * type equals the plain value it carries, unless `exactTypes` or `ownClasses` is set, and other objects are equal when
 * their classes have the same name and their fields are equal. A Decimal or a Fraction equals the int or the float of
 * the same number, ranges are equal when they have the same items, views of keys and of items are compared as sets.
 *
 * Differences from Python's `==`: classes are compared by their names and cannot define equality, so that an iterator equals
 * another of its class with the same items; times of different zones differ; a Decimal or a Fraction of more than some 300
 * digits may equal only its own kind; two OrderedDicts are compared without order, unless `orderedDicts` is set.
 *
 * @example
 * ```ts
 * import { equal, float, tuple } from "codebias/values/mod.ts";
 * import assert from "node:assert/strict";
 * assert(equal(1, float(1)));
 * assert(!equal(1, float(1), { exactTypes: true }));
 * assert(!equal([1], tuple(1)));
 * ```
 */
export function equal(a: PythonValue, b: PythonValue, rules: EqualityRules = {}): boolean {
  const { nanEqualsNan = true, tolerance = 0, unit = 1 } = rules;

  const same = (left: PythonValue, right: PythonValue): boolean => {
    if (rules.exactTypes && typeName(left) !== typeName(right)) return false;
    [left, right] = [underneath(left, rules), underneath(right, rules)];
    const [x, y] = [real(left), real(right)];
    if (x !== undefined && y !== undefined) {
      return sameNumber(x, y, typeof left === "object" || typeof right === "object" ? tolerance : 0);
    }
    if (left === null || right === null) return left === right;
    if (typeof left === "string" || typeof right === "string") return left === right;
    if (isList(left) || isList(right)) return isList(left) && isList(right) && sameItems(left, right);
    if (typeof left !== "object" || typeof right !== "object") return false;
    if (left.$type === "set" || left.$type === "frozenset") {
      return (right.$type === "set" || right.$type === "frozenset") && sameSet(left.items, right.items);
    }
    if (left.$type !== right.$type) return false;
    switch (left.$type) {
      case "float":
        return false; // two floats were compared as numbers above
      case "complex":
        return right.$type === "complex" && sameNumber(left.real, right.real) &&
          sameNumber(left.imag, right.imag);
      case "bytes":
        return right.$type === "bytes" && compareBytes(left.bytes, right.bytes) === 0;
      case "tuple":
        return right.$type === "tuple" && sameItems(left.items, right.items);
      case "dict":
        return right.$type === "dict" && sameDict(left.items, right.items);
      case "object":
        return right.$type === "object" && left.class === right.class && same(left.value, right.value) &&
          sameDict(left.fields ?? [], right.fields ?? []);
      case "instance":
        return right.$type === "instance" && left.class === right.class &&
          sameDict(left.fields, right.fields);
    }
  };

  const sameNumber = (x: number | bigint, y: number | bigint, slack = tolerance): boolean => {
    if (x == y) return true;
    if (Number.isNaN(x) && Number.isNaN(y)) return nanEqualsNan;
    const [left, right] = [Number(x), Number(y)];
    if (slack === 0 || !Number.isFinite(left) || !Number.isFinite(right)) return false;
    return Math.abs(left - right) <= slack * Math.max(unit, Math.abs(left), Math.abs(right));
  };

  const sameItems = (x: readonly PythonValue[], y: readonly PythonValue[]): boolean =>
    x.length === y.length && x.every((item, index) => same(item, y[index]));

  const sameSet = (x: readonly PythonValue[], y: readonly PythonValue[]): boolean => {
    if (x.length !== y.length) return false;
    const [left, right] = [x, y].map((items) => new Set(items.map((item) => equalityKey(item, rules))));
    return left.size === right.size && left.isSubsetOf(right); // the sizes tell apart forged duplicates
  };

  type Entries = readonly (readonly [PythonValue, PythonValue])[];
  const sameDict = (x: Entries, y: Entries): boolean => {
    if (x.length !== y.length) return false;
    const [left, right] = [x, y].map((items) => new Map(items.map(([k, v]) => [equalityKey(k, rules), v])));
    if (left.size !== right.size) return false; // a forged dict may have a key twice
    return left.entries().every(([name, value]) => {
      const other = right.get(name);
      return other !== undefined && same(value, other);
    });
  };

  return same(a, b);
}

/**
 * Whether two lists have equal items, in the sense of {@linkcode equal}, each equally often, in any order.
 * The items are compared as they are, order included; values that are not both lists must be equal.
 *
 * @example
 * ```ts
 * import { equalInAnyOrder } from "codebias/values/mod.ts";
 * import assert from "node:assert/strict";
 * assert(equalInAnyOrder([[1, 2], [3]], [[3], [1, 2]]));
 * assert(!equalInAnyOrder([[1, 2], [3]], [[3], [2, 1]]));
 * ```
 */
export function equalInAnyOrder(a: PythonValue, b: PythonValue): boolean {
  const [x, y] = [a, b].map((value) => underneath(value));
  if (!isList(x) || !isList(y)) return equal(a, b);
  if (x.length !== y.length) return false;
  const [left, right] = [x, y].map((items) => items.map((item) => equalityKey(item)).sort());
  return left.every((one, at) => one === right[at]);
}

/** A text that is the same for two values if and only if {@linkcode equal} says that they are equal under the rules. */
export function equalityKey(
  value: PythonValue,
  rules: Pick<EqualityRules, "exactTypes" | "ownClasses" | "orderedDicts"> = {},
): string {
  const { exactTypes } = rules;
  const type = typeName(value);
  value = underneath(value, rules);
  const number = real(value);
  if (number !== undefined) {
    return exactTypes ? `${type}:${number}` : `n${numberText(number)}`;
  }
  if (value === null) return "N";
  if (typeof value === "string") return JSON.stringify(value);
  if (isList(value)) return `[${value.map((item) => equalityKey(item, rules))}]`;
  if (typeof value !== "object") throw new TypeError(`Cannot key a value of type ${typeof value}`);
  switch (value.$type) {
    case "bytes":
      return `b${Array.from(value.bytes)}`;
    case "complex":
      return `c${value.real},${value.imag}`;
    case "tuple":
      return `(${value.items.map((item) => equalityKey(item, rules))})`;
    case "set":
    case "frozenset":
      return `{${value.items.map((item) => equalityKey(item, rules)).sort()}}`;
    case "dict":
      return `d${value.items.map(([k, v]) => `${equalityKey(k, rules)}:${equalityKey(v, rules)}`).sort()}`;
    case "instance":
      return `${JSON.stringify(value.class)}${fieldsKey(value.fields, rules)}`;
    case "object":
      return `${JSON.stringify(exactTypes ? type : value.class)}<${equalityKey(value.value, rules)}>${
        value.fields ? fieldsKey(value.fields, rules) : ""
      }`;
    case "float":
      throw new TypeError("Cannot key a float that is not a number"); // floats were keyed as numbers above
  }
}

function fieldsKey(fields: PythonInstance["fields"], rules: EqualityRules): string {
  return `{${fields.map(([name, item]) => `${JSON.stringify(name)}:${equalityKey(item, rules)}`).sort()}}`;
}

/** A text that is the same for an int and the float equal to it. */
function numberText(number: number | bigint): string {
  if (typeof number === "number") return `${number}`;
  const float = Number(number);
  // Decimal digits of a long integer take long.
  return Number.isFinite(float) && BigInt(float) === number ? `${float}` : `0x${number.toString(16)}`;
}
