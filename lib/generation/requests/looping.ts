import type { Finish } from "../../core/types.ts";

/** What an answer is, besides its text. */
export type AnswerKind = "complete" | "truncated" | "refused" | "empty" | "looping";

/** How often a passage must be repeated at the end, and how long all of it must be, characters. */
const [REPEATS, SHORTEST] = [6, 120];

/** The part of a text that is looked at, characters from its end. */
const TAIL = 8_000;

/**
 * What an answer is: cut off by its limit (`truncated`), or cut off while it only repeated itself and would
 * never have ended (`looping`); refused; nothing but white space; or complete.
 *
 * @example
 * ```ts
 * import { answerKind } from "codebias/generation/requests/looping.ts";
 * import assert from "node:assert/strict";
 * assert.equal(answerKind("x = 1\n", "stop"), "complete");
 * assert.equal(answerKind("x = 1\n" + "x += 1\n".repeat(50), "length"), "looping");
 * ```
 */
export function answerKind(text: string, finish: Finish): AnswerKind {
  if (finish === "refusal") return "refused";
  if (finish === "looping") return "looping";
  if (finish === "length") return repeatsItself(text) ? "looping" : "truncated";
  return text.trim() === "" ? "empty" : "complete";
}

/**
 * Whether a text ends with one passage repeated, the last time perhaps cut off.
 *
 * The border array of the reversed tail gives the shortest period of every suffix, in one pass.
 */
export function repeatsItself(text: string): boolean {
  const tail = text.slice(-TAIL);
  const at = (index: number) => tail.charCodeAt(tail.length - 1 - index);
  const border = new Int32Array(tail.length);
  for (let length = 1, matched = 0; length < tail.length; length++) {
    while (matched > 0 && at(length) !== at(matched)) matched = border[matched - 1];
    if (at(length) === at(matched)) matched++;
    border[length] = matched;
    const period = length + 1 - matched;
    if (length + 1 >= SHORTEST && length + 1 >= REPEATS * period) return true;
  }
  return false;
}
