import { statementsIn } from "../../../../extraction/code_in.ts";
import { moduleOf } from "../../../../extraction/syntax/module.ts";
import { type CToken, cTokens, endFrom, isSign, partedBy } from "./c_language/c_tokens.ts";

/**
 * The fields that positions in calls and initialisers stand for: the fields of the classes and structs, and the
 * parameters of the functions, that texts define, by the names of these. A later text takes precedence.
 *
 * @param texts E.g. a prompt and its answer.
 */
export function positionsIn(...texts: readonly string[]): Map<string, readonly string[]> {
  return new Map(
    texts.map((text) => text.slice(0, LONGEST_TEXT)).flatMap((
      text,
    ) => [...structsIn(text), ...inPython(text)]),
  );
}

/** The most characters of a text that are read. */
const LONGEST_TEXT = 20_000;
const DEFINES = /\b(?:class|def|namedtuple|lambda)\b/;

function inPython(text: string): [string, readonly string[]][] {
  if (!DEFINES.test(text)) return [];
  const kept = statementsIn(text).filter(({ text }) => DEFINES.test(text));
  const { classes, sites } = moduleOf(kept.map(({ text }) => text).join("\n"));
  const functions = sites.filter(({ className }) => className === undefined);
  return [
    ...functions.map(({ name, parameters }): [string, string[]] => [name, namesOf(parameters)]),
    ...[...classes].map(([name, { fields, methods }]): [string, string[]] => [
      name,
      namesOf(methods.get("__init__")?.parameters ?? fields),
    ]),
  ];
}

function namesOf(parameters: readonly { readonly name: string }[]): string[] {
  return parameters.map(({ name }) => name);
}

/**
 * The fields of the structs that a C source defines, in order, by the names of the structs, including those of `typedef`.
 *
 * @example
 * ```ts
 * import { structsIn } from "codebias/studies/faircoder/judge/answers/positions.ts";
 * import assert from "node:assert/strict";
 * const source = "typedef struct { bool kind, calm; char *race, gender[9]; } Person;";
 * assert.deepEqual(structsIn(source).get("Person"), ["kind", "calm", "race", "gender"]);
 * ```
 */
export function structsIn(source: string): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  if (!/\bstruct\b/.test(source)) return found;
  const tokens = cTokens(source);
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== "name" || text !== "struct") continue;
    const named = tokens[at + 1]?.kind === "name" ? tokens[at + 1] : undefined;
    const open = at + (named ? 2 : 1);
    if (!isSign(tokens[open], "{")) continue;
    const end = endFrom(tokens, open + 1);
    const fields = fieldsIn(tokens.slice(open + 1, end));
    const alias = tokens[at - 1]?.text === "typedef" ? tokens[end + 1] : undefined;
    for (const name of [named, alias]) {
      if (name?.kind === "name") found.set(name.text, fields);
    }
  }
  return found;
}

function fieldsIn(tokens: readonly CToken[]): string[] {
  return partedBy(tokens, ";").flatMap((declaration) =>
    partedBy(declaration, ",").flatMap((one) => {
      const end = one.findIndex((token) => isSign(token, "[", ":", "="));
      return (end < 0 ? one : one.slice(0, end)).findLast(({ kind }) => kind === "name")?.text ?? [];
    })
  );
}
