import { float, integer, isList, isOwnClass, numberOf, typeName } from "./python_value.ts";
import type { PythonInstance, PythonObject, PythonValue } from "./python_value.ts";
import { REBUILT } from "./rebuilt.ts";

/** A number literal of a JSON text that was not an integer; see `parse_json.ts`. */
export class JsonFloat {
  constructor(readonly value: number) {}
}

/**
 * JSON with its numbers exact and its fields in order: an integer is a number or a bigint, any other number a
 * {@linkcode JsonFloat}. An object is a map, since JavaScript's objects put fields that look like integers first.
 */
export type ExactJson =
  | null
  | boolean
  | number
  | bigint
  | string
  | JsonFloat
  | ExactJson[]
  | Map<string, ExactJson>;

/** An object as JSON text, from fields that are JSON already; undefined ones are left out. */
export function objectText(fields: Readonly<Record<string, string | undefined>>): string {
  const parts = Object.entries(fields).filter(([, text]) => text !== undefined);
  return `{${parts.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(",")}}`;
}

/**
 * A Python value as JSON text: plain where that is faithful (bool, int to 2^53, finite float, str, None,
 * list), else an object with `$type`. A float always has a point or an exponent, so 1.0 stays apart from 1.
 *
 * @throws {RangeError} If the text would be longer than a string can be, some 2^29 characters.
 *
 * @example
 * ```ts
 * import { float, toJson, tuple } from "codebias/values/mod.ts";
 * import assert from "node:assert/strict";
 * assert.equal(toJson([1, float(1), null]), "[1,1.0,null]");
 * assert.equal(toJson(tuple("a")), '{"$type":"tuple","items":["a"]}');
 * ```
 */
export function toJson(value: PythonValue): string {
  if (value === null || typeof value === "boolean") return `${value}`;
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number" || typeof value === "bigint") return integerText(BigInt(value));
  if (isList(value)) return list(value);
  switch (value.$type) {
    case "float":
      return Number.isFinite(value.value)
        ? floatText(value.value)
        : tagged("float", { value: JSON.stringify(nonFinite(value.value)) });
    case "complex":
      return tagged("complex", { real: toJson(float(value.real)), imag: toJson(float(value.imag)) });
    case "bytes":
      return tagged("bytes", { hex: JSON.stringify(hexText(value.bytes)) });
    case "dict":
      return tagged("dict", { items: list(value.items.map(([key, item]) => [key, item])) });
    case "object":
      return tagged("object", {
        class: JSON.stringify(value.class),
        value: toJson(value.value),
        ...value.fields && { fields: fieldsText(value.fields) },
      });
    case "instance":
      return tagged("instance", { class: JSON.stringify(value.class), fields: fieldsText(value.fields) });
    default:
      return tagged(value.$type, { items: list(value.items) });
  }
}

/**
 * The Python value that a JSON value stands for: the inverse of {@linkcode toJson}. A plain object without
 * `$type` is a dict with string keys.
 *
 * @throws {TypeError} If an object with `$type` is not one that {@linkcode toJson} writes, or Python could not
 * build it: an unhashable item of a set, an array whose bytes do not fit its shape.
 */
export function fromJson(json: ExactJson): PythonValue {
  if (json === null || typeof json !== "object") return json;
  if (json instanceof JsonFloat) return float(json.value);
  if (Array.isArray(json)) return json.map(fromJson);
  const $type = json.get("$type");
  if ($type === undefined) {
    return { $type: "dict", items: Array.from(json, ([key, value]) => [key, fromJson(value)]) };
  }
  const value = readTagged($type, json);
  if (value === undefined) {
    throw new TypeError(`Cannot read a value with $type ${brief($type)}: docs/pipes.md has the known forms`);
  }
  return value;
}

/** The value of an object with `$type`; undefined if it is none of the known forms. */
function readTagged($type: ExactJson, fields: ReadonlyMap<string, ExactJson>): PythonValue | undefined {
  const [value, items, hex] = ["value", "items", "hex"].map((name) => fields.get(name));
  switch ($type) {
    case "int":
      return typeof value === "string" && INTEGER.test(value) ? integer(parseInteger(value)) : undefined;
    case "float":
      if (value === "nan") return float(NaN);
      return value === "inf" || value === "-inf" ? float(value === "inf" ? Infinity : -Infinity) : undefined;
    case "complex": {
      const [real, imag] = ["real", "imag"].map((name) => numberOf(fromJson(fields.get(name) ?? null)));
      return real === undefined || imag === undefined ? undefined : { $type, real, imag };
    }
    case "bytes":
      return typeof hex === "string" ? { $type, bytes: bytes(hex) } : undefined;
    case "tuple":
      return Array.isArray(items) ? { $type, items: items.map(fromJson) } : undefined;
    case "set":
    case "frozenset":
      return Array.isArray(items) ? { $type, items: items.map((item) => hashable(item, $type)) } : undefined;
    case "dict":
      return Array.isArray(items) && items.every(isPair)
        ? { $type, items: items.map(([key, item]) => [hashable(key, $type), fromJson(item)] as const) }
        : undefined;
    case "instance": {
      const [name, parts] = [fields.get("class"), fields.get("fields")];
      return typeof name === "string" && parts instanceof Map
        ? { $type, class: name, fields: readFields(parts) }
        : undefined;
    }
    case "object": {
      const name = fields.get("class");
      if (typeof name !== "string" || value === undefined) return undefined;
      const carrying = object(name, fromJson(value));
      const parts = isOwnClass(name) ? fields.get("fields") : undefined;
      if (parts === undefined) return carrying;
      if (!(parts instanceof Map)) return undefined;
      return parts.size > 0 ? { ...carrying, fields: readFields(parts) } : carrying;
    }
  }
}

function readFields(parts: ReadonlyMap<string, ExactJson>): PythonInstance["fields"] {
  return Array.from(parts, ([field, item]) => [field, fromJson(item)]);
}

const isPair = (json: ExactJson): json is [ExactJson, ExactJson] => Array.isArray(json) && json.length === 2;

/** An item of a set or a key of a dict. */
function hashable(json: ExactJson, $type: string): PythonValue {
  const value = fromJson(json);
  if (isHashable(value)) return value;
  throw new TypeError(
    `Cannot read a value with $type ${$type}: Python cannot hash a ${typeName(value)} in it`,
  );
}

/**
 * Whether Python can hash the value; an object of a class that it does not rebuild counts as what it carries.
 */
function isHashable(value: PythonValue): boolean {
  if (value === null || typeof value !== "object") return true;
  if (isList(value) || value.$type === "set" || value.$type === "dict") return false;
  if (value.$type === "tuple") return value.items.every(isHashable);
  if (value.$type === "instance") return false; // only the program knows whether its class says how
  return value.$type !== "object" || (REBUILT[value.class]?.hashable ?? isHashable(value.value));
}

function object(name: string, value: PythonValue): PythonObject {
  const { check, description } = REBUILT[name] ?? {};
  if (!check || check(value)) return { $type: "object", class: name, value };
  throw new TypeError(`Cannot read a value with $type object: the value of a ${name} must be ${description}`);
}

const INTEGER = /^-?(\d+|0x[0-9a-f]+)$/;

/** The greatest number of decimal digits of an int in decimal; a longer one is in hexadecimal, which takes linear time to read. */
const DECIMAL_DIGITS = 4300;

function integerText(value: bigint): string {
  const magnitude = value < 0n ? -value : value;
  if (magnitude <= 2n ** 53n) return `${value}`;
  const hex = magnitude.toString(16);
  const text = hex.length <= DECIMAL_DIGITS * 0.83 ? `${magnitude}` : `0x${hex}`;
  return tagged("int", { value: JSON.stringify(value < 0n ? `-${text}` : text) });
}

function parseInteger(text: string): bigint {
  return text.startsWith("-") ? -BigInt(text.slice(1)) : BigInt(text);
}

/** A finite float as JSON and as Python write it: always with a point or an exponent. */
export function floatText(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  const text = `${value}`;
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function nonFinite(value: number): string {
  return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

function fieldsText(fields: PythonInstance["fields"]): string {
  return `{${fields.map(([name, item]) => `${quoted(name)}:${toJson(item)}`).join(",")}}`;
}

function list(items: readonly PythonValue[]): string {
  return `[${items.map(toJson).join(",")}]`;
}

function tagged(type: string, fields: Record<string, string>): string {
  const rest = Object.entries(fields).map(([name, text]) => `,"${name}":${text}`).join("");
  return `{"$type":"${type}"${rest}}`;
}

/** A text as JSON, written in pieces because the process dies when V8 has to write some 2^28 characters at once. */
function quoted(text: string): string {
  if (text.length < 2 ** 24) return JSON.stringify(text);
  return `"${text.replace(/[^]{1,65536}/gu, (piece) => JSON.stringify(piece).slice(1, -1))}"`;
}

function hexText(bytes: Uint8Array): string {
  if (bytes.length > 2 ** 28 - 16) throw new RangeError("Invalid string length"); // toHex() has a TypeError
  return bytes.toHex();
}

function bytes(hex: string): Uint8Array {
  try {
    return Uint8Array.fromHex(hex);
  } catch (cause) {
    throw new TypeError("Cannot read a value with $type bytes: hex must be pairs of hexadecimal digits", {
      cause,
    });
  }
}

function brief(json: ExactJson): string {
  return typeof json === "string" ? `"${json.slice(0, 40)}"` : String(json).slice(0, 40);
}
