import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { chooseFonts, DEJAVU, glyphsOf } from "codebias/store/files/fonts.ts";
import { toPng } from "codebias/store/files/png.ts";

const svg = (text: string, more = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="30" style="font-family:'DejaVu Sans',sans-serif">` +
  `<text x="5" y="20" font-size="14">${text}</text>${more}</svg>`;

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Draws, and collects what is remarked. */
function drawn(text: string, chinese?: readonly string[]): { png: Uint8Array; notices: string[] } {
  const notices: string[] = [];
  const png = toPng(svg(text), { onNotice: (sentence) => notices.push(sentence), chinese });
  return { png, notices };
}

const hasChinese = chooseFonts("中").missing.length === 0;

Deno.test("toPng() draws the same bytes on every machine", () => {
  const circle = '<circle cx="180" cy="15" r="8.3" fill="#005fa8" fill-opacity="0.4" stroke="#e0640f"/>';
  assert.equal(
    sha256(toPng(svg("Rates: 0.25 − 1.0 ◇ é", circle))),
    "b676447e5674f3205084e90bd556bb84ff7f7af9dc6f57b2a0896d33d2fb764e",
  );
});

Deno.test({
  name: "toPng() draws the same Chinese signs wherever Debian's typeface is installed",
  ignore: !hasChinese,
  fn() {
    const { png, notices } = drawn("偏差 bias");
    assert.deepEqual(notices, []);
    assert.equal(sha256(png), "a2175be13d709074fa789ef7d8a7855df2b60103a1c6e09bdc25012d845725e0");
    assert.notEqual(sha256(png), sha256(drawn("偏 差 bias").png));
  },
});

Deno.test("toPng() says nothing about a text that its own typeface has, and needs no other", () => {
  const { notices } = drawn("Größe ≥ 0.5, Ω — ё", []);
  assert.deepEqual(notices, []);
  assert.deepEqual(chooseFonts("abc Ω").files, DEJAVU);
});

Deno.test("toPng() without a Chinese typeface writes codes instead of boxes, and says how to get one", () => {
  const { png, notices } = drawn("属性 of 中", []);
  assert.deepEqual(notices, [
    "No installed typeface has 属 (U+5C5E), 性 (U+6027), 中 (U+4E2D): the PNG shows codes instead, the SVG is " +
    "complete. For Chinese, run: sudo apt-get install fonts-droid-fallback",
  ]);
  // Other signs have other codes, so that two names are not mistaken for one.
  assert.notEqual(sha256(png), sha256(drawn("性属 of 中", []).png));
  assert.notEqual(sha256(png), sha256(drawn(" of ", []).png));
});

Deno.test("toPng() names a dozen of many missing characters", () => {
  const { notices } = drawn("一二三四五六七八九十百千万亿", []);
  assert.equal(notices.length, 1);
  assert.match(notices[0], /千 \(U\+5343\) and 2 more: /);
});

Deno.test("toPng() reads characters that are written as numbers, and leaves attributes alone", () => {
  assert.match(
    drawn("&#x4e2d;&#24615; &lt;b&gt; &amp;", []).notices[0],
    /^No installed typeface has 中 .*, 性 \(/,
  );
  const labelled = svg("a", '<g aria-label="中"><rect width="3" height="3"/></g>');
  const notices: string[] = [];
  toPng(labelled, { onNotice: (sentence) => notices.push(sentence), chinese: [] });
  assert.deepEqual(notices, []);
});

Deno.test({
  name: "toPng() writes a code for what no typeface has at all",
  ignore: !hasChinese,
  fn: () =>
    assert.match(drawn("中 \u{10FF00}").notices[0], /^No installed typeface has .* \(U\+10FF00\): the PNG/),
});

Deno.test("toPng() takes no typeface from the machine", () => {
  // Without its own typeface's name, a text is drawn in the same one.
  const named = toPng(svg("Ag"));
  const other = toPng(svg("Ag").replaceAll("DejaVu Sans", "Liberation Sans"));
  assert.equal(sha256(other), sha256(named));
});

Deno.test("glyphsOf() knows which characters a typeface has", () => {
  const has = glyphsOf(Deno.readFileSync(DEJAVU[0]));
  for (const character of "Aé−◇⁻Ωё�") assert(has(character.codePointAt(0)!), character);
  for (const character of "中属，\u{20000}") assert(!has(character.codePointAt(0)!), character);
});

/** A typeface of nothing but a table of characters. */
function typeface(format: 4 | 12): Uint8Array {
  const bytes = new Uint8Array(200);
  const view = new DataView(bytes.buffer);
  const put = (at: number, values: readonly number[]) =>
    values.forEach((value, index) => view.setUint16(at + 2 * index, value));
  view.setUint32(0, 0x00010000);
  view.setUint16(4, 1);
  bytes.set(new TextEncoder().encode("cmap"), 12);
  view.setUint32(20, 28);
  put(28, [0, 1, 3, format === 4 ? 1 : 10]);
  view.setUint32(36, 12);
  if (format === 4) {
    // Segments: A to C by an offset of glyph numbers; a to c by a list in which b has none; the end.
    put(40, [4, 48, 0, 6, 0, 0, 0, 67, 99, 0xffff, 0, 65, 97, 0xffff, 0x10000 - 60, 0, 1, 0, 4, 0, 7, 0, 9]);
  } else {
    view.setUint16(40, 12);
    view.setUint32(52, 2);
    [65, 67, 5, 0x20000, 0x20001, 8].forEach((value, index) => view.setUint32(56 + 4 * index, value));
  }
  return bytes;
}

Deno.test("glyphsOf() reads format 4, with offsets and with lists", () => {
  const has = glyphsOf(typeface(4));
  assert.deepEqual([..."@ABCDabcd"].filter((letter) => has(letter.charCodeAt(0))), ["A", "B", "C", "a", "c"]);
  assert(!has(0x20000));
});

Deno.test("glyphsOf() reads format 12, beyond U+FFFF", () => {
  const has = glyphsOf(typeface(12));
  assert.deepEqual([64, 65, 67, 68, 0x1ffff, 0x20000, 0x20001, 0x20002].map(has), [
    ...[false, true, true, false],
    ...[false, true, true, false],
  ]);
});

Deno.test("glyphsOf() refuses what is not a typeface", () => {
  for (const bytes of [new Uint8Array(), new TextEncoder().encode("wOF2 and much more than twelve bytes")]) {
    assert.throws(() => glyphsOf(bytes), {
      name: "RangeError",
      message: /these are not the bytes of a \.ttf/,
    });
  }
});
