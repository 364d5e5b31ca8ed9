/**
 * Start of the first stop text that a new piece of text completes; undefined if there is none.
 *
 * @param text The text so far, the new piece included.
 * @param before Length of the text before the new piece.
 * @param stop The stop texts, none of them empty.
 *
 * @example
 * ```ts
 * import { stopIn } from "codebias/calibration/stop_text.ts";
 * import assert from "node:assert/strict";
 * assert.equal(stopIn("return x\ndef", 10, ["\ndef", "class"]), 8);
 * assert.equal(stopIn("return x\nde", 10, ["\ndef"]), undefined);
 * ```
 */
export function stopIn(text: string, before: number, stop: readonly string[]): number | undefined {
  let first: number | undefined;
  for (const one of stop) {
    const at = text.indexOf(one, Math.max(0, before - one.length + 1));
    if (at >= 0 && (first === undefined || at < first)) first = at;
  }
  return first;
}
