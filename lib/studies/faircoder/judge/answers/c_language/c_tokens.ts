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

/**
 * The number of the first token from `from` on, outside of brackets that open in between, that is one of these signs or closes
 * what was open before; the number behind the last one if there is none.
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

/** Tokens split at a sign outside of inner brackets; nothing behind a last sign. */
export function partedBy(tokens: readonly CToken[], sign: string): CToken[][] {
  const parts: CToken[][] = [];
  for (let from = 0; from < tokens.length;) {
    const end = endFrom(tokens, from, sign);
    parts.push(tokens.slice(from, end));
    from = end + 1;
  }
  return parts;
}
