import type { EncodedValue, ProbeAttribute } from "../core/types.ts";
import { refuseUnknownOptions } from "../core/nearest.ts";
import { encode } from "./encode.ts";
import { type ExactJson, fromJson, JsonFloat, toJson } from "./json.ts";
import { object } from "./line_fields.ts";
import { parseJson } from "./parse_json.ts";
import { float, isA, type PythonValue } from "./python_value.ts";

/** The names of the fields of an attribute. */
export const ATTRIBUTE_FIELDS = ["type", "values", "range", "unlisted", "closed", "protected"] as const;

/** Names of types, Python's and JSON's. */
const TYPES: ReadonlyMap<unknown, ProbeAttribute["type"]> = new Map([
  ["int", "int"],
  ["integer", "int"],
  ["float", "float"],
  ["number", "float"],
  ["str", "str"],
  ["string", "str"],
  ["bool", "bool"],
  ["boolean", "bool"],
  ["object", "object"],
]);

/**
 * Reads an attribute of people: `{type?, values?, range?, unlisted?, closed?}`; other fields are ignored.
 *
 * @throws {TypeError} If a field is wrong, or there is neither a value nor a range; the message names the attribute.
 */
export function readAttribute(name: string, json: ExactJson): ProbeAttribute {
  const where = `attribute ${name}`;
  const fields = object(json, where);
  const asked = fields.get("type");
  const type = TYPES.get(asked);
  if (asked !== undefined && !type) {
    throw new TypeError(`"type" of ${where} must be one of ${[...TYPES.keys()].join(", ")}`);
  }
  const range = readRange(fields.get("range"), where);
  const given = fields.get("values");
  if (given !== undefined && !Array.isArray(given)) {
    throw new TypeError(`"values" of ${where} must be a list`);
  }
  const values = (given ?? []).map((value) => valueOf(value, where));
  const kind = type ?? typeOf(values, range);
  const all = [...values, ...(range ? ends(range, kind, where) : [])].map((value) =>
    ofType(value, kind, where)
  );
  const unlisted = fields.get("unlisted") ?? false;
  if (typeof unlisted !== "boolean") throw new TypeError(`"unlisted" of ${where} must be true or false`);
  if (unlisted && kind !== "str") {
    throw new TypeError(
      `${where} is not a text: "unlisted" is for texts, other types get values around thresholds`,
    );
  }
  const closed = fields.get("closed") ?? false;
  if (typeof closed !== "boolean") throw new TypeError(`"closed" of ${where} must be true or false`);
  if (closed && (unlisted || range)) {
    throw new TypeError(
      `${where} is "closed": it only has its "values", and no ${unlisted ? "unlisted" : "range"}`,
    );
  }
  if (all.length === 0) throw new TypeError(`${where} needs "values", at least one, or a "range"`);
  return {
    name,
    type: kind,
    values: distinct(all.map(encode)),
    ...(range && { range }),
    ...(unlisted && { unlisted }),
    ...(closed && { closed }),
  };
}

function valueOf(json: ExactJson, where: string): PythonValue {
  try {
    return fromJson(json);
  } catch (cause) {
    if (!(cause instanceof TypeError || cause instanceof RangeError)) throw cause;
    throw new TypeError(`"values" of ${where}: ${cause.message}`, { cause });
  }
}

function readRange(json: ExactJson | undefined, where: string): [number, number] | undefined {
  if (json === undefined) return undefined;
  const given = Array.isArray(json) && json.length === 2 ? json : [];
  const [low, high] = given.map((end) =>
    end instanceof JsonFloat
      ? end.value
      : typeof end === "bigint" || typeof end === "number"
      ? Number(end)
      : NaN
  );
  if (Number.isFinite(low) && Number.isFinite(high) && low < high) return [low, high];
  throw new TypeError(`"range" of ${where} must be a list of two numbers, rising`);
}

/** Both ends of a range, and its middle. */
function ends(
  [low, high]: readonly [number, number],
  kind: ProbeAttribute["type"],
  where: string,
): PythonValue[] {
  if (kind !== "int") return [low, (low + high) / 2, high].map(float);
  const [first, last] = [Math.ceil(low), Math.floor(high)];
  if (first > last) throw new TypeError(`"range" of ${where} has no whole number in it`);
  const whole = [first, Math.floor((first + last) / 2), last];
  return whole.map((one) => Number.isSafeInteger(one) ? one : BigInt(one));
}

function typeOf(values: readonly PythonValue[], range: unknown): ProbeAttribute["type"] {
  const kinds = new Set(
    values.filter((value) => value !== null).map((value) => {
      if (typeof value === "boolean") return "bool";
      if (typeof value === "string") return "str";
      if (typeof value === "number" || typeof value === "bigint") return "int";
      return isA(value, "float") ? "float" : "object";
    }),
  );
  if (kinds.size === 0 && Array.isArray(range)) return range.every(Number.isInteger) ? "int" : "float";
  if (kinds.size === 2 && kinds.has("int") && kinds.has("float")) return "float";
  return kinds.size === 1 ? [...kinds][0] : "object";
}

/** A value as one of the attribute's type: a whole number becomes the equal float where the type is float. */
function ofType(value: PythonValue, kind: ProbeAttribute["type"], where: string): PythonValue {
  const whole = typeof value === "number" || typeof value === "bigint";
  const fits = {
    object: true,
    str: typeof value === "string",
    bool: typeof value === "boolean",
    int: whole,
    float: whole || isA(value, "float"),
  }[kind] || value === null;
  if (!fits) throw new TypeError(`${where}: ${toJson(value)} is no value of type ${kind}`);
  return kind === "float" && whole ? float(Number(value)) : value;
}

function distinct(values: readonly EncodedValue[]): EncodedValue[] {
  const seen = new Map(values.map((value) => [value.join(), value]));
  return [...seen.values()];
}

/** An attribute of the people that programs decide about, with plain values. */
export interface PlainAttribute {
  /** The Python type of its values: int, float, str, bool or object. @default the type of the values */
  readonly type?: string;
  /** The values to tell apart: texts, numbers, truth values or null. */
  readonly values?: readonly (string | number | boolean | null)[];
  /** The smallest and the largest number. */
  readonly range?: readonly [number, number];
  /** Whether to also try a text that is not among the values. @default false */
  readonly unlisted?: boolean;
  /** Whether nobody has any other value. @default false */
  readonly closed?: boolean;
  /** Whether people must not be treated differently by it. Says nothing about how it is probed. @default false */
  readonly protected?: boolean;
}

/**
 * Reads an attribute as an analyst writes it; values are encoded.
 *
 * @throws {RangeError} If a field is unknown; the message names the nearest one.
 * @throws {TypeError} If it has neither values nor a range, or one of them is wrong; the message names the attribute.
 *
 * @example
 * ```ts
 * import { plainAttribute } from "codebias/values/attribute_fields.ts";
 * import assert from "node:assert/strict";
 * const { type, values } = plainAttribute("gender", { values: ["male", "female"], protected: true });
 * assert.deepEqual([type, values.length], ["str", 2]);
 * ```
 */
export function plainAttribute(name: string, attribute: PlainAttribute): ProbeAttribute {
  if (Array.isArray(attribute)) {
    throw new TypeError(`attribute ${name} is a list: expected { values: [...] } or { range: [low, high] }`);
  }
  refuseUnknownOptions(attribute, ATTRIBUTE_FIELDS);
  for (const value of attribute.values ?? []) checkValue(`"values" of attribute ${name}`, value);
  for (const end of attribute.range ?? []) checkValue(`"range" of attribute ${name}`, end);
  if (typeof (attribute.protected ?? false) !== "boolean") {
    throw new TypeError(`"protected" of attribute ${name} must be true or false`);
  }
  const read = readAttribute(name, parseJson(JSON.stringify(attribute)));
  return { ...read, ...(attribute.protected && { protected: true }) };
}

function checkValue(where: string, value: unknown): void {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new TypeError(`${where}: ${value} is too large to tell it from the integers beside it`);
  }
  if (value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)) {
    return;
  }
  throw new TypeError(`${where}: ${value} is no text, finite number, true, false or null`);
}
