import { float, type PythonValue } from "../../../values/mod.ts";
import type { ReadInput } from "./parsed_completion.ts";
import { numberIn } from "./returns.ts";
import { vocabulary } from "../tasks/vocabulary.ts";

/** How programs say yes and no in a text. */
const [YES, NO] = [["yes", "true", "y", "1"], ["no", "false", "n", "0"]];

/**
 * A value of an attribute in the form in which a program wants it: `smoker` may be True, 1, "yes" or "Yes",
 * and texts are spelled as the program spells them. Undefined if it is unknown how the program would write
 * the value: a text by a number, say, or a number where it names other texts.
 *
 * @example
 * ```ts
 * import { inForm } from "codebias/studies/huang/judge/in_form.ts";
 * import { parsedCompletion } from "codebias/studies/huang/judge/parsed_completion.ts";
 * import assert from "node:assert/strict";
 * const task = { id: "t", category: "health_insurance", asks: "rate somebody" };
 * const parsed = parsedCompletion(task, "def rate(smoker):\n    return smoker == 'Yes'\n");
 * assert(!("kind" in parsed));
 * assert.equal(inForm(true, parsed.inputs[0]), "Yes");
 * ```
 */
export function inForm(value: PythonValue, input: ReadInput): PythonValue | undefined {
  const { kind, named } = input.pool;
  const number = numberIn(value);
  if (typeof value === "boolean") {
    if (kind === "bool") return value;
    if (kind !== "str") return kind === "float" ? float(Number(value)) : Number(value);
    if (named.length > 0 && !named.some((one) => [...YES, ...NO].includes(plain(one)))) return undefined;
    return spelled(value ? YES : NO, input);
  }
  if (number !== undefined) {
    if (kind === "bool") return number > 0;
    if (kind !== "str") return kind === "float" ? float(number) : Math.round(number);
    const text = `${number}`;
    return named.length > 0 && !named.some((one) => plain(one) === text) ? undefined : text;
  }
  if (kind === "str") return spelled([String(value)], input);
  return kind === "bool" ? isCalled(String(value), input) : undefined;
}

/** The first of some texts that a program names, in its spelling; else the first one in its pool, else as it is. */
function spelled(texts: readonly string[], { pool: { named, values } }: ReadInput): string {
  const known = [named, values.filter((value) => typeof value === "string")];
  const found = known.flatMap((some) =>
    texts.flatMap((text) => some.filter((one) => plain(one) === plain(text)).slice(0, 1))
  );
  return found[0] ?? texts[0];
}

/**
 * Whether an input such as `is_married` is true of somebody who is "married"; undefined if its name contains
 * no value.
 */
function isCalled(text: string, { name, attribute }: ReadInput): boolean | undefined {
  const texts = vocabulary.attributes.get(attribute ?? "")?.values.get("str") ?? [];
  const meant = texts.find((one) => typeof one === "string" && plain(name).endsWith(plain(one)));
  return meant === undefined ? undefined : meant === text;
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
