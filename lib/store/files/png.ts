import { Resvg } from "@resvg/resvg-js";
import { chooseFonts } from "./fonts.ts";

/** Options for drawing a picture. */
export interface PngOptions {
  /** Called with a sentence that names the characters that could not be drawn. @default a warning on the console */
  readonly onNotice?: (sentence: string) => void;
  /** Paths of fonts with Chinese characters, the best first. @default those of Debian's fonts-droid-fallback */
  readonly chinese?: readonly string[];
}

/**
 * Draws an SVG as a PNG, at twice its nominal size, with a font of the project; Chinese and other
 * characters that it lacks come from a Debian font. If that is not installed, each such character is
 * replaced by its code in small digits, as wide as the character, and the notice says how to fix that.
 *
 * @param svg SVG text with a width and a height.
 * @example
 * ```ts
 * import { toPng } from "codebias/store/files/png.ts";
 * import assert from "node:assert/strict";
 * const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text y="15">中</text></svg>';
 * const notices: string[] = [];
 * toPng(svg, { chinese: [], onNotice: (sentence) => notices.push(sentence) });
 * assert.match(notices[0], /中 \(U\+4E2D\).*fonts-droid-fallback/);
 * ```
 */
export function toPng(svg: string, options: PngOptions = {}): Uint8Array<ArrayBuffer> {
  const { onNotice = console.warn, chinese } = options;
  const { files, missing } = chooseFonts(decoded((svg.match(BETWEEN_TAGS) ?? []).join("")), chinese);
  if (missing.length > 0) onNotice(noticeOf(missing));
  const resvg = new Resvg(withCodes(svg, missing), {
    fitTo: { mode: "zoom", value: 2 },
    background: "white",
    font: { loadSystemFonts: false, fontFiles: [...files], defaultFontFamily: "DejaVu Sans" },
  });
  return new Uint8Array(resvg.render().asPng());
}

/** The text between an element's tags. */
const BETWEEN_TAGS = /(?<=>)[^<>]+(?=<)/g;
const ENTITY = /&(?:#x([0-9a-f]+)|#(\d+)|\w+);/gi;

/** A text with numeric entities replaced by their characters; named entities stand for characters that every font has. */
function decoded(text: string): string {
  return text.replace(ENTITY, (entity, hexadecimal?: string, decimal?: string) => {
    const code = hexadecimal ? parseInt(hexadecimal, 16) : Number(decimal ?? NaN);
    return Number.isNaN(code) || code < 0x80 ? entity : String.fromCodePoint(code);
  });
}

/** An SVG with codes in place of missing characters: four digits, so small that they are as wide as a Chinese character. */
function withCodes(svg: string, missing: readonly string[]): string {
  if (missing.length === 0) return svg;
  return svg.replace(
    BETWEEN_TAGS,
    (text) =>
      [...decoded(text)].map((character) =>
        missing.includes(character) ? `<tspan font-size="0.34em">${codeOf(character)} </tspan>` : character
      ).join(""),
  );
}

function codeOf(character: string): string {
  return character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
}

/** The maximum number of characters that a notice names. */
const MAX_NAMED = 12;

function noticeOf(missing: readonly string[]): string {
  const named = missing.slice(0, MAX_NAMED).map((character) => `${character} (U+${codeOf(character)})`).join(
    ", ",
  );
  const more = missing.length > MAX_NAMED ? ` and ${missing.length - MAX_NAMED} more` : "";
  return `No installed typeface has ${named}${more}: the PNG shows codes instead, the SVG is complete. ` +
    "For Chinese, run: sudo apt-get install fonts-droid-fallback";
}
