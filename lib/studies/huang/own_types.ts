import { classBody } from "../../extraction/class_body.ts";
import { topLevelStatements } from "../../extraction/statements.ts";
import type { ReadInput } from "./reading.ts";

/**
 * Whether a program wants an input to be of a type of its own, e.g. a member of an enumeration: texts and numbers would then
 * never equal what it compares with, which would pass for fair.
 *
 * @example
 * ```ts
 * import { wantsOwnTypes } from "codebias/studies/huang/own_types.ts";
 * import assert from "node:assert/strict";
 * const sex = (base: string) => `class Sex(${base}):\n    F = 'f'\ndef f(sex):\n    return sex == Sex.F\n`;
 * assert(wantsOwnTypes(sex("Enum"), []));
 * assert(!wantsOwnTypes(sex("str, Enum"), [])); // its members are texts
 * ```
 */
export function wantsOwnTypes(source: string, inputs: readonly Pick<ReadInput, "annotation">[]): boolean {
  const classes = topLevelStatements(source).filter(({ kind }) => kind === "class").map(({ text }) =>
    classBody(text)
  )
    .filter((body) => body !== undefined);
  const words = new Set(inputs.flatMap(({ annotation }) => annotation?.match(/\w+/g) ?? []));
  return classes.some(({ name, bases }) => {
    const isEnum = bases.some((base) => /(?:Enum|Flag)$/.test(base));
    const isPlain = bases.some((base) =>
      ["str", "int", "float", "StrEnum", "IntEnum", "enum.StrEnum", "enum.IntEnum"].includes(base)
    );
    if (isPlain) return false;
    if (words.has(name)) return true;
    return isEnum && new RegExp(`\\b${name}\\.\\w`).test(source) &&
      !new RegExp(`\\b${name}[(\\[]\\s*\\w+`).test(
        source.replace(new RegExp(`class ${name}\\b[^\\n]*`), ""),
      );
  });
}
