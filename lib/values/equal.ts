import { isList, type PythonObject, type PythonValue, typeName } from "./python_value.ts";

/** Declared rules of comparison. */
export interface EqualityRules {
  /** Whether NaN equals NaN. Python's `==` says no. @default true */
  readonly nanEqualsNan?: boolean;
  /** Whether 1, 1.0 and True stay different. Python's `==` says no. @default false */
  readonly exactTypes?: boolean;
  /** Largest accepted |a - b| / max(1, |a|, |b|) where a or b is a float; two ints are exact. @default 0 */
  readonly tolerance?: number;
}

/**
 * Whether two Python values are equal under declared rules.
 *
 * Lists and tuples differ, sets and dicts are compared without order, and an object of a class derived from a
 * built-in type equals the plain value it carries, unless `exactTypes` is set.
 *
 * @example
 * ```ts
 * import { equal } from "codebias/values/equal.ts";
 * import { float, tuple } from "codebias/values/python_value.ts";
 * import assert from "node:assert/strict";
 * assert(equal(1, float(1)));
 * assert(!equal(1, float(1), { exactTypes: true }));
 * assert(!equal([1], tuple(1)));
 * ```
 */
export function equal(a: PythonValue, b: PythonValue, rules: EqualityRules = {}): boolean {
  const { nanEqualsNan = true, exactTypes = false, tolerance = 0 } = rules;

  const same = (left: PythonValue, right: PythonValue): boolean => {
    if (exactTypes && typeName(left) !== typeName(right)) return false;
    if (!exactTypes) [left, right] = [plain(left), plain(right)];
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
        return right.$type === "bytes" && sameBytes(left.bytes, right.bytes);
      case "tuple":
        return right.$type === "tuple" && sameItems(left.items, right.items);
      case "dict":
        return right.$type === "dict" && sameDict(left.items, right.items);
      case "object":
        return right.$type === "object" && left.class === right.class && same(left.value, right.value);
    }
  };

  const sameNumber = (x: number | bigint, y: number | bigint, slack = tolerance): boolean => {
    if (x == y) return true;
    if (typeof x === "bigint" || typeof y === "bigint") return false;
    if (Number.isNaN(x) && Number.isNaN(y)) return nanEqualsNan;
    if (slack === 0 || !Number.isFinite(x) || !Number.isFinite(y)) return false;
    return Math.abs(x - y) <= slack * Math.max(1, Math.abs(x), Math.abs(y));
  };

  const sameItems = (x: readonly PythonValue[], y: readonly PythonValue[]): boolean =>
    x.length === y.length && x.every((item, index) => same(item, y[index]));

  const sameSet = (x: readonly PythonValue[], y: readonly PythonValue[]): boolean => {
    if (x.length !== y.length) return false;
    const [left, right] = [x, y].map((items) => new Set(items.map((item) => key(item, exactTypes))));
    return left.size === right.size && left.isSubsetOf(right); // the sizes tell apart forged duplicates
  };

  type Entries = readonly (readonly [PythonValue, PythonValue])[];
  const sameDict = (x: Entries, y: Entries): boolean => {
    if (x.length !== y.length) return false;
    const [left, right] = [x, y].map((items) => new Map(items.map(([k, v]) => [key(k, exactTypes), v])));
    if (left.size !== right.size) return false; // a forged dict may have a key twice
    return left.entries().every(([name, value]) => {
      const other = right.get(name);
      return other !== undefined && same(value, other);
    });
  };

  return same(a, b);
}

/** The number behind an int, a bool, a float or a complex on the real axis. */
function real(value: PythonValue): number | bigint | undefined {
  if (typeof value === "number" || typeof value === "bigint") return value;
  if (typeof value === "boolean") return Number(value);
  if (value === null || typeof value !== "object" || isList(value)) return undefined;
  if (value.$type === "float") return value.value;
  return value.$type === "complex" && value.imag === 0 ? value.real : undefined;
}

/** What an object of a derived class is underneath, e.g. the dict of a Counter. */
function plain(value: PythonValue): PythonValue {
  if (value === null || typeof value !== "object" || isList(value) || value.$type !== "object") return value;
  return carries(value) ? plain(value.value) : value;
}

/** Whether Python's `==` sees through the class to the value: all derived classes but arrays. */
function carries(value: PythonObject): boolean {
  return value.class !== "numpy.ndarray" && value.class !== "ellipsis";
}

/** Text that is the same for hashable values that are equal in Python: the key of a set item or a dict key. */
function key(value: PythonValue, exactTypes: boolean): string {
  if (!exactTypes) value = plain(value);
  const number = real(value);
  if (number !== undefined) {
    const whole = typeof number === "bigint" || Number.isInteger(number) ? BigInt(number) : number;
    return exactTypes ? `${typeName(value)}:${number}` : `n${whole}`;
  }
  if (value === null) return "N";
  if (typeof value === "string") return JSON.stringify(value);
  if (isList(value)) return `[${value.map((item) => key(item, exactTypes))}]`;
  if (typeof value !== "object") throw new TypeError(`Cannot key a value of type ${typeof value}`);
  switch (value.$type) {
    case "bytes":
      return `b${Array.from(value.bytes)}`;
    case "complex":
      return `c${value.real},${value.imag}`;
    case "tuple":
      return `(${value.items.map((item) => key(item, exactTypes))})`;
    case "set":
    case "frozenset":
      return `{${value.items.map((item) => key(item, exactTypes)).sort()}}`;
    case "dict":
      return `d${value.items.map(([k, v]) => `${key(k, exactTypes)}:${key(v, exactTypes)}`).sort()}`;
    case "object":
      return `${value.class}<${key(value.value, exactTypes)}>`;
    case "float":
      throw new TypeError("Cannot key a float that is not a number"); // floats were keyed as numbers above
  }
}

function sameBytes(x: Uint8Array, y: Uint8Array): boolean {
  return x.length === y.length && x.every((byte, index) => byte === y[index]);
}
