import { float, integer, isList, type PythonValue } from "./python_value.ts";

/**
 * A Python value as JSON text: plain where that is faithful (bool, int to 2^53, finite float, str, None,
 * list), else an object with `$type`. A float always has a point or an exponent, so 1.0 stays apart from 1.
 *
 * @example
 * ```ts
 * import { toJson } from "codebias/values/json.ts";
 * import { float, tuple } from "codebias/values/python_value.ts";
 * import assert from "node:assert/strict";
 * assert.equal(toJson([1, float(1), null]), "[1,1.0,null]");
 * assert.equal(toJson(tuple("a")), '{"$type":"tuple","items":["a"]}');
 * ```
 */
export function toJson(value: PythonValue): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
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
      return tagged("bytes", { hex: JSON.stringify(value.bytes.toHex()) });
    case "dict":
      return tagged("dict", { items: list(value.items.map(([key, item]) => [key, item])) });
    case "object":
      return tagged("object", { class: JSON.stringify(value.class), value: toJson(value.value) });
    default:
      return tagged(value.$type, { items: list(value.items) });
  }
}

/** A number literal of a JSON text that was not an integer; see {@linkcode parseJson}. */
export class JsonFloat {
  constructor(readonly value: number) {}
}

/** JSON with its numbers exact: an integer is a number or a bigint, anything else a {@linkcode JsonFloat}. */
export type ExactJson =
  | null
  | boolean
  | number
  | bigint
  | string
  | JsonFloat
  | ExactJson[]
  | { [key: string]: ExactJson };

/**
 * Parses JSON so that 1.0 stays apart from 1 and integers of any size stay exact.
 *
 * @throws {SyntaxError} If the text is not JSON.
 */
export function parseJson(text: string): ExactJson {
  type Context = { source: string };
  const exact = (_key: string, value: unknown, context?: Context) => {
    if (typeof value !== "number" || !context) return value;
    return /^-?\d+$/.test(context.source) ? integer(BigInt(context.source)) : new JsonFloat(value);
  };
  return JSON.parse(text, exact as (key: string, value: unknown) => unknown) as ExactJson;
}

/**
 * The Python value that a JSON value stands for: the inverse of {@linkcode toJson}. A plain object without
 * `$type` is a dict with string keys.
 *
 * @throws {TypeError} If an object with `$type` is not one that {@linkcode toJson} writes.
 */
export function fromJson(json: ExactJson): PythonValue {
  if (json === null || typeof json !== "object") return json;
  if (json instanceof JsonFloat) return float(json.value);
  if (Array.isArray(json)) return json.map(fromJson);
  if (!Object.hasOwn(json, "$type")) {
    return { $type: "dict", items: Object.entries(json).map(([key, value]) => [key, fromJson(value)]) };
  }
  const { $type, value, items, hex } = json;
  switch ($type) {
    case "int":
      if (typeof value === "string" && INTEGER.test(value)) return integer(parseInteger(value));
      break;
    case "float":
      if (value === "nan") return float(NaN);
      if (value === "inf" || value === "-inf") return float(value === "inf" ? Infinity : -Infinity);
      break;
    case "complex": {
      const [real, imag] = [json.real, json.imag].map((part) => number(fromJson(part)));
      if (real !== undefined && imag !== undefined) return { $type, real, imag };
      break;
    }
    case "bytes":
      if (typeof hex === "string") return { $type, bytes: bytes(hex) };
      break;
    case "tuple":
    case "set":
    case "frozenset":
      if (Array.isArray(items)) return { $type, items: items.map(fromJson) };
      break;
    case "dict":
      if (Array.isArray(items) && items.every((entry) => Array.isArray(entry) && entry.length === 2)) {
        return {
          $type,
          items: (items as ExactJson[][]).map(([key, item]) => [fromJson(key), fromJson(item)] as const),
        };
      }
      break;
    case "object":
      if (typeof json.class === "string" && value !== undefined) {
        return { $type, class: json.class, value: fromJson(value) };
      }
  }
  throw new TypeError(`Cannot read a value with $type ${brief($type)}: see the README for the known forms`);
}

const INTEGER = /^-?(\d+|0x[0-9a-f]+)$/;

/** Beyond this many decimal digits an int is written in hexadecimal, which takes linear time to read. */
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

function floatText(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  const text = `${value}`;
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function nonFinite(value: number): string {
  return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

function list(items: readonly PythonValue[]): string {
  return `[${items.map(toJson).join(",")}]`;
}

function tagged(type: string, fields: Record<string, string>): string {
  const rest = Object.entries(fields).map(([name, text]) => `,"${name}":${text}`).join("");
  return `{"$type":"${type}"${rest}}`;
}

function number(value: PythonValue): number | undefined {
  if (typeof value === "number") return value;
  return value !== null && typeof value === "object" && !isList(value) && value.$type === "float"
    ? value.value
    : undefined;
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
