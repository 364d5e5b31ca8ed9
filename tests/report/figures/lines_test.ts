import assert from "node:assert/strict";
import fc from "fast-check";
import pl from "nodejs-polars";
import { lines } from "codebias";
import type { LinesOptions } from "codebias/report/figures/lines.ts";
import { sized } from "../../long.ts";
import { rates } from "../forms.ts";
import { assertApart, assertInside, count, labelsOf, sizeOf } from "../picture.ts";

const OPTIONS: LinesOptions = { x: "temperature", y: "value", low: "low", high: "high", series: "attribute" };

/** The parts of a picture with this name. */
function marks(svg: string, name: string): string {
  return svg.split('<g aria-label="').filter((part) => part.startsWith(`${name}"`)).join("");
}

Deno.test("lines() draws a point at each level, a line and a band for each series", () => {
  const { svg } = lines(rates(["A"]), OPTIONS);
  assert.equal(count(svg, "circle"), 5, "the first series has circles");
  assert.equal(count(marks(svg, "line"), "path"), 4);
  assert.equal(count(marks(svg, "area"), "path"), 4);
  const texts = labelsOf(svg).map(({ text }) => text);
  for (const name of ["age", "gender", "race", "economic status"]) {
    assert.equal(texts.filter((text) => text === name).length, 1);
  }
});

Deno.test("lines() draws a DataFrame as it draws its rows", () => {
  const rows = rates(["A", "B"]);
  const options = { ...OPTIONS, panel: "model" };
  assert.equal(lines(pl.DataFrame(rows), options).svg, lines(rows, options).svg);
});

Deno.test("lines() draws the same whatever the order of a series' levels", () => {
  const rows = rates(["A"], ["age"]);
  assert.equal(lines(rows.toReversed(), OPTIONS).svg, lines(rows, OPTIONS).svg);
});

Deno.test("lines() leaves a gap where a value is missing", () => {
  const rows = rates(["A"], ["age"]).map((row) =>
    row.temperature === 0.6 ? { ...row, value: null, low: null, high: null } : row
  );
  const { svg } = lines(rows, OPTIONS);
  assert.equal(count(svg, "circle"), 4);
  assert.equal(marks(svg, "line").match(/M/g)!.length, 2, "the line begins twice");
});

Deno.test("lines() puts names into a legend where lines do not all reach the last level", () => {
  const rows = rates(["A"], ["age", "gender"]).filter((row) =>
    row.attribute === "age" || row.temperature < 1
  );
  const { svg } = lines(rows, { ...OPTIONS, title: "T" });
  const [title, age] = ["T", "age"].map((text) => labelsOf(svg).find((label) => label.text === text)!);
  const axis = labelsOf(svg).find(({ text }) => text === "Value")!;
  assert(title.y < axis.y && age !== undefined);
  assert(!svg.includes("<polyline"), "no leader to a name");
  assertInside(svg);
});

Deno.test("lines() breaks names in a legend that are wider than the picture", () => {
  const long = "deepseek-ai/deepseek-coder-33b-instruct, quantised, with chain of thought and examples";
  for (const names of [[long, `${long} in Chinese`, "short"], ["short", "x".repeat(90), long]]) {
    const { svg } = lines(rates(["A"], names), OPTIONS);
    assertInside(svg);
    assertApart(svg);
  }
});

Deno.test("lines() puts names into a legend where two lines end at one place", () => {
  const rows = rates(["A"], ["age", "gender"]);
  assert(lines(rows, OPTIONS).svg.includes("<polyline"), "leaders to the names");
  const close = rows.map((row) => row.temperature === 1 ? { ...row, value: 0.4 } : row);
  const { svg } = lines(close, { ...OPTIONS, low: undefined, high: undefined });
  assert(!svg.includes("<polyline"));
  assert.equal(labelsOf(svg).filter(({ text }) => text === "gender").length, 1);
});

Deno.test("lines() draws true values as diamonds and says what they are", () => {
  const rows = rates(["A"], ["age"]);
  const { svg } = lines(rows, { ...OPTIONS, truth: "truth", truthLabel: "true rate" });
  assert(labelsOf(svg).some(({ text }) => text === "◇ true rate"));
  const beside = /<g transform="translate\(7,0\)"[^>]*><g [^>]*stroke-width="1.3" stroke="#1b1f24"/;
  assert.match(svg, beside, "beside the estimates, and in ink as in other figures");
  const none = lines(rows.map((row) => ({ ...row, truth: null })), { ...OPTIONS, truth: "truth" });
  assert(!none.svg.includes("◇"));
});

Deno.test("lines() wraps panels into a grid, each named once", () => {
  const models = ["A", "B", "C", "D", "E"].map((letter) => `model ${letter}`);
  const { svg } = lines(rates(models, ["age"]), { ...OPTIONS, panel: "model", columns: 3, width: "page" });
  const places = models.map((model) => labelsOf(svg).filter(({ text }) => text === model));
  for (const place of places) assert.equal(place.length, 1);
  const [rows, columns] = [new Set(places.map(([{ y }]) => y)), new Set(places.map(([{ x }]) => x))];
  assert.deepEqual([rows.size, columns.size, sizeOf(svg).width], [2, 3, 800]);
  assert.equal(count(marks(svg, "frame"), "rect"), 5);
});

Deno.test("lines() keeps all inside and apart, whatever the names and values", () => {
  const word = fc.stringMatching(/^[a-zA-Z0-9_\- 属性]{1,24}$/).filter((text) => text.trim() !== "");
  const share = fc.double({ min: 0.1, max: 0.9, noNaN: true });
  const drawn = fc.record({
    names: fc.uniqueArray(word, { minLength: 1, maxLength: 8 }),
    panels: fc.uniqueArray(word, { minLength: 1, maxLength: 5 }),
    values: fc.array(share, { minLength: 80, maxLength: 80 }),
    width: fc.constantFrom("column" as const, "page" as const),
    title: fc.option(fc.lorem({ maxCount: 12 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(drawn, ({ names, panels, values, width, title }) => {
      const rows = panels.flatMap((panel, p) =>
        names.flatMap((attribute, n) =>
          [0.2, 1].map((temperature, t) => {
            const value = values[(16 * p + 2 * n + t) % 80];
            return { panel, attribute, temperature, value, low: value - 0.1, high: value + 0.1 };
          })
        )
      );
      const { svg } = lines(rows, { ...OPTIONS, panel: "panel", width, title });
      assertInside(svg);
      assertApart(svg);
    }),
    { numRuns: sized({ small: 20, long: 60 }) },
  );
});

Deno.test("lines() refuses what it cannot draw, in words", () => {
  const rows = rates(["A", "B"], ["age"]);
  const one = rows.slice(0, 5);
  const nine = rates(["A"], [..."abcdefghi"]).map((row) => ({ ...row, value: 0.5, low: 0.4, high: 0.6 }));
  const refusals: [() => unknown, RegExp][] = [
    [() => lines([], OPTIONS), /^Cannot draw lines of no rows$/],
    [
      () => lines(one, { ...OPTIONS, y: "rate" }),
      /^Cannot draw lines: row 1 has no column "rate": there are model/,
    ],
    [() => lines(one, { x: "temperature" } as never), /^Cannot draw lines: name a column with y$/],
    [
      () => lines(rows, OPTIONS),
      /^Cannot draw two rows at one place \(age, at 0.2\): name a series or a panel$/,
    ],
    [
      () => lines(one, { ...OPTIONS, high: undefined }),
      /^Cannot draw bands with one bound: name the columns of both/,
    ],
    [
      () => lines(one.map((row) => ({ ...row, high: 1.2 })), OPTIONS),
      /^Cannot draw 1.2 \(age, at 0.2\) on an axis from 0 to 1: give another domain$/,
    ],
    [
      () => lines(one.map((row) => ({ ...row, low: 0.9, high: 0.8 })), OPTIONS),
      /^Cannot draw a band from 0.9 to 0.8 \(age, at 0.2\): low is above high$/,
    ],
    [() => lines(one.map((row) => ({ ...row, value: NaN })), OPTIONS), /column "value" has NaN in row 1/],
    [() => lines(one, { ...OPTIONS, domain: [1, 0] }), /^Cannot draw an axis from 1 to 0: it must go from/],
    [() => lines(nine, OPTIONS), /^Cannot tell 9 series apart in one panel: draw at most 8/],
    [() => lines(rows, { ...OPTIONS, panel: "model", columns: 0 }), /^Cannot draw panels in 0 columns/],
    [
      () => lines(rates([..."ABCDEF"], ["age"]), { ...OPTIONS, panel: "model", columns: 6 }),
      /^Cannot draw 6 panels side by side: there is room for 3$/,
    ],
  ];
  for (const [draw, message] of refusals) assert.throws(draw, { name: "RangeError", message });
});
