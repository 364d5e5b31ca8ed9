import { behindBracket, type CToken, cTokens, isSign, partedBy } from "./c_tokens.ts";

/**
 * The fields of the structs that a C source defines, in order, by the structs' names, those of `typedef` included.
 *
 * @example
 * ```ts
 * import { structsIn } from "codebias/studies/faircoder/judge/answers/c_language/c_structs.ts";
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
    const end = behindBracket(tokens, open);
    const fields = fieldsIn(tokens.slice(open + 1, end - 1));
    const isTypedef = tokens[at - 1]?.text === "typedef";
    const alias = isTypedef && tokens[end]?.kind === "name" ? tokens[end] : undefined;
    for (const name of [named, alias]) {
      if (name) found.set(name.text, fields);
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
