/**
 * What people would not see, or what would act on what they see: control characters but line feed and tab (terminals obey
 * them), marks that change the direction of text, characters that take no place, halves of characters, and what is none.
 */
const UNSEEN =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}]/gu;

/**
 * Text that people see as it is, whoever wrote it: what nobody would see, or what would steer a terminal or turn the text
 * around, is shown as its code. For all that is shown; files of data and pipes keep what was said.
 *
 * Source: Unicode Standard Annex 9 (direction), Technical Report 36 (security).
 *
 * @returns The text with line feeds and tabs as they are, CR LF as a line feed.
 *
 * @example
 * ```ts
 * import { visible } from "codebias/core/visible.ts";
 * import assert from "node:assert/strict";
 * assert.equal(visible("x = 1\u001b[2J\u202e"), "x = 1<U+001B>[2J<U+202E>");
 * assert.equal(visible("Größe\t中文\r\n"), "Größe\t中文\n");
 * ```
 */
export function visible(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(UNSEEN, (character) => {
    if (character === "\n" || character === "\t") return character;
    return `<U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}
