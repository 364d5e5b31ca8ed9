import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { estimates, intervals, lines } from "codebias";
import type { EstimatesOptions } from "codebias/report/figures/estimates.ts";
import { rates } from "../forms.ts";
import { assertApart, assertInside, count, labelsOf } from "../picture.ts";

const OPTIONS: EstimatesOptions = { x: "temperature", color: "attribute" };

/** Where the circles of the first colour stand. */
function circles(svg: string): { x: number; y: number }[] {
  return [...svg.matchAll(/<circle[^>]*? cy="([^"]+)" cx="([^"]+)"/g)].map(([, y, x]) => ({
    x: Number(x),
    y: Number(y),
  }));
}

Deno.test("estimates() draws a point and an interval for each row", () => {
  const { svg } = estimates(rates(["A"], ["age"]), OPTIONS);
  const [bars] = /aria-label="rule".*?aria-label="dot"/s.exec(svg)!;
  assert.equal(count(bars, "line"), 5);
  assert.equal(circles(svg).length, 5 + 1, "one more in the legend");
});

Deno.test("estimates() without bounds are dots", () => {
  const { svg } = estimates(rates(["A"], ["age"]), { ...OPTIONS, low: null, high: null });
  assert(!/aria-label="rule".*?<line/s.test(svg.slice(svg.indexOf('aria-label="rule"'))));
  assert.equal(circles(svg).length, 6);
});

Deno.test("a fitted axis goes from 0 to the next tenth beyond all that is drawn", () => {
  const row = { temperature: 1, attribute: "age", value: 0.11, low: 0.05, high: 0.2, truth: 0.31 };
  const draw = (domain: EstimatesOptions["domain"], reference?: string) =>
    estimates([row], { ...OPTIONS, domain, reference }).svg;
  assert.equal(draw("fitted"), draw([0, 0.2]));
  assert.equal(draw("fitted", "truth"), draw([0, 0.4], "truth"));
  const line = { x: "temperature", y: "value", low: "low", high: "high" };
  assert.equal(
    lines([row], { ...line, domain: "fitted", truth: "truth" }).svg,
    lines([row], { ...line, domain: [0, 0.4], truth: "truth" }).svg,
  );
});

Deno.test("a fitted axis holds points of a linter, and differences below 0, with a line at 0", () => {
  const drawn = [[7.2, 6.1, 8.04, [0, 8.1]], [-0.2, -0.31, 0.02, [-0.4, 0.1]], [-1, -2, -0.5, [-2, 0.1]]];
  for (const [value, low, high, domain] of drawn as [number, number, number, [number, number]][]) {
    const row = { temperature: 1, attribute: "age", value, low, high };
    const upright = (domain: EstimatesOptions["domain"]) => estimates([row], { ...OPTIONS, domain }).svg;
    const lying = { x: "temperature", y: "value", low: "low", high: "high" };
    assert.equal(upright("fitted"), upright(domain));
    assert.equal(lines([row], { ...lying, domain: "fitted" }).svg, lines([row], { ...lying, domain }).svg);
    const isBelow = low < 0;
    assert.equal(upright("fitted").split('aria-label="rule"').length, isBelow ? 3 : 2);
  }
});

Deno.test("estimates() needs no colours: each level has its point above it, and there is no legend", () => {
  const rows = [0.2, 1].map((temperature) => ({ temperature, value: 0.3, low: 0.2, high: 0.4 }));
  for (const draw of [estimates, intervals]) {
    const { svg } = draw(pl.DataFrame(rows), { x: "temperature" });
    const [, ticks] = /aria-label="x-axis tick"(.*?)<\/g>/s.exec(svg)!;
    const places = [...ticks.matchAll(/translate\(([1-9][\d.]*)/g)].map(([, x]) => Number(x));
    assert.deepEqual(circles(svg).map(({ x }) => x), places);
    assert.equal(places.length, 2);
  }
  assert.throws(() => estimates([...rows, rows[0]], { x: "temperature" }), /two rows at one place \(0.2\)/);
});

Deno.test("colours that are numbers are in ascending order, whatever the order of the rows", () => {
  const rows = [1, 0.2].map((temperature) => ({ temperature, x: "a", value: 0.5, low: 0.4, high: 0.6 }));
  const draw = (given: typeof rows) => estimates(given, { x: "x", color: "temperature" }).svg;
  assert.equal(
    draw(rows).replace(/<desc>.*?<\/desc>/, ""),
    draw(rows.toReversed()).replace(/<desc>.*?<\/desc>/, ""),
  );
  assert.match(draw(rows), />0\.2<.*>1\.0</s);
});

Deno.test("estimates() draws a DataFrame as it draws its rows", () => {
  const rows = rates(["A"]);
  assert.equal(estimates(pl.DataFrame(rows), OPTIONS).svg, estimates(rows, OPTIONS).svg);
});

Deno.test("estimates() orders levels that are numbers, and leaves names in their order", () => {
  /** What is written below the panel, from left to right. */
  const levels = (given: readonly (string | number)[]) => {
    const rows = given.map((x) => ({ x, attribute: "age", value: 0.5, low: 0.4, high: 0.6 }));
    const { svg } = estimates(rows, { x: "x", color: "attribute" });
    const [, ticks] = /aria-label="x-axis tick label"(.*?)<\/g>/s.exec(svg)!;
    return [...ticks.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
  };
  assert.deepEqual(levels([10, 2.5, 1, -3]), ["−3.0", "1.0", "2.5", "10.0"]);
  assert.deepEqual(levels(["c", "b"]), ["c", "b"]);
});

Deno.test("estimates() compares with a column or with rows of their own", () => {
  const rows = rates(["A"], ["age"]);
  const column = estimates(rows, { ...OPTIONS, reference: "truth", referenceLabel: "printed" }).svg;
  const printed = rows.map(({ temperature, attribute, truth }) => ({ temperature, attribute, value: truth }));
  assert.equal(estimates(rows, { ...OPTIONS, reference: printed, referenceLabel: "printed" }).svg, column);
  assert(labelsOf(column).some(({ text }) => text === "◇ printed"));
  const none =
    estimates(rows.map((row) => ({ ...row, truth: null })), { ...OPTIONS, reference: "truth" }).svg;
  assert(!none.includes("◇"));
});

Deno.test("estimates() sets what it compares with beside the estimates, so that neither covers the other", () => {
  const rows = rates(["A"]).map((row) => ({ ...row, truth: row.value }));
  const { svg } = estimates(rows, { ...OPTIONS, width: "page", reference: "truth" });
  // Circles are the first series', and have the first diamonds.
  const circles = [...svg.matchAll(/<circle[^>]* cx="([^"]*)"/g)].map(([, x]) => Number(x));
  const diamonds = svg.slice(svg.lastIndexOf('stroke-width="1.3"')).matchAll(/translate\(([\d.]+),/g);
  const left = [...diamonds].map(([, x]) => Number(x)).slice(0, 5);
  const [inside] = [circles.filter((x) => x > 0).slice(0, 5)];
  for (const [at, x] of left.entries()) assert(x - inside[at] > 6, `${x} and ${inside[at]}`);
});

Deno.test("estimates() leaves the place of a row without a value empty", () => {
  const rows = rates(["A"], ["age"]).map((row) =>
    row.temperature === 1 ? { ...row, value: null, low: null, high: null } : row
  );
  const { svg } = estimates(rows, OPTIONS);
  assert.equal(circles(svg).length, 4 + 1);
  assert(labelsOf(svg).some(({ text }) => text === "1.0"));
});

Deno.test("estimates() keeps long names inside and apart", () => {
  const long = (name: string) => `${name}-Coder-V2-Lite-Instruct-0724-Q4_K_M`;
  const rows = ["A", "B", "C"].flatMap((x) =>
    ["a", "b"].map((c) => ({ x: long(x), c: long(c), value: 0.5, low: 0.4, high: 0.6 }))
  );
  for (const width of ["column", "page"] as const) {
    const { svg } = estimates(rows, { x: "x", color: "c", width });
    assertInside(svg);
    assertApart(svg);
  }
});

Deno.test("estimates() refuses what it cannot draw, in words", () => {
  const rows = rates(["A"], ["age"]);
  const refusals: [() => unknown, RegExp][] = [
    [() => estimates([], OPTIONS), /^Cannot draw estimates of no rows$/],
    [() => estimates(rows, { ...OPTIONS, color: "language" }), /row 1 has no column "language": there are/],
    [() => estimates(rates(["A", "B"], ["age"]), OPTIONS), /^Cannot draw two rows at one place \(age, 0.2\)/],
    [() => estimates(rows, { ...OPTIONS, low: null }), /^Cannot draw intervals with one bound/],
    [
      () => estimates(rows.map((row) => ({ ...row, low: -0.2 })), OPTIONS),
      /^Cannot draw -0.2 \(age, 0.2\) on an axis from 0 to 1: give another domain$/,
    ],
    [
      () => estimates(rows.map((row) => ({ ...row, low: 0.9, high: 0.8 })), OPTIONS),
      /^Cannot draw an interval from 0.9 to 0.8 \(age, 0.2\): low is above high$/,
    ],
    [
      () => estimates(rows, { ...OPTIONS, reference: [{ temperature: 7, attribute: "age", value: 0.5 }] }),
      /^Cannot draw a reference for age, 7: there is no such row$/,
    ],
  ];
  for (const [draw, message] of refusals) assert.throws(draw, { name: "RangeError", message });
});
