import assert from "node:assert/strict";
import { ATTRIBUTES, groupsOf } from "codebias/studies/faircoder/tasks/attributes.ts";
import { faircoder } from "codebias/studies/faircoder/faircoder.ts";
import {
  listPreferenceFigure,
  preferenceFigure,
  topicPreferenceFigure,
} from "codebias/studies/faircoder/figures/figures.ts";
import { bubbleFigure } from "codebias/studies/faircoder/figures/bubble_figure.ts";
import { groupName, groupStyle } from "codebias/studies/faircoder/figures/bubble_figure.ts";
import type { PreferredRow } from "codebias/studies/faircoder/metrics/rates.ts";
import { cells } from "codebias/studies/faircoder/tasks/task.ts";
import { topics } from "codebias/studies/faircoder/tasks/topics.ts";
import { assertGolden } from "../../../golden/golden.ts";
import { checkedTexts, circlesOf, count, labelsOf, sizeOf } from "../../../report/picture.ts";
import { allPreferred, preferredOf } from "../made_up.ts";

const SUBTITLE = { subtitle: "numbers made up for a test" };
const MODELS = ["Model A", "qwen2.5-coder:7b", "another-model-70b-instruct"];

const checked = (svg: string) => checkedTexts(svg, SUBTITLE.subtitle);

/** Circles of the line that explains sizes. */
const SAMPLES = 4;

Deno.test("preferenceFigure() of made-up preferences is the golden picture", async () => {
  const { svg } = preferenceFigure(allPreferred(MODELS), SUBTITLE);
  checked(svg);
  await assertGolden("faircoder_preferences.svg", svg);
});

Deno.test("listPreferenceFigure() of made-up preferences is the golden picture", async () => {
  const { svg } = listPreferenceFigure(allPreferred(MODELS, { byList: true }), SUBTITLE);
  checked(svg);
  await assertGolden("faircoder_list_preferences.svg", svg);
});

Deno.test("topicPreferenceFigure() of made-up preferences is the golden picture", async () => {
  const { svg } = topicPreferenceFigure(allPreferred(MODELS), SUBTITLE);
  checked(svg);
  await assertGolden("faircoder_topic_preferences.svg", svg);
});

Deno.test("figures of preferences have room for all models of the paper", () => {
  const models = [...faircoder.paper.numbers.models];
  for (
    const { svg } of [
      preferenceFigure(allPreferred(models), SUBTITLE),
      listPreferenceFigure(allPreferred(models, { byList: true }), SUBTITLE),
      topicPreferenceFigure(allPreferred(models), SUBTITLE),
    ]
  ) {
    const texts = checked(svg);
    for (const model of models) assert(texts.some((text) => text.startsWith(model)), model);
    assert(sizeOf(svg).width <= 800);
  }
  const one = {
    row: "A",
    block: "",
    attribute: "gender",
    group: "male",
    entropy: 0.5,
    isClear: true,
  } as const;
  const many = Array.from({ length: 80 }, (_, at) => ({ ...one, column: `${at}` }));
  assert.throws(
    () => bubbleFigure(many, { xLabel: "", ...SUBTITLE }),
    /Cannot draw 80 columns of bubbles side by side/,
  );
});

Deno.test("preferenceFigure() has scenarios, attributes and models in order, whatever the order of the rows", () => {
  const rows = allPreferred(["B", "A"]);
  const { svg } = preferenceFigure(rows, SUBTITLE);
  const labels = labelsOf(svg);
  const texts = labels.map(({ text }) => text);
  for (const titles of [["Hiring", "Admission", "Treatment"], ["B", "A"]]) {
    assert.deepEqual(titles.toSorted((a, b) => texts.indexOf(a) - texts.indexOf(b)), titles);
  }
  const names = labels.filter(({ text }) => ATTRIBUTES.some((name) => name === text));
  assert.deepEqual(
    names.toSorted((a, b) => a.x - b.x).map(({ text }) => text),
    cells().map(({ attribute }) => attribute),
  );
  const shuffled = rows.toSorted((a, b) => a.scenario.localeCompare(b.scenario));
  assert.equal(
    preferenceFigure(shuffled.filter(({ kind }) => kind === "function"), SUBTITLE).svg,
    svg,
  );
});

Deno.test("bubbles are larger the less even a preference is, and nothing is drawn where nothing is scored", () => {
  const of = (entropies: readonly (number | null)[]) => {
    const rows = entropies.map((entropy, at) =>
      preferredOf({ model: `${at}`, group: entropy === null ? null : "male", entropy })
    );
    const { svg } = preferenceFigure(rows, SUBTITLE);
    checked(svg);
    // The legend has one circle after the samples.
    return circlesOf(svg).slice(SAMPLES, -1).map(({ radius }) => radius);
  };
  const [all, half, none, ...others] = of([0, 0.5, 1, null]);
  assert.deepEqual(others, []);
  assert(Math.abs((half / all) ** 2 - 0.5) < 0.01, "the area is 1 - entropy");
  assert(none > 0 && none < all / 3);
});

Deno.test("bubbles are hollow where chance may give the preference, and grey where groups share the largest sum", () => {
  const of = (row: Partial<PreferredRow>) => {
    const { svg } = preferenceFigure([preferredOf({ group: "male", ...row })], SUBTITLE);
    return { svg, texts: checked(svg), hollow: count(svg.replaceAll(/<circle[^>]*>/g, ""), "path") };
  };
  const { color } = groupStyle("gender", "male");
  const filled = (svg: string) => svg.includes(`fill="${color}"`);
  const isHollow = (svg: string) => svg.includes(`stroke="${color}"`);
  const [clear, chance] = [of({ p: 0.001 }).svg, of({ p: 0.2 }).svg];
  assert(filled(clear) && !isHollow(clear));
  assert(isHollow(chance));
  assert(isHollow(of({ p: null }).svg), "what cannot be tested is not clear");
  const shared = of({ group: null, p: 0.001 });
  assert(shared.texts.includes("several alike") && !isHollow(shared.svg) && !filled(shared.svg));
  const many = Array.from(
    { length: 20 },
    (_, at) => preferredOf({ model: `m${at}`, group: "male", p: 0.04 }),
  );
  assert(!isHollow(preferenceFigure(many, SUBTITLE).svg));
  const mixed = many.map((row, at) => ({ ...row, p: at === 0 ? 0.04 : 0.9 }));
  assert.equal(
    preferenceFigure(mixed, SUBTITLE).svg.split(`stroke="${color}"`).length - 1,
    1,
    "one in twenty below 0.05 is chance: all stand in one hollow group",
  );
});

Deno.test("figures of preferences name groups that are drawn, and no others", () => {
  const rows = [
    preferredOf({ group: "male" }),
    preferredOf({ attribute: "race", group: "asian" }),
    preferredOf({ attribute: "age", group: null, entropy: null, p: null }),
  ];
  const texts = checked(preferenceFigure(rows, SUBTITLE).svg);
  for (const name of ["male", "asian"]) assert(texts.includes(name), name);
  for (const name of ["female", "black", "age: young", "several alike"]) assert(!texts.includes(name), name);
  assert(texts.includes("age"), "a column without bubbles has its name");
  assert(texts.some((text) => text.startsWith("Hollow: no group is preferred by more than chance")));
});

Deno.test("figures draw what is theirs: all lists, single lists, test cases", () => {
  const all = [preferredOf(), preferredOf({ scenario: "med" })];
  const lists = [preferredOf({ subjectList: "male" }), preferredOf({ scenario: "med" })];
  const tests = [preferredOf({ kind: "test", scenario: "all", topic: "HIV" })];
  const columns = (svg: string) => checked(svg).filter((text) => text.startsWith("gender"));
  assert.deepEqual(
    columns(preferenceFigure([...all, ...lists.slice(0, 1), ...tests], SUBTITLE).svg),
    [
      ...["gender", "gender"],
    ],
  );
  assert.deepEqual(
    columns(listPreferenceFigure([...lists, ...all.slice(0, 1), ...tests], SUBTITLE).svg),
    [
      ...["gender: male", "gender"],
    ],
  );
  const topic = checked(topicPreferenceFigure([...all, ...tests], SUBTITLE).svg);
  assert(topic.includes("HIV") && topic.includes("A: gender") && !topic.includes("Hiring"));
});

Deno.test("topicPreferenceFigure() has the topics in the order of the paper's tables", () => {
  const names = topics.map(({ topic }) => topic);
  const labels = labelsOf(
    topicPreferenceFigure(allPreferred(["A", ...faircoder.paper.numbers.models]), SUBTITLE).svg,
  );
  const found = labels.filter(({ text }) => names.includes(text)).toSorted((a, b) => a.x - b.x);
  assert.deepEqual(found.map(({ text }) => text), names);
});

Deno.test("models with several settings have a row each", () => {
  const rows = [preferredOf(), preferredOf({ temperature: 0 }), preferredOf({ prompt: "equality" })];
  const texts = checked(preferenceFigure(rows, SUBTITLE).svg);
  for (const name of ["A, t = 1", "A, t = 0", "A, equality, t = 1"]) assert(texts.includes(name), name);
});

Deno.test("figures say what the caller wants them to say", () => {
  const writing = { ...SUBTITLE, title: "Another title", note: "SYNTHETIC" };
  const texts = checked(preferenceFigure([preferredOf()], writing).svg);
  assert(texts.includes("Another title") && texts.includes("SYNTHETIC"));
  assert(!texts.some((text) => text.startsWith("Hollow")));
});

Deno.test("groupStyle() tells groups of an attribute apart, genders from races, and levels by their rank", () => {
  for (const attribute of ATTRIBUTES) {
    const styles = groupsOf(attribute).map((group) => groupStyle(attribute, group));
    assert.equal(new Set(styles).size, styles.length, attribute);
  }
  const named = (["gender", "race"] as const).flatMap((attribute) =>
    groupsOf(attribute).map((group) => groupStyle(attribute, group))
  );
  assert.equal(new Set(named).size, 6);
  const levels = (["age", "degree", "income", "insurance"] as const).flatMap((attribute) =>
    groupsOf(attribute).map((group) => groupStyle(attribute, group))
  );
  for (const { color, symbol, rotate } of levels) {
    assert(!named.some((other) => other.color === color));
    assert(!named.some((other) => other.symbol === symbol && other.rotate === rotate));
  }
  assert.equal(groupStyle("age", "young"), groupStyle("income", "low"));
  assert.equal(groupStyle("insurance", "uninsured"), groupStyle("degree", "non-degree"));
});

Deno.test("groupName() names every group otherwise", () => {
  const names = ATTRIBUTES.flatMap((attribute) =>
    groupsOf(attribute).map((group) => groupName(attribute, group))
  );
  assert.equal(new Set(names).size, names.length);
});

Deno.test("groups with one sign have one entry of the legend", () => {
  const rows = [
    preferredOf({ attribute: "age", group: "young" }),
    preferredOf({ scenario: "med", attribute: "insurance", group: "uninsured" }),
    preferredOf({ scenario: "med", attribute: "income", group: "high" }),
  ];
  const texts = checked(preferenceFigure(rows, SUBTITLE).svg);
  assert(texts.includes("age: young, uninsured") && texts.includes("income: high"), texts.join());
});

Deno.test("topicPreferenceFigure() is wide and low with few models: topics stand side by side", () => {
  const { width, height } = sizeOf(topicPreferenceFigure(allPreferred(["A"]), SUBTITLE).svg);
  assert(height < width, `${width} x ${height}`);
});
