import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { complexityCurves } from "codebias";
import { COSTS, CURVES } from "../forms.ts";
import { assertApart, assertInside, count, labelsOf } from "../picture.ts";

Deno.test("complexityCurves() draws each point and each curve, and names the curves", () => {
  const { svg } = complexityCurves(COSTS, CURVES);
  assert.equal(count(svg, "circle"), COSTS.length);
  const texts = labelsOf(svg).map(({ text }) => text);
  for (const { name } of CURVES) assert.equal(texts.filter((text) => text === name).length, 1, name);
  assert(texts.includes("○ measured"));
});

Deno.test("complexityCurves() on logarithmic axes draws a power of n as a straight line", () => {
  const { svg } = complexityCurves(COSTS, [{ name: "O(n²)", cost: (n) => n * n }], { log: true });
  const [, path] = /aria-label="line".*? d="([^"]*)"/s.exec(svg)!;
  const places = path.slice(1).split("L").map((place) => place.split(",").map(Number));
  const [first, last] = [places[0], places.at(-1)!];
  for (const [x, y] of places) {
    const expected = first[1] + (x - first[0]) / (last[0] - first[0]) * (last[1] - first[1]);
    assert(Math.abs(y - expected) < 0.01);
  }
});

Deno.test("complexityCurves() draws a DataFrame as it draws its rows, and points without curves", () => {
  assert.equal(complexityCurves(pl.DataFrame(COSTS), CURVES).svg, complexityCurves(COSTS, CURVES).svg);
  assertInside(complexityCurves(COSTS, []).svg);
});

Deno.test("complexityCurves() leaves out what a logarithmic axis cannot show of a curve", () => {
  const { svg } = complexityCurves(COSTS, [{ name: "fit", cost: (n) => n - 50 }], { log: true });
  assertInside(svg);
  assertApart(svg);
  const below = complexityCurves(COSTS, [{ name: "fit", cost: () => -1 }], { log: true });
  assert(labelsOf(below.svg).some(({ text }) => text === "fit"));
});

Deno.test("complexityCurves() of very large, very small and equal costs stays inside", () => {
  for (const scale of [1e9, 1e-9, 0]) {
    const points = COSTS.map(({ n, cost }) => ({ n, cost: cost * scale }));
    const { svg } = complexityCurves(points, [{ name: "O(n)", cost: (n) => n * scale }], { title: "T" });
    assertInside(svg);
    assertApart(svg);
  }
});

Deno.test("complexityCurves() refuses what it cannot draw, in words", () => {
  const refusals: [() => unknown, RegExp][] = [
    [() => complexityCurves([], CURVES), /^Cannot draw complexity curves of no rows$/],
    [() => complexityCurves(COSTS, CURVES, { n: "size" }), /row 1 has no column "size": there are n, cost/],
    [() => complexityCurves([{ n: 1, cost: NaN }], CURVES), /column "cost" has NaN in row 1/],
    [
      () => complexityCurves([{ n: 1, cost: 2 }, { n: 1, cost: 3 }], CURVES),
      /over one size: at least two are needed/,
    ],
    [
      () => complexityCurves([{ n: 0, cost: 2 }, { n: 1, cost: 3 }], CURVES, { log: true }),
      /^Cannot draw curves on logarithmic axes at size 0 with cost 2: both must be above 0$/,
    ],
    [
      () => complexityCurves(COSTS, [{ name: "O(1/0)", cost: () => NaN }]),
      /^Cannot draw the curve O\(1\/0\): it gives NaN at n = 10$/,
    ],
    [
      () => complexityCurves(COSTS, [CURVES[0], CURVES[0]]),
      /^Cannot draw complexity curves of two curves with one name: O\(n log n\)$/,
    ],
  ];
  for (const [draw, message] of refusals) assert.throws(draw, { name: "RangeError", message });
});
