/** The style of a text. */
export interface TextStyle {
  /** Size in pixels. */
  readonly size: number;
  readonly bold?: boolean;
}

/** The units of DejaVu's advance widths per type size. */
const UNITS = 2048;

/** The advance widths of U+0020 to U+007E in DejaVu Sans. */
const REGULAR = widths(`
  651 821 942 1716 1303 1946 1597 563 799 799 1024 1716 651 739 651 690 1303 1303 1303 1303 1303 1303
  1303 1303 1303 1303 690 690 1716 1716 1716 1087 2048 1401 1405 1430 1577 1294 1178 1587 1540 604 604
  1343 1141 1767 1532 1612 1235 1612 1423 1300 1251 1499 1401 2025 1403 1251 1403 799 690 799 1716 1024
  1024 1255 1300 1126 1300 1260 721 1300 1298 569 569 1186 569 1995 1298 1253 1300 1300 842 1067 803
  1298 1212 1675 1212 1212 1075 1303 690 1303 1716
`);

/** The advance widths of U+0020 to U+007E in DejaVu Sans Bold. */
const BOLD = widths(`
  713 934 1067 1716 1425 2052 1786 627 936 936 1071 1716 778 850 778 748 1425 1425 1425 1425 1425 1425
  1425 1425 1425 1425 819 819 1716 1716 1716 1188 2048 1585 1561 1503 1700 1399 1399 1681 1714 762 762
  1587 1305 2038 1714 1741 1501 1741 1577 1475 1397 1663 1585 2259 1579 1483 1485 936 748 936 1716 1024
  1024 1382 1466 1214 1466 1389 891 1466 1458 702 702 1362 702 2134 1458 1407 1466 1466 1010 1219 979
  1458 1335 1892 1321 1335 1192 1458 748 1458 1716
`);

/** The advance widths of other characters in figures; none is wider by more than 27 % in bold type. */
const SIGNS: Readonly<Record<string, number>> = {
  ...{ "–": 1024, "—": 2048, "…": 2048, "−": 1716, "◇": 1577, "×": 1716, "±": 1716, "·": 651, "°": 1024 },
  ...{ "²": 821, "³": 821, "“": 1061, "”": 1061, "‘": 651, "’": 651, "→": 1716, "≤": 1716, "≥": 1716 },
};

/** Characters as wide as the type is high: Chinese, Japanese, Korean, and their punctuation. */
const WIDE_SIGNS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60\uffe0-\uffe6\u{1f000}-\u{1faff}]/u;

/**
 * The width of a line of text in DejaVu Sans, in pixels: the sum of the advance widths of its letters. This is our own
 * code, because only browsers measure texts, and Plot's estimate is for one typeface, which is not bold. Characters not
 * in the table count as wide as a wide letter, so that a text is never wider than this, except with rare characters.
 *
 * @param text One line.
 * @param style Its size in pixels, and whether it is bold.
 *
 * @example
 * ```ts
 * import { textWidth } from "codebias/report/drawing/text_width.ts";
 * import assert from "node:assert/strict";
 * assert.equal(textWidth("中文", { size: 12 }), 24);
 * assert(textWidth("mm", { size: 12 }) > textWidth("ii", { size: 12 }));
 * ```
 */
export function textWidth(text: string, { size, bold = false }: TextStyle): number {
  let units = 0;
  for (const sign of text) units += advance(sign, bold);
  return units * size / UNITS;
}

function advance(sign: string, bold: boolean): number {
  if (/\p{Mark}/u.test(sign)) return 0;
  if (WIDE_SIGNS.test(sign)) return UNITS;
  const known = letter(sign, bold) ?? letter(sign.normalize("NFD")[0], bold);
  if (known !== undefined) return known;
  return (SIGNS[sign] ?? 0.8 * UNITS) * (bold ? 1.27 : 1);
}

function letter(sign: string, bold: boolean): number | undefined {
  return (bold ? BOLD : REGULAR)[sign.charCodeAt(0) - 0x20];
}

function widths(table: string): number[] {
  return table.trim().split(/\s+/).map(Number);
}
