import assert from "node:assert/strict";
import { type WordBar, wordBars } from "codebias/report/figures/word_bars.ts";
import { assertApart, assertInside, count, labelsOf, typeSizesOf } from "../picture.ts";

const OPTIONS = { title: "Words", subtitle: "Made up", label: "Importance", mutedLabel: "noise" };

const bars = (words: string, panel = "English"): WordBar[] =>
  words.split(" ").map((word, at) => ({
    panel,
    word,
    value: [1, 0.5, 0, null][at % 4],
    muted: at % 4 === 2,
  }));

const long = [
  ...bars("Return the longest run of numbers that rise and a word_that_is_rather_long ".repeat(6).trim()),
  ...bars("返回 最长 的 上升 数字 串 ，".replace(" ，", "").concat(" 的").repeat(9).trim(), "Chinese"),
];

Deno.test("words stand in the order of reading, below their panel, and none touches another", () => {
  for (const width of ["column", "page"] as const) {
    const { svg } = wordBars(long, { ...OPTIONS, width });
    assertInside(svg);
    assertApart(svg);
    const texts = labelsOf(svg);
    const words = texts.filter(({ text }) => long.some(({ word }) => word === text)).map(({ text }) => text);
    assert.deepEqual(words, long.map(({ word }) => word));
    const order = texts.filter(({ text }) => ["English", "Return", "Chinese", "返回"].includes(text));
    assert.deepEqual([...new Set(order.map(({ text }) => text))], ["English", "Return", "Chinese", "返回"]);
    for (
      const [at, { x, y }] of texts.filter(({ text }) => long.some(({ word }) => word === text)).entries()
    ) {
      const before = texts.filter(({ text }) => long.some(({ word }) => word === text))[at - 1];
      assert(!before || y > before.y || (y === before.y && x > before.x), `${at}`);
    }
    assert(typeSizesOf(svg).every((size) => size >= 11));
  }
});

Deno.test("bars are as high as their values, in one scale, and only those that are told from noise have a number", () => {
  const { svg } = wordBars(
    [
      { panel: "A", word: "one", value: 1, muted: false },
      { panel: "A", word: "half", value: 0.5, muted: false },
      { panel: "B", word: "quarter", value: 0.25, muted: true },
      { panel: "B", word: "none", value: 0, muted: true },
      { panel: "B", word: "lost", value: null, muted: false },
    ],
    OPTIONS,
  );
  const rects = [...svg.matchAll(/<rect [^>]*>/g)].map(([tag]) =>
    ["height", "fill"].map((name) => new RegExp(` ${name}="([^"]*)"`).exec(tag)![1])
  );
  assert.deepEqual(rects.map(([height]) => Number(height)), [36, 18, 9]);
  assert.equal(rects[0][1], rects[1][1]);
  assert.notEqual(rects[0][1], rects[2][1]);
  const texts = labelsOf(svg).map(({ text }) => text);
  assert.deepEqual(texts.filter((text) => /^[\d.–]+$/.test(text)), ["1.00", "0.50", "–"]);
  assert(texts.includes("Grey: noise") && texts.includes("–: not known"));
});

Deno.test("remarks are made only of what is drawn", () => {
  const { svg } = wordBars([{ panel: "", word: "one", value: 1, muted: false }], OPTIONS);
  assert.doesNotMatch(svg, /Grey|not known/);
  assert.equal(count(svg, "rect"), 1);
});

Deno.test("what cannot be drawn is refused", () => {
  assert.throws(() => wordBars([], OPTIONS), /no words/);
  for (const value of [-0.1, 1.1, NaN]) {
    assert.throws(() => wordBars([{ panel: "", word: "a", value, muted: false }], OPTIONS), /from 0 to 1/);
  }
});

Deno.test("a line of words that do not matter has no room for bars, and no line under them", () => {
  const of = (value: number) =>
    wordBars(
      "a line of words that is as long as a picture of a column is wide ".repeat(2).trim().split(" ").map((
        word,
      ) => ({
        ...{ panel: "", word, value, muted: false },
      })),
      { ...OPTIONS, width: "column" },
    ).svg;
  const heightOf = (svg: string) => Number(/ height="(\d+)"/.exec(svg)![1]);
  assert.equal(count(of(0), "line"), 0);
  assert(count(of(0.5), "line") >= 2);
  assert.equal(heightOf(of(0.5)) - heightOf(of(0)), count(of(0.5), "line") * 50);
});
