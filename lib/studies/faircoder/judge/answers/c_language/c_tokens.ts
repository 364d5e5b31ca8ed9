const KINDS = ["name", "text", "char", "number", "sign"] as const;

/** A token of a C source. */
export interface CToken {
  readonly kind: (typeof KINDS)[number];
  /** The token in the source; for a text or char, the part between the quotes. */
  readonly text: string;
  /** The place in the source at which it begins. */
  readonly at: number;
  /** Whether the token is a text without its last quote. */
  readonly isCutOff?: boolean;
}

const TOKEN =
  /(?<space>\s+|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|^[ \t]*#[^\n]*)|"(?<text>(?:[^"\\\n]|\\[^])*)(?<end>"?)|'(?<char>(?:[^'\\\n]|\\[^])*)'|(?<name>[A-Za-z_]\w*)|(?<number>\d[\w.]*)|(?<sign>->|::|[-+*/%&|^=!<>]=|[^])/gmy;

/** The most tokens that are read; answers have some hundreds. */
const MAX_TOKENS = 4000;

/**
 * The first tokens of a C or C++ source, up to 4000, without comments and directives.
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

/** Whether a token is one of some signs. */
export function isSign(token: CToken | undefined, ...signs: readonly string[]): boolean {
  return token?.kind === "sign" && signs.includes(token.text);
}

/**
 * The index of the first token from `from` on that is one of these signs, outside of brackets that open in between, or
 * closes a bracket that was open before; the number of tokens if there is none.
 */
export function endFrom(tokens: readonly CToken[], from: number, ...signs: readonly string[]): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    if (isSign(tokens[at], "(", "[", "{")) depth++;
    else if (isSign(tokens[at], ")", "]", "}")) depth--;
    if (depth < 0 || (depth === 0 && isSign(tokens[at], ...signs))) return at;
  }
  return tokens.length;
}

/** Splits tokens at a sign outside of brackets; nothing follows a last sign. */
export function partedBy(tokens: readonly CToken[], sign: string): CToken[][] {
  const parts: CToken[][] = [];
  for (let from = 0; from < tokens.length;) {
    const end = endFrom(tokens, from, sign);
    parts.push(tokens.slice(from, end));
    from = end + 1;
  }
  return parts;
}
