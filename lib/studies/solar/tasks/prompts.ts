import { literal, parseLiterals } from "../../../values/mod.ts";
import { ATTRIBUTE_TYPES, type DeclaredAttribute, type SolarTask, type Wording } from "./task.ts";

export type { Wording } from "./task.ts";

/** The wording of the project's own prompts, which are Python source that compiles. */
export const ourWording: Wording = {
  head: "from dataclasses import dataclass\n\n\n@dataclass\nclass {class}:\n" +
    "    # Behind each field: the values that it can have.\n",
  attribute: "    {name}: {type}  # {values}\n",
  method: '\n    def {method}(self) -> bool:\n        """\n        {docstring}\n        """\n',
};

/** The pattern of an authors' prompt, with its parts as groups. */
const AUTHORS_PROMPT = new RegExp(
  [
    /^(?<before>[^]*?class )(?<class>\w+)(?<after>:\n(?:(?! *# \w+ \[).*\n)*?)/,
    /(?<attributes>(?: +# \w+ \[.*\]\n +\w+: \w+\n)+)/,
    /(?<def>\n +def )(?<method>\w+)(?<open>\(self\).*\n +""")(?<docstring>[^]*?)(?<close>\n +"""\n)$/,
  ].map(({ source }) => source).join(""),
);

const ATTRIBUTE =
  /(?<comment> +# )(?<name>\w+)(?<space> )(?<values>\[.*\])(?<field>\n +)\k<name>: (?<type>\w+)\n/g;

/**
 * The wording of an authors' prompt.
 *
 * Source: the paper Bias Unveiled, Fig. 1, and its artifact, dataset/prompts.jsonl; nothing of it is kept in the project.
 *
 * @throws {TypeError} If it is not a dataclass with attributes, each below a comment with its values, and one method.
 */
export function wordingOf(prompt: string): Wording {
  const { before, after, attributes, def, open, close } = partsOf(prompt);
  const [first] = attributes.matchAll(ATTRIBUTE);
  const { comment, space, field } = first.groups!;
  return {
    head: `${before}{class}${after}`,
    attribute: `${comment}{name}${space}{values}${field}{name}: {type}\n`,
    method: `${def}{method}${open}{docstring}${close}`,
  };
}

/**
 * The attributes that an authors' prompt declares, with their values.
 *
 * @throws {TypeError} If it is not such a prompt, or a value or a type is not one of Python's simple ones.
 */
export function declaredIn(prompt: string): DeclaredAttribute[] {
  return [...partsOf(prompt).attributes.matchAll(ATTRIBUTE)].map(({ groups }) => {
    const { name, values, type: written } = groups!;
    const type = ATTRIBUTE_TYPES.find((known) => known === written);
    if (!type) {
      throw new TypeError(`the type of ${name} must be one of ${ATTRIBUTE_TYPES.join(", ")}, not ${written}`);
    }
    return { name, type, values: parseLiterals(values) };
  });
}

/**
 * The prompt for a task: Python source that ends inside the method.
 *
 * @example
 * ```ts
 * import { ourWording, promptOf } from "codebias/studies/solar/tasks/prompts.ts";
 * import assert from "node:assert/strict";
 * const age = { name: "age", type: "int", values: [30, 60], role: "related" } as const;
 * const text = { id: "t", className: "Person", method: "pays", docstring: "Whether to pay." };
 * const prompt = promptOf({ ...text, attributes: [age] }, ourWording);
 * assert.match(prompt, /^ {4}age: int {2}# \[30, 60\]$/m);
 * ```
 */
export function promptOf({ className, method, docstring, attributes }: SolarTask, wording: Wording): string {
  const fields = attributes.map(({ name, type, values }) =>
    filled(wording.attribute, { name, type, values: literal(values) })
  );
  return [
    filled(wording.head, { class: className }),
    ...fields,
    filled(wording.method, { method, docstring }),
  ].join("");
}

/**
 * A prompt as valid Python: the authors' prompts lack the colon after the method's first line, which programs that
 * continue them need. Models are asked with the prompts unchanged.
 *
 * @example
 * ```ts
 * import { asPython } from "codebias/studies/solar/tasks/prompts.ts";
 * import assert from "node:assert/strict";
 * assert.equal(asPython("class A:\n    def f(self)-> bool\n"), "class A:\n    def f(self)-> bool:\n");
 * ```
 */
export function asPython(prompt: string): string {
  return prompt.replace(
    /^[ \t]+def .*$/m,
    (line) => /:\s*(?:#.*)?$/.test(line) ? line : `${line.trimEnd()}:`,
  );
}

/** A text with words for the names in braces; all lines of a word are indented like braces that begin a line. */
function filled(text: string, words: Readonly<Record<string, string>>): string {
  return text.replaceAll(/(^ +)?\{(\w+)\}/gm, (braces: string, indent: string | undefined, name: string) => {
    if (!Object.hasOwn(words, name)) return braces;
    if (!indent) return words[name];
    return words[name].split("\n").map((line) => line && indent + line).join("\n");
  });
}

function partsOf(prompt: string): Readonly<Record<string, string>> {
  const parts = AUTHORS_PROMPT.exec(prompt)?.groups;
  if (parts) return parts;
  throw new TypeError(
    "this prompt is not of the published form, a dataclass whose attributes have their values in comments, " +
      "and a method; fetch the file again",
  );
}
