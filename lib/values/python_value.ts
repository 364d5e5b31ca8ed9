/**
 * Python values as plain data, with their exact types.
 *
 * An `int` is a `number` while it is a safe integer and a `bigint` beyond; a `float` is always a tagged
 * object, so that 1, 1.0 and True stay three different things.
 *
 * @module
 */

/** A Python value. Lists are arrays; whatever JSON cannot say faithfully is an object with `$type`. */
export type PythonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly PythonValue[]
  | PythonFloat
  | PythonComplex
  | PythonBytes
  | PythonSequence
  | PythonDict
  | PythonObject
  | PythonInstance;

/** A Python `float`, including NaN, the infinities and -0.0. */
export interface PythonFloat {
  readonly $type: "float";
  readonly value: number;
}

/** A Python `complex`. */
export interface PythonComplex {
  readonly $type: "complex";
  readonly real: number;
  readonly imag: number;
}

/** A Python `bytes`. */
export interface PythonBytes {
  readonly $type: "bytes";
  readonly bytes: Uint8Array;
}

/** A Python `tuple`, `set` or `frozenset`; the items of a set are in no particular order. */
export interface PythonSequence {
  readonly $type: "tuple" | "set" | "frozenset";
  readonly items: readonly PythonValue[];
}

/** A Python `dict`, in insertion order. */
export interface PythonDict {
  readonly $type: "dict";
  readonly items: readonly (readonly [PythonValue, PythonValue])[];
}

/** An instance of a class that is none of the above, by the plain value it carries. */
export interface PythonObject {
  readonly $type: "object";
  /** Qualified class name, e.g. `collections.Counter` or `numpy.ndarray`. */
  readonly class: string;
  readonly value: PythonValue;
  /** The fields of an instance of a program's own class beside that value; absent if it has none. */
  readonly fields?: readonly (readonly [name: string, value: PythonValue])[];
}

/** An instance of a class that carries no plain value, by its fields, e.g. of a dataclass. */
export interface PythonInstance {
  readonly $type: "instance";
  /** Qualified class name, e.g. `program.Person`. */
  readonly class: string;
  readonly fields: readonly (readonly [name: string, value: PythonValue])[];
}

/** A Python `float`. */
export function float(value: number): PythonFloat {
  return { $type: "float", value };
}

/** A Python `tuple`. */
export function tuple(...items: PythonValue[]): PythonSequence {
  return { $type: "tuple", items };
}

/** A Python `dict` with string keys. */
export function dict(entries: Readonly<Record<string, PythonValue>>): PythonDict {
  return { $type: "dict", items: Object.entries(entries) };
}

/** The integer as a `number` where that is exact, else as a `bigint`: the one form of each `int`. */
export function integer(value: bigint): number | bigint {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(value)
    : value;
}

/** Name of the value's Python type, e.g. `int`, `list`, `collections.Counter`. */
export function typeName(value: PythonValue): string {
  if (value === null) return "NoneType";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number" || typeof value === "bigint") return "int";
  if (typeof value === "string") return "str";
  if (isList(value)) return "list";
  return value.$type === "object" || value.$type === "instance" ? value.class : value.$type;
}

/** The number that a value is; undefined if it is none, or NaN or infinite. */
export function numberIn(value: PythonValue): number | undefined {
  if (typeof value === "number" || typeof value === "bigint") return Number(value);
  return isA(value, "float") && Number.isFinite(value.value) ? value.value : undefined;
}

/** Whether a class is a program's own, by its qualified name. */
export function isOwnClass(name: string): boolean {
  return name.startsWith("program.");
}

/** Whether the value is a Python `list`. */
export function isList(value: PythonValue | undefined): value is readonly PythonValue[] {
  return Array.isArray(value);
}

type Tagged = Extract<PythonValue, { readonly $type: string }>;

/** Whether the value is of the form with this `$type`. */
export function isA<T extends Tagged["$type"]>(
  value: PythonValue | undefined,
  $type: T,
): value is Tagged & { $type: T } {
  return value !== null && typeof value === "object" && !isList(value) && value.$type === $type;
}

/** The values of a `dict` by their keys; undefined for other values. */
export function fieldsOf(value: PythonValue | undefined): ReadonlyMap<PythonValue, PythonValue> | undefined {
  return isA(value, "dict") ? new Map(value.items) : undefined;
}

/**
 * A value as JavaScript data: a `dict` as an object, a `float` as a number. A value that has no such form becomes a symbol,
 * which no schema takes for a list or a mapping.
 */
export function dataIn(value: PythonValue): unknown {
  if (isList(value)) return value.map(dataIn);
  if (isA(value, "dict")) {
    return Object.fromEntries(value.items.map(([key, item]) => [String(key), dataIn(item)]));
  }
  if (isA(value, "float")) return value.value;
  return typeof value === "object" && value !== null ? Symbol(value.$type) : value;
}

/** A `float`, or an `int` that is exact as a number; undefined for all else, also for a `bool`. */
export function numberOf(value: PythonValue | undefined): number | undefined {
  return typeof value === "number" ? value : isA(value, "float") ? value.value : undefined;
}
