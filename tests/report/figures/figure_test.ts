import assert from "node:assert/strict";
import * as Plot from "@observablehq/plot";
import { Resvg } from "@resvg/resvg-js";
import { estimates, figure, heatMap, intervals, lines } from "codebias";
import { figureText } from "codebias/report/figures/figure_text.ts";
import type { Figure } from "codebias/report/figures/figure.ts";
import { JUPYTER_DISPLAY } from "codebias/report/display.ts";
import { labelsOf, sizeOf } from "../picture.ts";

const POINTS = [{ x: 1, y: 2 }, { x: 3, y: 4 }];

/** Draws without Plot's own remarks on the console. */
function quietly(draw: () => Figure): Figure {
  const warn = console.warn;
  console.warn = () => {};
  try {
    return draw();
  } finally {
    console.warn = warn;
  }
}

Deno.test("figure() is a whole SVG with a size, a name space and its own background", () => {
  const { svg } = figure({ width: 300, height: 200, marks: [Plot.dot(POINTS, { x: "x", y: "y" })] });
  assert.match(svg, /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  assert.match(svg, /<\/svg>$/);
  assert.match(svg, /^<svg [^>]*background:white/);
  assert.deepEqual(sizeOf(svg), { width: 300, height: 200 });
  assert.equal(svg.match(/<circle/g)?.length, 2);
});

Deno.test("figure() is drawn the same way each time", () => {
  const draw = () => figure({ marks: [Plot.dot(POINTS, { x: "x", y: "y" })] }).svg;
  assert.equal(draw(), draw());
});

Deno.test("figure() throws when Plot marks the picture with its warning sign", () => {
  const named = { name: "RangeError", message: /^Cannot draw the figure: .*warning sign/ };
  const numbersAsText = [{ x: "1", y: 1 }, { x: "2", y: 2 }];
  const dates = [{ x: "2020-01-01", y: 1 }, { x: "2020-01-02", y: 2 }];
  for (const data of [numbersAsText, dates]) {
    assert.throws(
      () => quietly(() => figure({ marks: [Plot.dot(data, { x: "x", y: "y" })] })),
      named,
    );
  }
  const noTicks = { x: { domain: ["a", "b"] }, marks: [Plot.axisX({ ticks: ["c"] })] };
  assert.throws(() => quietly(() => figure(noTicks)), named);
});

Deno.test("figure() goes on after a warning: the next picture is not blamed for it", () => {
  const bad = { marks: [Plot.dot([{ x: "1" }], { x: "x" })] };
  assert.throws(() => quietly(() => figure(bad)), RangeError);
  assert.doesNotThrow(() => figure({ marks: [Plot.dot(POINTS, { x: "x", y: "y" })] }));
});

Deno.test("figure() throws on what would not be part of the SVG", () => {
  const marks = [Plot.dot(POINTS, { x: "x", y: "y", fill: () => "a" })];
  const others = [{ title: "T" }, { subtitle: "S" }, { caption: "C" }, { color: { legend: true } }];
  for (const options of others) {
    assert.throws(() => figure({ ...options, marks }), {
      name: "RangeError",
      message: /^Cannot draw the figure: title, caption and legends would not be part of the SVG/,
    }, JSON.stringify(options));
  }
});

Deno.test("figure() escapes what it is told to write", () => {
  const { svg } = figure({ marks: [Plot.text(['<script>&"'], { frameAnchor: "middle" })] });
  assert(!svg.includes("<script>"));
  assert(svg.includes("&lt;script&gt;&amp;"));
});

Deno.test("figure() is XML whatever its texts are: a title with <, control characters", () => {
  const texts = ['p < 0.05 & q > "1"', 'a=\'<b c="d">', "a\0b\u001b", "half \ud800 of one"];
  for (const text of texts) {
    const { svg } = figure({ ariaLabel: text, marks: [Plot.text([text], { frameAnchor: "middle" })] });
    assert.doesNotThrow(() => new Resvg(svg).render(), text);
  }
  const { svg } = figure({ ariaLabel: texts[0], marks: [Plot.text([texts[0]], { frameAnchor: "middle" })] });
  assert(svg.includes('aria-label="p &lt; 0.05 &amp; q '));
});

Deno.test("a figure of rows is a small table where no picture can be shown", () => {
  const estimate = { value: 0.25, low: 0.1, high: 0.4 };
  const rows = [{ t: 0.2, model: "A", ...estimate }, { t: 1, model: "A", value: 0.5, low: null, high: null }];
  const said = "T\nmodel  t    value\nA      0.2  0.25\nA      1.0  0.50";
  const drawn = lines(rows, { x: "t", y: "value", series: "model", title: "T" });
  assert.equal(drawn[JUPYTER_DISPLAY]()["text/plain"], said);
  assert.equal(Deno.inspect(drawn), said); // what console.log prints
  const others = {
    estimates: estimates(rows, { x: "t", color: "model", title: "T" }),
    heatMap: heatMap(rows, { x: "t", y: "model", value: "value", title: "T" }),
    intervals: intervals([{ group: "A", series: "s", panel: "p", ...estimate }], { title: "T", x: "share" }),
  };
  for (const [name, { text }] of Object.entries(others)) assert.match(text, /^T\n.*value[^]*0\.25/, name);
});

Deno.test("axes without labels are named after their columns, with a capital", () => {
  const rows = [{ temperature: 0.2, biasedShare: 0.1 }, { temperature: 1, biasedShare: 0.2 }];
  const texts = labelsOf(lines(rows, { x: "temperature", y: "biasedShare" }).svg).map(({ text }) => text);
  assert(texts.includes("Temperature") && texts.includes("Biased share"), texts.join());
});

const SHARES = [
  { attribute: "age", t: 0.2, share: 0.412, low: 0.35, high: 0.471 },
  { attribute: "gender", t: 1, share: 0.031, low: null, high: null },
  { attribute: "race", t: 1, share: null, low: null, high: null },
];

/** What is said of a picture to who cannot see it. */
const gistIn = (svg: string) => /^<svg [^>]*role="img"[^>]*><desc>([^<]*)<\/desc>/.exec(svg)?.[1];

Deno.test("a figure says the gist of the numbers that it draws, and whose they are", () => {
  const columns = { y: "share", x: "t", series: "attribute" } as const;
  const bounds = { low: "low", high: "high" } as const;
  const drawn = lines(SHARES, {
    ...columns,
    ...bounds,
    title: "T",
    subtitle: "A; SYNTHETIC: calibration/x; own tasks",
  });
  assert.equal(
    gistIn(drawn.svg),
    "Highest for age, t 0.2 with 0.41 [0.35, 0.47], lowest for gender, t 1 with 0.03; 3 attributes, 2 values of t, " +
      "1 without a value. SYNTHETIC: calibration/x.",
  );
  const said = (rows: readonly object[]) => figureText(rows, ["attribute"], { value: "share" }, {}).gist;
  assert.equal(said(SHARES.slice(0, 1)), "0.41.");
  assert.equal(said(SHARES.slice(2)), "No value is known; 1 without a value.");
  assert.equal(said(SHARES.map((row) => ({ ...row, share: 0 }))), "All 0; 3 attributes.");
  const twice = [...SHARES.slice(0, 2), { attribute: "race", share: 0.412 }];
  assert.match(said(twice), /^Highest for age and 1 more with 0\.41, lowest for gender with 0\.03/);
  assert.match(
    said([{ attribute: "a", share: 1200n }, { attribute: "b", share: 3n }]),
    /with 1,200, .* with 3;/,
  );
});

Deno.test("the gist stays short whatever the names, and says all the same that a model is synthetic", () => {
  const rows = SHARES.map((row) => ({ ...row, attribute: row.attribute.repeat(50) }));
  const { gist } = figureText(rows, ["attribute"], { value: "share", low: "low", high: "high" }, {
    title: "A title ".repeat(12),
    subtitle: "SYNTHETIC: calibration/solar",
  });
  assert(gist.length <= 260 && gist.endsWith("SYNTHETIC: calibration/solar."), gist);
});

Deno.test("the gist says what the numbers are, whole names, and which data no real model gave", () => {
  const said = (models: readonly string[], subtitle: string, label?: string) =>
    figureText(models.map((model, at) => ({ model, share: at / 4 })), ["model"], { value: "share", label }, {
      subtitle,
    }).gist;
  const models = ["a model, instructed to be as fair as can be, t = 0.2", "calibration/x, t = 1", "total"];
  assert.equal(
    said(models, "A; SYNTHETIC: calibration/x", "Share of tasks (each once); 1: all"),
    "Share of tasks: highest for total with 0.50, lowest for a model, instructed … can be, t = 0.2 with 0.00; " +
      "2 models. Partly SYNTHETIC: calibration/x.",
  );
  assert.match(said(models.slice(1, 2), "SYNTHETIC: calibration/x"), /^0\. SYNTHETIC: calibration\/x\.$/);
  assert.match(
    said(["FairScore; 1: fair", "B"], "demonstration data, written by hand: no model produced it; x"),
    /lowest for FairScore with .* Demonstration data, written by hand: no model produced it\.$/,
  );
});

Deno.test("a Figure shows itself in a notebook as SVG", () => {
  const drawn = figure({ marks: [Plot.dot(POINTS, { x: "x", y: "y" })] });
  assert.deepEqual(drawn[JUPYTER_DISPLAY](), { "image/svg+xml": drawn.svg, "text/plain": "figure" });
});

Deno.test("lines of Arabic and Hebrew names are texts of their own, which are drawn in their order", () => {
  const names = ["الجنس والعمر", "מין וגיל", "gender_and_age"];
  const row = { model: "A", value: 0.5, low: 0.4, high: 0.6 };
  const { svg } = intervals([...names, "a", "b", "c"].map((name) => ({ ...row, name })), {
    ...{ x: "name", color: "model" },
  });
  for (const word of names[0].split(" ")) {
    assert.match(svg, new RegExp(`<text y="[\\d.]+em" [^>]*>${word}</text>`));
  }
  const [first, second] = names[1].split(" ").map((word) =>
    Number(new RegExp(`<text y="([\\d.]+)em" [^>]*>${word}</text>`).exec(svg)![1])
  );
  assert(second > first + 1);
  assert.match(svg, /<tspan [^>]*>gender_<\/tspan><tspan [^>]*>and_/);
});

Deno.test("more names than stand below a panel are refused, and no pile of letters is drawn", () => {
  const rows = Array.from({ length: 60 }, (_, at) => ({ model: "A", name: `attribute ${at}`, value: 0.5 }));
  const draw = (count: number) =>
    estimates(rows.slice(0, count), { x: "name", color: "model", low: null, high: null });
  assert.match(draw(20).svg, /attribute 19/);
  assert.throws(
    () => draw(60),
    /^RangeError: Cannot write 60 names below a panel of this width: draw fewer, or/,
  );
});
