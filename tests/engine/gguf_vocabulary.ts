import { type CalibrationSpec, END } from "codebias/calibration/spec.ts";
import { fragmentName, startName } from "codebias/calibration/spec.ts";

/** The token that ends a completion. */
export const END_TEXT = "<|endoftext|>";

/** llama.cpp's numbers for kinds of tokens. */
export const TOKEN_KIND = { normal: 1, control: 3, userDefined: 4 } as const;

/** A token of the GGUF form. */
export interface GgufToken {
  readonly text: string;
  readonly kind: number;
  /** Number of the state that the model is in after this token. */
  readonly state: number;
}

/** The tokens, and the numbers by which fragments and starts are found. */
export interface GgufVocabulary {
  readonly tokens: readonly GgufToken[];
  /** Number of the token of a fragment, or of `end`, by its name. */
  readonly tokenOf: ReadonlyMap<string, number>;
  /** Number of the state of a fragment by its name. */
  readonly stateOf: ReadonlyMap<string, number>;
  /** Number of the state of each start, in the spec's order. */
  readonly startStates: readonly number[];
  readonly states: number;
}

/**
 * The vocabulary of a spec's GGUF form: 256 bytes, the end, each `lastLine` and each fragment as one token.
 *
 * State 0 is the default start, where every byte and the end lead; then come the other starts, then the fragments.
 *
 * @param spec With no other starts than by `lastLine`.
 * @throws {RangeError} If two tokens would have the same text, or one is a single byte or holds U+0000.
 *
 * @example
 * ```ts
 * import { ggufVocabulary } from "./gguf_vocabulary.ts";
 * import assert from "node:assert/strict";
 * const vocabulary = ggufVocabulary({
 *   name: "one",
 *   synthetic: true,
 *   fragments: { one: { text: "return 1", next: { end: 1 } } },
 *   starts: [{ next: { one: 1 } }],
 * });
 * assert.deepEqual([vocabulary.tokens.length, vocabulary.states], [258, 2]);
 * ```
 */
export function ggufVocabulary({ fragments, starts }: CalibrationSpec): GgufVocabulary {
  const tokens: GgufToken[] = byteTexts().map((text) => ({ text, kind: TOKEN_KIND.normal, state: 0 }));
  const owners = new Map(tokens.map(({ text }) => [text, "a single byte"]));
  const add = (owner: string, token: GgufToken): number => {
    const other = owners.get(token.text);
    if (other !== undefined) {
      throw inexpressible(owner, `its text is that of ${other}, and a token can be but one`);
    }
    if (token.text.includes("\0")) throw inexpressible(owner, "its text holds U+0000");
    owners.set(token.text, owner);
    return tokens.push(token) - 1;
  };
  const tokenOf = new Map([[END, add(`"${END}"`, { text: END_TEXT, kind: TOKEN_KIND.control, state: 0 })]]);
  const stateOf = new Map<string, number>();
  let states = 1;
  const startStates = starts.map(({ when }, at) => {
    if (when?.lastLine === undefined) return 0;
    add(startName(at), { text: when.lastLine, kind: TOKEN_KIND.userDefined, state: states });
    return states++;
  });
  for (const [id, { text }] of Object.entries(fragments)) {
    tokenOf.set(id, add(fragmentName(id), { text, kind: TOKEN_KIND.userDefined, state: states }));
    stateOf.set(id, states++);
  }
  return { tokens, tokenOf, stateOf, startStates, states };
}

/** The error for what the GGUF form cannot express. */
export function inexpressible(where: string, what: string): RangeError {
  return new RangeError(`Cannot write this calibration spec as GGUF: ${where}: ${what}`);
}

/**
 * The characters that byte-level BPE vocabularies write for the bytes 0 to 255: printable bytes stand for themselves, the
 * others for the characters from U+0100 on, in order.
 */
function byteTexts(): string[] {
  let next = 0x100;
  return Array.from({ length: 256 }, (_, byte) => {
    const printable = (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
    return String.fromCodePoint(printable ? byte : next++);
  });
}
