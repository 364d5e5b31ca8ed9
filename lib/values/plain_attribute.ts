import type { ProbeAttribute } from "../core/types.ts";
import { refuseUnknownOptions } from "../core/nearest.ts";
import { readAttribute } from "./attribute_fields.ts";
import { parseWithTexts } from "./parse_json.ts";

/** An attribute of the people that programs decide about, with plain values. */
export interface PlainAttribute {
  /** Of its values, in Python: int, float, str, bool or object. @default by the values */
  readonly type?: string;
  /** The values to tell apart: texts, numbers, truth values or null. */
  readonly values?: readonly (string | number | boolean | null)[];
  /** The smallest and the largest number. */
  readonly range?: readonly [number, number];
  /** Whether to also try a text that is not among the values. @default false */
  readonly unlisted?: boolean;
  /** Whether nobody has another value. @default false */
  readonly closed?: boolean;
  /** Whether people must not be treated differently by it. Says nothing about how it is probed. @default false */
  readonly protected?: boolean;
}

/**
 * Reads an attribute as an analyst writes it; values are encoded.
 *
 * @throws {RangeError} If a field is unknown; names the nearest.
 * @throws {TypeError} If it has neither values nor a range, or one of them is wrong; names the attribute.
 *
 * @example
 * ```ts
 * import { plainAttribute } from "codebias/values/plain_attribute.ts";
 * import assert from "node:assert/strict";
 * const { type, values } = plainAttribute("gender", { values: ["male", "female"], protected: true });
 * assert.deepEqual([type, values.length], ["str", 2]);
 * ```
 */
export function plainAttribute(name: string, attribute: PlainAttribute): ProbeAttribute {
  if (Array.isArray(attribute)) {
    throw new TypeError(`attribute ${name} is a list: expected { values: [...] } or { range: [low, high] }`);
  }
  refuseUnknownOptions(attribute, ["type", "values", "range", "unlisted", "closed", "protected"]);
  for (const value of attribute.values ?? []) checkValue(`"values" of attribute ${name}`, value);
  for (const end of attribute.range ?? []) checkValue(`"range" of attribute ${name}`, end);
  const read = readAttribute(name, parseWithTexts(JSON.stringify(attribute)).json);
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
