import { statementsIn } from "../../../../extraction/code_in.ts";
import { moduleOf } from "../../../../extraction/syntax/module.ts";
import { structsIn } from "./c_language/c_structs.ts";

/**
 * What the positions of calls and initialisers stand for: the fields of the classes and structs and the parameters of the
 * functions that texts define, by their names. The last text has the last word.
 *
 * @param texts Prompt and answer, say.
 */
export function positionsIn(...texts: readonly string[]): Map<string, readonly string[]> {
  return new Map(
    texts.map((text) => text.slice(0, LONGEST_TEXT)).flatMap((
      text,
    ) => [...structsIn(text), ...inPython(text)]),
  );
}

/** Characters beyond which nothing is read. */
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
