import { type TextStyle, textWidth } from "./text_width.ts";

/**
 * Breaks a text into lines that are no wider than `width`: at spaces except those around `=`, after `-`, `_`, `/` and
 * between Chinese characters; a word that is still too wide is broken as needed. This is our own code, because Plot
 * breaks neither after `_` or `/` nor between Chinese characters.
 *
 * @param text The text; its line breaks are kept.
 * @param width The width of a line in pixels.
 * @param style The type size in pixels, and whether it is bold.
 * @param options.whole Whether words are kept whole even if they are too wide. @default false
 * @returns At least one line.
 *
 * @example
 * ```ts
 * import { wrapText } from "codebias/report/drawing/wrap_text.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(wrapText("share of biased samples", 90, { size: 12 }), ["share of", "biased", "samples"]);
 * assert.deepEqual(wrapText("model, t = 1", 50, { size: 12 }), ["model,", "t = 1"]);
 * ```
 */
export function wrapText(
  text: string,
  width: number,
  style: TextStyle,
  { whole = false }: { whole?: boolean } = {},
): string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, { width, style, whole }));
}

function wrapLine(
  text: string,
  { width, style, whole }: { width: number; style: TextStyle; whole: boolean },
) {
  const fits = (line: string) => textWidth(line.trimEnd(), style) <= width;
  const lines: string[] = [];
  let line = "";
  for (const piece of pieces(text)) {
    if (fits(line + piece)) {
      line += piece;
      continue;
    }
    if (line !== "") lines.push(line.trimEnd());
    line = "";
    for (const sign of piece) {
      if (!whole && line !== "" && !fits(line + sign)) {
        lines.push(line);
        line = "";
      }
      line += sign;
    }
  }
  return [...lines, line.trimEnd()];
}

/** Unbreakable pieces: a word with the space after it, a part of a compound, one Chinese character. */
function pieces(text: string): string[] {
  return text.match(
    /\p{Script=Han}[，。：；、）？！]*|(?:\s=\s|[^\s\-_/\p{Script=Han}])*[\-_/\s]+(?!=\s)|(?:\s=\s|[^\s\-_/\p{Script=Han}])+/gu,
  ) ??
    [];
}
