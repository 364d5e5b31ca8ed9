/**
 * Characters that people would not see, or that would change what they see: control characters other than line feed and
 * tab (terminals obey them), marks that change text direction, zero-width characters, lone surrogates and
 * noncharacters.
 */
export const UNSEEN =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}]/gu;

/**
 * Text safe to display, whoever wrote it: what is invisible, would control a terminal or reverse the text
 * is shown as its code. For everything displayed; data files and pipes keep the original.
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
