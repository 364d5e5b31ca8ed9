import assert from "node:assert/strict";
import { toPng } from "codebias/store/files/png.ts";
import { assertGolden } from "../golden/golden.ts";
import { FORMS } from "./forms.ts";
import { assertApart, assertInside, sizeOf, typeSizesOf } from "./picture.ts";

/** Inches of a column and of a page in print, by the width of a picture in pixels. */
const INCHES: Readonly<Record<number, number>> = { 400: 3.3, 800: 7 };

for (const [name, draw] of Object.entries(FORMS)) {
  Deno.test(`${name} is the golden picture, each time it is drawn`, async () => {
    const { svg } = draw();
    assert.equal(draw().svg, svg);
    await assertGolden(`${name}.svg`, svg);
  });

  Deno.test(`${name} keeps everything inside, no text touches another, and print is 6 pt or more`, () => {
    const { svg } = draw();
    assertInside(svg);
    assertApart(svg);
    const points = 72 * INCHES[sizeOf(svg).width] / sizeOf(svg).width;
    assert(Math.min(...typeSizesOf(svg)) * points >= 6, `${Math.min(...typeSizesOf(svg)) * points} pt`);
  });

  Deno.test(`${name} says the gist of its numbers to who cannot see it`, () => {
    const [, gist] = /^<svg [^>]*role="img"[^>]*><desc>([^<]*)<\/desc>/.exec(draw().svg)!;
    assert(/\d/.test(gist) && gist.length <= 250, gist);
  });

  Deno.test(`${name} becomes a PNG of twice the size`, () => {
    const { svg } = draw();
    const { width, height } = sizeOf(svg);
    const view = new DataView(toPng(svg, { onNotice: () => {} }).buffer);
    assert.deepEqual([view.getUint32(16), view.getUint32(20)], [2 * width, 2 * height]);
  });
}

Deno.test("forms are drawn without a remark of Plot's", () => {
  const warn = console.warn;
  const remarks: unknown[] = [];
  console.warn = (...remark) => void remarks.push(remark);
  try {
    for (const draw of Object.values(FORMS)) draw();
  } finally {
    console.warn = warn;
  }
  assert.deepEqual(remarks, []);
});
