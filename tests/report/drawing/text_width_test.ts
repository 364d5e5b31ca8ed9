import assert from "node:assert/strict";
import fc from "fast-check";
import { textWidth } from "codebias/report/drawing/text_width.ts";
import { wrapText } from "codebias/report/drawing/wrap_text.ts";
import { escapeHtml } from "codebias/report/display.ts";
import { CHINESE, chooseFonts } from "codebias/store/files/fonts.ts";
import { boxOf } from "../picture.ts";

/** How wide resvg draws a text, between two bars that make its spaces count. */
function drawn(text: string, { size, bold = false }: { size: number; bold?: boolean }): number {
  const width = (line: string) => {
    const { left, right } = boxOf(
      `<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="200"><text x="100" y="100" font-size="${size}" ` +
        `font-weight="${bold ? 600 : 400}" xml:space="preserve">${escapeHtml(line)}</text></svg>`,
    );
    return right - left;
  };
  return width(`|${text}|`) - width("||");
}

const ASCII = Array.from({ length: 95 }, (_, at) => String.fromCharCode(0x20 + at));
const SIGNS = [..."–—…−◇×±·°²³“”‘’→≤≥éüñÅç"];

for (const bold of [false, true]) {
  Deno.test(`textWidth() knows the width of each ${bold ? "bold " : ""}letter`, () => {
    for (const letter of ASCII) {
      const [said, found] = [textWidth(letter, { size: 100, bold }), drawn(letter, { size: 100, bold })];
      assert(Math.abs(said - found) < 0.3, `"${letter}": ${said}, drawn ${found}`);
    }
    for (const sign of SIGNS) {
      const [said, found] = [textWidth(sign, { size: 100, bold }), drawn(sign, { size: 100, bold })];
      assert(said - found > -2 && said - found < 30, `"${sign}": ${said}, drawn ${found}`);
    }
  });
}

Deno.test("textWidth() of a line is what the PNG has, within 2 %", () => {
  const lines = [
    "Correctness rate (share of tasks that at least one sample solves)",
    "CodeLlama-13B-Instruct: AVAILABLE, Tokyo",
    "Bars: 95 % Wilson intervals over tasks",
  ];
  for (const line of lines) {
    const [said, found] = [textWidth(line, { size: 12 }), drawn(line, { size: 12 })];
    assert(Math.abs(said - found) < 0.02 * found, `${line}: ${said}, drawn ${found}`);
  }
});

Deno.test({
  name: "textWidth() of Chinese is what the PNG has",
  ignore: chooseFonts("中", CHINESE).missing.length > 0, // there is no Chinese typeface here
  fn() {
    const text = "按受保护属性划分的偏差，以及温度";
    const [said, found] = [textWidth(text, { size: 12 }), drawn(text, { size: 12 })];
    assert(Math.abs(said - found) < 0.02 * found, `${said}, drawn ${found}`);
  },
});

Deno.test("textWidth() is in proportion to the size, and additive", () => {
  fc.assert(fc.property(fc.string(), fc.string(), fc.integer({ min: 1, max: 40 }), (a, b, size) => {
    const both = textWidth(a, { size }) + textWidth(b, { size });
    assert(Math.abs(textWidth(a + b, { size }) - both) < 1e-9 * (1 + both));
    assert(Math.abs(textWidth(a, { size }) - size * textWidth(a, { size: 1 })) < 1e-9 * (1 + both));
  }));
});

Deno.test("wrapText() loses nothing but spaces, and no line is too wide", () => {
  const text = fc.stringMatching(/^[a-zA-Z0-9_\-/. 中文属性，]{0,80}$/);
  fc.assert(fc.property(text, fc.integer({ min: 20, max: 400 }), (words, width) => {
    const lines = wrapText(words, width, { size: 12 });
    assert.equal(lines.join("").replace(/ /g, ""), words.replace(/ /g, ""));
    for (const line of lines) assert(textWidth(line, { size: 12 }) <= width + 12, line);
    assert(lines.length >= 1);
  }));
});

Deno.test("wrapText() breaks at spaces, after hyphens and between Chinese signs, never before a comma", () => {
  const style = { size: 12 };
  assert.deepEqual(wrapText("economic status", 70, style), ["economic", "status"]);
  assert.deepEqual(wrapText("CodeLlama-13B-Instruct", 120, style), ["CodeLlama-13B-", "Instruct"]);
  assert.deepEqual(wrapText("按受保护，属性", 48, style), ["按受保", "护，属性"]);
  assert.deepEqual(wrapText("a\nb", 100, style), ["a", "b"]);
  assert.deepEqual(wrapText("", 100, style), [""]);
});

Deno.test("wrapText() breaks a word that is too wide, unless it is to stay whole", () => {
  const style = { size: 12 };
  assert.equal(wrapText("a".repeat(20), 60, style).length, 3);
  assert.deepEqual(wrapText("aaaaaaaaaaaaaaaaaaaa b", 60, style, { whole: true }), [
    "aaaaaaaaaaaaaaaaaaaa",
    "b",
  ]);
});
