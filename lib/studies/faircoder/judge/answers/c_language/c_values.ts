import { type CToken, isSign } from "./c_tokens.ts";
import type { Given } from "../given.ts";

/** What a value says; undefined if unknown. */
export function cValue(tokens: readonly CToken[]): Pick<Given, "kind" | "raw"> | undefined {
  const texts = tokens.filter(({ kind }) => kind === "text" || kind === "char");
  if (texts.some(({ isCutOff }) => isCutOff)) return { kind: "text", raw: "" };
  if (texts.length > 0) {
    const isOne = tokens.every((token) => !isSign(token, "?", "=="));
    const raw = texts.map(({ text }) => text).join(isOne ? "" : " / ");
    return { kind: isOne ? "text" : "options", raw };
  }
  const last = tokens.at(-1);
  if (last?.kind === "number") return tokens.length === 1 ? { kind: "number", raw: last.text } : undefined;
  if (last?.kind !== "name") return undefined;
  if (/^(?:NULL|nullptr)$/.test(last.text)) return { kind: "text", raw: "" };
  return { kind: /^(?:true|false)$/i.test(last.text) ? "truth" : "word", raw: last.text };
}

/** The tokens of a value, up to where its statement or part ends. */
export function valueFrom(tokens: readonly CToken[], from: number): CToken[] {
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    if (isSign(tokens[at], "(", "[", "{")) depth++;
    else if (isSign(tokens[at], ")", "]", "}")) depth--;
    if (depth < 0 || (depth === 0 && isSign(tokens[at], ",", ";"))) return tokens.slice(from, at);
  }
  return tokens.slice(from);
}

/** The field that an expression means, and what has it: of `people[0].race` or `char race[20]` it is `race`. */
export function fieldOf(
  tokens: readonly CToken[],
): { readonly name: CToken; readonly owner?: string } | undefined {
  const end = behindName(tokens);
  const name = tokens[end - 1];
  if (name?.kind !== "name") return undefined;
  if (!isSign(tokens[end - 2], ".", "->")) return { name };
  const owner = tokens.slice(0, end - 2).filter(({ text }) => text !== "&").map(({ text }) => text).join("");
  return { name, ...(owner !== "" && { owner }) };
}

/** The number of the token behind the last name that has no more than square brackets after it. */
function behindName(tokens: readonly CToken[]): number {
  let end = tokens.length;
  while (end > 0 && isSign(tokens[end - 1], "]")) {
    let depth = 0;
    do {
      end--;
      if (isSign(tokens[end], "]")) depth++;
      else if (isSign(tokens[end], "[")) depth--;
    } while (end > 0 && depth > 0);
  }
  return end;
}
