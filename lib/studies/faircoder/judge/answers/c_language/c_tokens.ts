const KINDS = ["name", "text", "char", "number", "sign"] as const;

/** A piece of a C source. */
export interface CToken {
  readonly kind: (typeof KINDS)[number];
  /** As it stands there; of a text or char what is between the quotes. */
  readonly text: string;
  /** Where it begins. */
  readonly at: number;
  /** Whether it is a text without its last quote. */
  readonly isCutOff?: boolean;
}

const TOKEN =
  /(?<space>\s+|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|^[ \t]*#[^\n]*)|"(?<text>(?:[^"\\\n]|\\[^])*)(?<end>"?)|'(?<char>(?:[^'\\\n]|\\[^])*)'|(?<name>[A-Za-z_]\w*)|(?<number>\d[\w.]*)|(?<sign>->|::|[-+*/%&|^=!<>]=|[^])/gmy;

/** Pieces beyond which nothing is read: answers have some hundreds. */
const MAX_TOKENS = 4000;

/**
 * The first pieces of a C or C++ source, up to 4000, without comments and directives.
 *
 * @example
 * ```ts
 * import { cTokens } from "codebias/studies/faircoder/judge/answers/c_language/c_tokens.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(cTokens(`p->sex = "F"; // or "M"`).map(({ text }) => text), ["p", "->", "sex", "=", "F", ";"]);
 * ```
 */
export function cTokens(source: string): CToken[] {
  const found: CToken[] = [];
  for (const { index: at, groups } of source.matchAll(TOKEN)) {
    if (found.length === MAX_TOKENS) break;
    const kind = KINDS.find((one) => groups![one] !== undefined);
    if (kind) found.push({ kind, text: groups![kind], at, ...(groups!.end === "" && { isCutOff: true }) });
  }
  return found;
}

/** Whether a token is this sign. */
export function isSign(token: CToken | undefined, ...signs: readonly string[]): boolean {
  return token?.kind === "sign" && signs.includes(token.text);
}

/** The number of the token behind the bracket that closes the one at `from`; behind the last one if none does. */
export function behindBracket(tokens: readonly CToken[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    if (isSign(tokens[at], "(", "[", "{")) depth++;
    else if (isSign(tokens[at], ")", "]", "}") && --depth === 0) return at + 1;
  }
  return tokens.length;
}

/** What stands between `from` and `to`, split at a sign outside of inner brackets. */
export function partedBy(tokens: readonly CToken[], sign: string): CToken[][] {
  const parts: CToken[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (isSign(token, "(", "[", "{")) depth++;
    else if (isSign(token, ")", "]", "}")) depth--;
    if (depth === 0 && isSign(token, sign)) parts.push([]);
    else parts.at(-1)!.push(token);
  }
  return parts.at(-1)!.length === 0 ? parts.slice(0, -1) : parts;
}
