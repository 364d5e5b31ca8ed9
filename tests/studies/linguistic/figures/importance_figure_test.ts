import assert from "node:assert/strict";
import { linguistic } from "codebias/studies/linguistic/linguistic.ts";
import { importanceTable } from "codebias/studies/linguistic/figures/importance_figure.ts";
import { presented } from "codebias/studies/linguistic/presented.ts";
import type { WordImportance } from "codebias/core/types.ts";
import { assertGolden } from "../../../golden/golden.ts";
import { assertApart, assertInside, labelsOf } from "../../../report/picture.ts";

const row = (given: Partial<WordImportance>): WordImportance => ({
  ...{
    model: "A",
    synthetic: false,
    taskId: "test/1",
    prompt: "QA",
    language: "en",
    index: 1,
    word: "efficient",
  },
  ...{
    method: "likelihood",
    score: 2,
    perToken: 0.1,
    normalised: 1,
    floor: 0.1,
    aboveFloor: true,
    reason: null,
  },
  ...given,
});

const WORDS = [
  row({ word: "Be", score: -0.1, normalised: 0, aboveFloor: false }),
  row({ index: 2, word: "concise", score: 0.5, normalised: 0.25 }),
  row({ index: 3, word: "and", score: 0.08, normalised: 0.04, aboveFloor: false }),
  row({ index: 4 }),
  row({ language: "zh", word: "返回", score: 0.75, normalised: 1 }),
  row({
    language: "zh",
    index: 2,
    word: "平方",
    score: null,
    normalised: null,
    aboveFloor: null,
    reason: "cut",
  }),
  row({ language: "zh", index: 3, word: "和", score: 0, normalised: 0, aboveFloor: false }),
];

Deno.test("the figure of prompt words is the golden one", async () => {
  const { svg } = linguistic.importanceFigure(WORDS, { subtitle: "Made up for a test" });
  assertInside(svg);
  assertApart(svg);
  await assertGolden("linguistic_importance.svg", svg);
});

Deno.test("it says what a bar of 1 stands for, and what grey is", () => {
  const texts = labelsOf(linguistic.importanceFigure(WORDS, { subtitle: "Made up" }).svg).map(({ text }) =>
    text
  );
  assert(texts.includes("English (1 is 2 nats)") && texts.includes("Chinese (1 is 0.75 nats)"));
  assert(texts.some((text) => /Grey: 0, or not above the noise floor/.test(text)));
  const changes = WORDS.map((one) => ({
    ...one,
    method: "output-change" as const,
    floor: null,
    aboveFloor: null,
  }));
  const { svg } = linguistic.importanceFigure(changes, { subtitle: "Made up" });
  assert.match(svg, /1 is 2\)/);
  assert.match(svg, /share of the answer that changes/);
  assert.match(svg, /noise is not known/);
});

Deno.test("a synthetic model is called so, in figure and table", () => {
  const words = WORDS.map((one) => ({ ...one, synthetic: true }));
  assert.match(linguistic.importanceFigure(words, { subtitle: "Source" }).svg, /SYNTHETIC model.*Source/);
  assert.match(importanceTable(words).toMarkdown(), /SYNTHETIC/);
  assert.doesNotMatch(importanceTable(WORDS).toMarkdown(), /SYNTHETIC/);
});

Deno.test("words of several models, tasks, prompts or methods are not put into one figure", () => {
  for (
    const given of [{ model: "B" }, { taskId: "2" }, { prompt: "CoT" }, { method: "output-change" }] as const
  ) {
    const [name] = Object.keys(given);
    assert.throws(
      () => linguistic.importanceFigure([...WORDS, row(given)], { subtitle: "" }),
      new RegExp(`more than one ${name}`),
    );
  }
  assert.throws(() => linguistic.importanceFigure([], { subtitle: "" }), /no words/);
});

Deno.test("the table has the columns of linguistic_fig6.csv", () => {
  const [head, first, , , , , lost] = importanceTable(WORDS).toCSV().split("\n");
  assert.equal(head, "model,taskId,prompt,language,index,word,score,normalised,method,floor");
  assert.equal(first, "A,test/1,QA,en,1,Be,-0.1,0.0,likelihood,0.1");
  assert.equal(lost, "A,test/1,QA,zh,2,平方,,,likelihood,0.1");
});

Deno.test("the figure of a synthetic model's words does not say that no model produced them", () => {
  const words = WORDS.map((one) => ({ ...one, synthetic: true }));
  const label = "demonstration data, written by hand: no model produced it";
  const found = { importance: { words, label } } as unknown as Parameters<typeof presented.figures.fig6>[0];
  const texts = labelsOf(presented.figures.fig6(found)!.svg).map(({ text }) => text).join(" ");
  assert(texts.includes("SYNTHETIC model") && texts.includes("written by hand"));
  assert(!texts.includes("no model"));
});
