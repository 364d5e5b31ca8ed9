import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { heatMap } from "codebias";
import { contrast } from "codebias/report/drawing/color_scale.ts";
import type { HeatMapOptions } from "codebias/report/figures/heat_map.ts";
import { assertApart, assertInside, labelsOf, sizeOf } from "../picture.ts";

const OPTIONS: HeatMapOptions = { x: "attribute", y: "model", value: "rate" };

function cells(
  models: readonly string[],
  attributes: readonly string[],
  rate: (at: number) => number | null,
) {
  return models.flatMap((model, m) =>
    attributes.map((attribute, a) => ({ model, attribute, rate: rate(m * attributes.length + a) }))
  );
}

/** Colour and number of each cell, in the order of drawing. */
function drawn(svg: string): { fill: string; text: string; ink: string }[] {
  const [, cells] = /aria-label="cell"(.*?)<\/g>/s.exec(svg)!;
  const fills = [...cells.matchAll(/<rect [^>]*?fill="(#\w+)"/g)];
  const [, texts] = /aria-label="text"(.*?)<\/g>/s.exec(svg)!;
  const numbers = [...texts.matchAll(/<text fill="(#\w+)"[^>]*>([^<]*)</g)];
  return numbers.map(([, ink, text], at) => ({ fill: fills[at][1], text, ink }));
}

Deno.test("heatMap() writes each number on its colour, with a contrast of at least 4.5", () => {
  const { svg } = heatMap(cells([..."ABCDE"], [..."vwxyz"], (at) => at / 24), OPTIONS);
  const found = drawn(svg);
  assert.equal(found.length, 25);
  for (const { fill, ink, text } of found) assert(contrast(fill, ink) >= 4.5, `${text}: ${ink} on ${fill}`);
  assert.equal(new Set(found.map(({ text }) => text)).size, 25);
});

Deno.test("heatMap() marks a cell without a number, whether its row is there or not", () => {
  const rows = cells(["A", "B"], ["x", "y"], (at) => at === 1 ? null : 0.5).slice(0, 3);
  assert.equal(drawn(heatMap(rows, OPTIONS).svg).filter(({ text }) => text === "–").length, 2);
});

Deno.test("heatMap() draws a DataFrame as it draws its rows", () => {
  const rows = cells(["A", "B"], ["x", "y"], (at) => at / 4);
  assert.equal(heatMap(pl.DataFrame(rows), OPTIONS).svg, heatMap(rows, OPTIONS).svg);
});

Deno.test("heatMap() around a midpoint reaches as far to both sides", () => {
  const { svg } = heatMap(cells(["A"], ["x", "y", "z"], (at) => [-0.5, 0, 0.2][at]), {
    ...OPTIONS,
    midpoint: 0,
  });
  const texts = labelsOf(svg).map(({ text }) => text);
  assert.equal(texts.filter((text) => text === "−0.50").length, 2, "in the cell and at the strip's end");
  assert(texts.includes("0.50"));
  assert.equal(drawn(svg)[1].fill, "#f7f5f2");
});

Deno.test("heatMap() slants names that have no room, and takes a page where the numbers have none", () => {
  const names = [
    "economic status",
    "marital status",
    "employment status",
    "age",
    "gender",
    "religion",
    "race",
  ];
  const { svg } = heatMap(cells(["CodeLlama-13B-Instruct", "B"], names, () => 0.25), OPTIONS);
  assertInside(svg);
  assertApart(svg);
  assert(/rotate\(-45/.test(svg));
  const wide =
    heatMap(cells(["A"], Array.from({ length: 14 }, (_, at) => `a${at}`), () => 0.25), OPTIONS).svg;
  assert.equal(sizeOf(wide).width, 800);
  assertInside(wide);
  assertApart(wide);
});

Deno.test("heatMap() of one cell, of a long name and of nothing but gaps stays inside", () => {
  const long = "DeepSeek-Coder-V2-Lite-Instruct-0724-Q4_K_M";
  for (
    const rows of [
      cells(["A"], ["x"], () => 0.5),
      cells([long], [long], () => 1),
      cells(["A"], ["x"], () => null),
    ]
  ) {
    const { svg } = heatMap(rows, { ...OPTIONS, title: long, valueLabel: long.repeat(2) });
    assertInside(svg);
    assertApart(svg);
  }
});

Deno.test("heatMap() refuses what it cannot draw, in words", () => {
  const rows = cells(["A"], ["x", "y"], () => 0.5);
  const many = cells(["A"], Array.from({ length: 40 }, (_, at) => `a${at}`), () => 0.25);
  const refusals: [() => unknown, RegExp][] = [
    [() => heatMap([], OPTIONS), /^Cannot draw a heat map of no rows$/],
    [
      () => heatMap(rows, { ...OPTIONS, x: "language" }),
      /row 1 has no column "language": there are model, attribute, rate/,
    ],
    [
      () => heatMap(rows, { x: "attribute", y: "model" } as never),
      /^Cannot draw a heat map: name a column with value$/,
    ],
    [() => heatMap([...rows, rows[0]], OPTIONS), /^Cannot draw two rows in one cell \(A, x\)$/],
    [
      () => heatMap(cells(["A"], ["x"], () => 54), OPTIONS),
      /^Cannot draw 54 \(A, x\) on an axis from 0 to 1/,
    ],
    [() => heatMap(cells(["A"], ["x"], () => NaN), OPTIONS), /column "rate" has NaN in row 1/],
    [() => heatMap(rows, { ...OPTIONS, midpoint: 2, domain: [0, 1] }), /^Cannot draw colours around 2/],
    [() => heatMap(rows, { ...OPTIONS, decimals: 9 }), /^Cannot write 9 decimals/],
    [
      () => heatMap(many, OPTIONS),
      /^Cannot write the numbers of 40 columns side by side in the width of a page/,
    ],
  ];
  for (const [draw, message] of refusals) assert.throws(draw, { name: "RangeError", message });
});

Deno.test("heatMap() writes as many decimals as its colours need", () => {
  const texts = (reach: number) =>
    drawn(
      heatMap(cells(["A"], ["x", "y"], (at) => at === 0 ? -reach : reach), { ...OPTIONS, midpoint: 0 }).svg,
    )
      .map(({ text }) => text);
  assert.deepEqual(texts(0.5), ["−0.50", "0.50"]);
  assert.deepEqual(texts(0.001), ["−0.0010", "0.0010"]);
  assert.deepEqual(texts(30), ["−30.00", "30.00"]);
});
