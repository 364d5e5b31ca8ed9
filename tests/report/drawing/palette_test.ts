import assert from "node:assert/strict";
import { colorScale, contrast, linearChannels, textColorOn } from "codebias/report/drawing/color_scale.ts";
import { INK, MUTED, SERIES_STYLES, seriesStyles } from "codebias/report/drawing/palette.ts";

type Matrix = readonly (readonly [number, number, number])[];

/** How colours in linear light look without one kind of cone. Source: Machado, Oliveira, Fernandes 2009, severity 1. */
const VISIONS: Readonly<Record<string, Matrix>> = {
  full: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [
    -0.003882,
    -0.048116,
    1.051998,
  ]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [
    -0.01182,
    0.04294,
    0.968881,
  ]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [
    0.004733,
    0.691367,
    0.3039,
  ]],
};

/** CIELAB of a colour as it is seen, for white D65. */
function lab(color: string, vision: Matrix): [L: number, a: number, b: number] {
  const linear = linearChannels(color);
  const [red, green, blue] = vision.map((row) =>
    Math.min(1, Math.max(0, row.reduce((sum, weight, at) => sum + weight * linear[at], 0)))
  );
  const f = (t: number) => t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 * t + 16) / 116;
  const x = f((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047);
  const y = f(0.2126729 * red + 0.7151522 * green + 0.072175 * blue);
  const z = f((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const COLORS = SERIES_STYLES.map(({ color }) => color);
const PAIRS = COLORS.flatMap((a, at) => COLORS.slice(at + 1).map((b) => [a, b] as const));

Deno.test("SERIES_STYLES have a contrast of at least 3 with white, text one of 4.5", () => {
  for (const color of COLORS) {
    assert(contrast(color, "#ffffff") >= 3, `${color}: ${contrast(color, "#ffffff")}`);
  }
  for (const color of [INK, MUTED]) assert(contrast(color, "#ffffff") >= 4.5, color);
});

for (const [name, vision] of Object.entries(VISIONS)) {
  Deno.test(`SERIES_STYLES differ for readers with ${name === "full" ? "full colour vision" : name}`, () => {
    for (const [a, b] of PAIRS) {
      const [one, other] = [lab(a, vision), lab(b, vision)];
      const distance = Math.hypot(...one.map((value, at) => value - other[at]));
      assert(distance >= 20, `${a} and ${b}: ${distance}`);
    }
  });
}

Deno.test("SERIES_STYLES differ in grey: the first three in lightness, all in symbol and in dashes", () => {
  const lightness = COLORS.slice(0, 3).map((color) => lab(color, VISIONS.full)[0]).sort((a, b) => a - b);
  assert(lightness[1] - lightness[0] >= 15 && lightness[2] - lightness[1] >= 15, String(lightness));
  const symbols = SERIES_STYLES.map(({ symbol, rotate }) => `${symbol} ${rotate}`);
  const dashes = SERIES_STYLES.map(({ dash }) => dash);
  assert.deepEqual([new Set(symbols).size, new Set(dashes).size], [8, 8]);
  assert(!symbols.some((symbol) => symbol.startsWith("diamond")), "the diamond is kept for references");
});

Deno.test("contrast() is that of the guidelines", () => {
  assert.equal(contrast("#ffffff", "#000000"), 21);
  assert.equal(contrast("#777777", "#777777"), 1);
  assert.equal(contrast("#767676", "#ffffff").toFixed(2), "4.54");
  assert.equal(contrast("#ff0000", "#ffffff").toFixed(2), "4.00");
});

Deno.test("textColorOn() reads well on every colour of both scales", () => {
  for (const scale of [colorScale([0, 1]), colorScale([0, 1], 0.5), colorScale([0, 1], 0.1)]) {
    for (let step = 0; step <= 1000; step++) {
      const background = scale(step / 1000);
      assert.match(background, /^#[0-9a-f]{6}$/);
      const found = contrast(textColorOn(background), background);
      assert(found >= 4.5, `${background}: ${found}`);
    }
  }
});

Deno.test("colorScale() grows darker to the ends, so that it can be read in grey", () => {
  const lightness = (color: string) => lab(color, VISIONS.full)[0];
  const [one, two] = [colorScale([0, 1]), colorScale([-1, 1], 0)];
  for (let step = 1; step <= 100; step++) {
    const [before, now] = [(step - 1) / 100, step / 100];
    assert(lightness(one(now)) <= lightness(one(before)));
    for (const sign of [-1, 1]) assert(lightness(two(sign * now)) <= lightness(two(sign * before)));
  }
});

Deno.test("colorScale() with a midpoint at an end has one hue", () => {
  const scale = colorScale([0, 2], 0);
  assert.deepEqual([scale(0), scale(2)], ["#f7f5f2", "#0b3c72"]);
});

Deno.test("seriesStyles() gives each name a style, and refuses a ninth", () => {
  const names = ["a", "b", "a", "c"];
  assert.deepEqual([...seriesStyles(names).keys()], ["a", "b", "c"]);
  assert.deepEqual([...seriesStyles(names).values()], SERIES_STYLES.slice(0, 3));
  assert.throws(() => seriesStyles([..."abcdefghi"]), {
    name: "RangeError",
    message: "Cannot tell 9 series apart in one panel: draw at most 8, or name a panel column",
  });
});
