import assert from "node:assert/strict";
import { residuals } from "codebias";
import { COSTS, CURVES } from "../forms.ts";
import { assertApart, assertInside, count, labelsOf } from "../picture.ts";

const EXACT = [10, 20, 40, 80].map((n) => ({ n, cost: 3 * n }));

/** Heights of the dots, in their order. */
const heights = (svg: string) => [...svg.matchAll(/<circle[^>]* cy="([^"]*)"/g)].map(([, y]) => Number(y));

Deno.test("residuals() draws a dot per measurement and curve, and names the curves", () => {
  const { svg } = residuals(COSTS, CURVES);
  assert.equal(count(svg, "circle"), COSTS.length * CURVES.length);
  const texts = labelsOf(svg).map(({ text }) => text);
  for (const { name } of CURVES) assert.equal(texts.filter((text) => text === name).length, 1, name);
  assertInside(svg);
  assertApart(svg);
});

Deno.test("residuals() of a fit that is exact lie on one level, of one that bends they do not", () => {
  const level = heights(residuals(EXACT, [{ name: "O(n)", cost: (n) => 3 * n }]).svg);
  assert.equal(new Set(level).size, 1);
  const bent = heights(residuals(EXACT, [{ name: "O(n²)", cost: (n) => n * n / 20 }]).svg);
  assert(
    bent.every((y, at) => at === 0 || y >= bent[at - 1]),
    "costs that grow more slowly fall below the fit",
  );
  assert(new Set(bent).size > 2);
});

Deno.test("residuals() are relative: the unit of cost does not matter", () => {
  const fit = (factor: number) => [{ name: "O(n)", cost: (n: number) => factor * 2.9 * n }];
  const scaled = EXACT.map(({ n, cost }) => ({ n, cost: cost * 2 ** -20 }));
  assert.equal(residuals(EXACT, fit(1)).svg, residuals(scaled, fit(2 ** -20)).svg);
});

Deno.test("residuals() that are very large stand at the edge, and the figure says so", () => {
  const { svg } = residuals(EXACT, [{ name: "O(n³)", cost: (n) => n ** 3 }]);
  assertInside(svg);
  assert(labelsOf(svg).some(({ text }) => text.includes("further off than 100 %")));
  assert(
    !labelsOf(residuals(EXACT, [{ name: "O(n)", cost: (n) => n * 3 }]).svg).some(({ text }) =>
      text.includes("further")
    ),
  );
});

Deno.test("residuals() of a curve that looks like the chosen one says so, and the chosen one stays visible", () => {
  const linear = { name: "linear", cost: (n: number) => 2.9 * n };
  const alike = { name: "exponential", cost: (n: number) => 2.9 * n + 1e-4 };
  const { svg } = residuals(EXACT, [linear, alike, { name: "square", cost: (n) => n * n / 20 }]);
  const said = labelsOf(svg).map(({ text }) => text).filter((text) => text.startsWith("Cannot be told"));
  assert.deepEqual(said, ["Cannot be told from linear: exponential"]);
  const radii = [...svg.matchAll(/<circle[^>]* r="([^"]*)"/g)].map(([, r]) => Number(r));
  assert(
    Math.max(...radii.slice(-EXACT.length)) < Math.min(...radii.slice(0, -EXACT.length)),
    "last, and smaller",
  );
  const bent = residuals(EXACT, [linear, { name: "square", cost: (n) => n * n / 20 }]).svg;
  assert(!bent.includes("Cannot be told"));
});

Deno.test("residuals() has a number at each place of its axis", () => {
  const points = [16, 23, 33, 66, 130, 260, 400].map((n) => ({ n, cost: 3 * n }));
  const { svg } = residuals(points, [{ name: "O(n)", cost: (n) => 3 * n }]);
  const [, ticks] = /aria-label="x-axis tick label"(.*?)<\/g>/s.exec(svg)!;
  const numbers = [...ticks.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
  assert.deepEqual(numbers, ["20", "50", "100", "200"]);
});

Deno.test("residuals() refuses what it cannot draw, in words", () => {
  const linear = [{ name: "O(n)", cost: (n: number) => n }];
  const refusals: [() => unknown, RegExp][] = [
    [() => residuals([], linear), /^Cannot draw residuals of no rows$/],
    [() => residuals(EXACT, []), /^Cannot draw residuals of no curve: name at least one$/],
    [() => residuals(EXACT, [...linear, ...linear]), /two curves with one name: O\(n\)/],
    [() => residuals(EXACT.slice(0, 1), linear), /over one size: at least two are needed/],
    [
      () => residuals([{ n: 1, cost: 0 }, { n: 2, cost: 1 }], linear),
      /size 1 with cost 0: both must be above 0/,
    ],
    [
      () => residuals(EXACT, [{ name: "bad", cost: () => NaN }]),
      /the curve bad: it gives no number at n = 10/,
    ],
  ];
  for (const [draw, message] of refusals) assert.throws(draw, { name: "RangeError", message });
});
