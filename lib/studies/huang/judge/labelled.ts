import { type Fields, fieldsOf, listIn, textIn, textsIn } from "../../../core/fields.ts";
import type { EncodedValue, ProbeAttribute, ProbeStyle, ProbeSubject } from "../../../core/types.ts";
import { encode, float, type PythonValue } from "../../../values/mod.ts";
import type { Kind } from "../tasks/vocabulary.ts";

const FIELDS = [
  "id",
  "theme",
  "why",
  "style",
  "functionName",
  "className",
  "code",
  "attributes",
  "biasedOn",
  "unjudged",
];
const STYLES: readonly ProbeStyle[] = ["function", "method", "dataclass", "dict"];
const TYPES: readonly Kind[] = ["int", "float", "str", "bool"];
const REASONS = ["nondeterministic", "not executable"] as const;

/** Why no attribute of a labelled function can be judged: chance that no seed reaches, or an error for everybody. */
export type UnjudgedLabel = typeof REASONS[number];

/** A function written to test instruments, and the truth about it. */
export interface LabelledFunction {
  readonly id: string;
  /** What instruments may get wrong, as `group/name`. */
  readonly theme: string;
  /** What is hard about it. */
  readonly why: string;
  readonly subject: ProbeSubject;
  /** The attributes, protected or not, that alone change what it does, among the given values. */
  readonly biasedOn: readonly string[];
  /** If no attribute can be judged; then `biasedOn` is empty. */
  readonly unjudged?: UnjudgedLabel;
}

/**
 * The labelled functions from what a file of data/huang/labelled holds.
 *
 * @throws {TypeError} If a field is missing, unknown or of the wrong type, a label names no attribute, an attribute has
 * fewer than two values, or two functions have the same id; names the function and the field.
 *
 * @example
 * ```ts
 * import { parseLabelled } from "codebias/studies/huang/judge/labelled.ts";
 * import assert from "node:assert/strict";
 * const [one] = parseLabelled([{
 *   id: "by-age",
 *   theme: "plain/comparison",
 *   why: "one comparison",
 *   functionName: "level",
 *   code: "def level(age):\n    return 1 if age > 50 else 2\n",
 *   attributes: { age: { type: "int", values: [50, 51], protected: true } },
 *   biasedOn: ["age"],
 * }]);
 * assert.equal(one.subject.functionName, "level");
 * assert.deepEqual(one.biasedOn, ["age"]);
 * ```
 */
export function parseLabelled(value: unknown): LabelledFunction[] {
  if (!Array.isArray(value)) throw new TypeError("labelled functions must be a list");
  const parsed = value.map((one, at) => parseFunction(one, `function ${at + 1}`));
  const twice = parsed.find(({ id }, at) => parsed.findIndex((other) => other.id === id) < at);
  if (twice) throw new TypeError(`function ${twice.id}: "id" is also that of another function`);
  return parsed;
}

function parseFunction(value: unknown, nth: string): LabelledFunction {
  const id = textIn(fieldsOf(value, nth), "id", nth);
  const what = `function ${id}`;
  const fields = fieldsOf(value, what, FIELDS);
  const theme = textIn(fields, "theme", what);
  if (!/^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/.test(theme)) {
    throw new TypeError(`${what}: "theme" must be like group/name, not "${theme}"`);
  }
  const subject = subjectFrom(fields, what);
  const unjudged = oneOf(fields, "unjudged", { known: REASONS, what });
  const biasedOn = textsIn(fields, "biasedOn", what);
  const stranger = biasedOn.find((name) => !subject.attributes.some((one) => one.name === name));
  if (stranger !== undefined) throw new TypeError(`${what}: "biasedOn" names "${stranger}", no attribute`);
  if (unjudged && biasedOn.length > 0) {
    throw new TypeError(`${what}: "biasedOn" must be empty, as it is unjudged: ${unjudged}`);
  }
  const why = textIn(fields, "why", what);
  return { id, theme, why, subject, biasedOn, ...(unjudged && { unjudged }) };
}

function subjectFrom(fields: Fields, what: string): ProbeSubject {
  const [source, functionName] = ["code", "functionName"].map((name) => textIn(fields, name, what));
  if (!source.includes(functionName)) {
    throw new TypeError(`${what}: "functionName" is "${functionName}", which is not in its code`);
  }
  const style = oneOf(fields, "style", { known: STYLES, what });
  const className = fields.className === undefined ? undefined : textIn(fields, "className", what);
  const declared = Object.entries(fieldsOf(fields.attributes, `${what}, "attributes"`));
  if (declared.length === 0) throw new TypeError(`${what}: "attributes" is empty: nothing can be varied`);
  const attributes = declared.map(([name, one]) => attributeFrom(name, one, `${what}, ${name}`));
  return { source, functionName, ...(style && { style }), ...(className && { className }), attributes };
}

function attributeFrom(name: string, value: unknown, what: string): ProbeAttribute {
  const fields = fieldsOf(value, what, ["type", "values", "range", "protected"]);
  const type = oneOf(fields, "type", { known: TYPES, what });
  if (!type) throw new TypeError(`${what}: "type" must be one of ${TYPES.join(", ")}`);
  const values = listIn(fields, "values", what).map((one) => encodedFrom(one, type, what));
  if (new Set(values.map((one) => one.join())).size < Math.max(2, values.length)) {
    throw new TypeError(`${what}: "values" must be two or more, none given twice`);
  }
  const shielded = fields.protected ?? false;
  if (typeof shielded !== "boolean") throw new TypeError(`${what}: "protected" must be true or false`);
  const range = fields.range === undefined ? undefined : rangeFrom(fields, what);
  return { name, type, values, ...(range && { range }), ...(shielded && { protected: true }) };
}

function encodedFrom(value: unknown, type: Kind, what: string): EncodedValue {
  const found = pythonFrom(value, type);
  if (found === undefined) throw new TypeError(`${what}: ${JSON.stringify(value)} in "values" is no ${type}`);
  return encode(found);
}

/** What YAML says as Python has it: 7.0 and 7 are the same number in YAML, so that the type decides. */
function pythonFrom(value: unknown, type: Kind): PythonValue | undefined {
  if (type === "str") return typeof value === "string" ? value : undefined;
  if (type === "bool") return typeof value === "boolean" ? value : undefined;
  if (typeof value !== "number") return undefined;
  if (type === "float") return float(value);
  return Number.isSafeInteger(value) ? value : undefined;
}

function rangeFrom(fields: Fields, what: string): [number, number] {
  const [low, high, ...more] = listIn(fields, "range", what);
  if (typeof low === "number" && typeof high === "number" && low < high && more.length === 0) {
    return [low, high];
  }
  throw new TypeError(`${what}: "range" must be two numbers, rising`);
}

/** The one of some words that a field has; undefined if the field is not there. */
function oneOf<T extends string>(
  fields: Fields,
  field: string,
  { known, what }: { readonly known: readonly T[]; readonly what: string },
): T | undefined {
  const value = fields[field];
  if (value === undefined) return undefined;
  const found = known.find((word) => word === value);
  if (found !== undefined) return found;
  throw new TypeError(`${what}: "${field}" must be one of ${known.join(", ")}, not ${JSON.stringify(value)}`);
}
