import type { Finish } from "../../core/types.ts";

/** The kinds of answers. */
export type AnswerKind = "complete" | "truncated" | "refused" | "empty" | "looping";

/** The minimum number of repetitions of a passage at the end, and their minimum total length, characters. */
const [REPEATS, SHORTEST] = [6, 120];

/** The length of the end of a text that is examined, characters. */
const TAIL = 8_000;

/**
 * The kind of an answer: cut off by its limit (`truncated`), or cut off while it only repeated itself and would
 * never have ended (`looping`); `refused`; only white space (`empty`); or `complete`.
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
 * Whether a text ends with repetitions of one passage, the last of which may be cut off.
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
