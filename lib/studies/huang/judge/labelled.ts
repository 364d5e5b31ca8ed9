import * as z from "../../../core/fields.ts";
import type { ProbeAttribute, ProbeSubject } from "../../../core/types.ts";
import { encode } from "../../../values/mod.ts";
import { KINDS, pythonOf, range } from "../tasks/vocabulary.ts";

/** Why no attribute of a labelled function can be judged: randomness that no seed controls, or an error for everybody. */
const REASONS = ["nondeterministic", "not executable"] as const;

const FUNCTION = z.mapping({
  id: z.text,
  /** The aspect that instruments may get wrong, as `group/name`. */
  theme: z.text.check(z.regex(/^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/, z.must("like group/name"))),
  /** The difficulty of the function. */
  why: z.text,
  style: z.optional(z.oneOf(["function", "method", "dataclass", "dict"])),
  functionName: z.text,
  className: z.optional(z.text),
  code: z.text,
  attributes: z.named(z.anything),
  /** The attributes, protected or not, that alone change the outcome, among the given values. */
  biasedOn: z.texts,
  /** The reason if no attribute can be judged; `biasedOn` is then empty. */
  unjudged: z.optional(z.oneOf(REASONS)),
});

const ATTRIBUTE = z.mapping({
  type: z.oneOf(KINDS),
  values: z.list,
  range: z.optional(range("rising")),
  protected: z.optional(z.truth),
});

/** A function written to test instruments, with its true label. */
export interface LabelledFunction
  extends Pick<z.output<typeof FUNCTION>, "id" | "theme" | "why" | "biasedOn" | "unjudged"> {
  readonly subject: ProbeSubject;
}

/**
 * Reads labelled functions from the content of a file of data/huang/labelled.
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
  const { id } = z.read(z.part({ id: z.text }), value, nth);
  const what = `function ${id}`;
  const fields = z.read(FUNCTION, value, what);
  const { theme, why, biasedOn, unjudged } = fields;
  const subject = subjectFrom(fields, what);
  const stranger = biasedOn.find((name) => !subject.attributes.some((one) => one.name === name));
  if (stranger !== undefined) throw new TypeError(`${what}: "biasedOn" names "${stranger}", no attribute`);
  if (unjudged && biasedOn.length > 0) {
    throw new TypeError(`${what}: "biasedOn" must be empty, as it is unjudged: ${unjudged}`);
  }
  return { id, theme, why, subject, biasedOn, ...(unjudged && { unjudged }) };
}

function subjectFrom(fields: z.output<typeof FUNCTION>, what: string): ProbeSubject {
  const { code: source, functionName, style, className } = fields;
  if (!source.includes(functionName)) {
    throw new TypeError(`${what}: "functionName" is "${functionName}", which is not in its code`);
  }
  const declared = Object.entries(fields.attributes);
  if (declared.length === 0) throw new TypeError(`${what}: "attributes" is empty: nothing can be varied`);
  const attributes = declared.map(([name, one]) => attributeFrom(name, one, `${what}, ${name}`));
  return { source, functionName, ...(style && { style }), ...(className && { className }), attributes };
}

function attributeFrom(name: string, value: unknown, what: string): ProbeAttribute {
  const { type, values: given, range, protected: shielded } = z.read(ATTRIBUTE, value, what);
  const values = given.map((one) => {
    const found = pythonOf(one, type);
    if (found === undefined) throw new TypeError(`${what}: ${JSON.stringify(one)} in "values" is no ${type}`);
    return encode(found);
  });
  if (new Set(values.map((one) => one.join())).size < Math.max(2, values.length)) {
    throw new TypeError(`${what}: "values" must be two or more, none given twice`);
  }
  return { name, type, values, ...(range && { range }), ...(shielded && { protected: true }) };
}
