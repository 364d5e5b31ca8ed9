import assert from "node:assert/strict";
import type { SolarKeys, SolarRate } from "codebias/studies/solar/metrics/counts.ts";
import { assertGolden } from "../../../golden/golden.ts";
import { checkedTexts, count, sizeOf } from "../../../report/picture.ts";
import { DEFAULT, madeUpCbs, madeUpLeanings } from "../made_up.ts";
import {
  leaningFigure,
  mitigationFigure,
  temperatureFigure,
} from "codebias/studies/solar/figures/figures.ts";

const SUBTITLE = { subtitle: "numbers made up for a test" };
const MODELS = ["Model A", "qwen2.5-coder:7b", "another-model-70b-instruct"];

const temperatures = (models: readonly string[]): SolarKeys[] =>
  models.flatMap((model) =>
    [0.2, 0.4, 0.6, 0.8, 1].map((temperature) => ({ ...DEFAULT, model, temperature }))
  );

const strategies = (models: readonly string[]): SolarKeys[] =>
  models.flatMap((model) => [
    ...["COT", "P-COT"].map((prompt) => ({ ...DEFAULT, model, prompt })),
    ...[3, 2, 1, 0].map((round) => ({ ...DEFAULT, model, round })),
  ]);

const byAuthorsRule = (rates: readonly SolarRate[]): SolarRate[] =>
  rates.map((rate) => ({ ...rate, rule: "published" }));

const checked = (svg: string) => checkedTexts(svg, SUBTITLE.subtitle);

Deno.test("leaningFigure() of made-up leanings is the golden picture", async () => {
  const { svg } = leaningFigure(madeUpLeanings(MODELS), SUBTITLE);
  checked(svg);
  await assertGolden("solar_leaning.svg", svg);
});

Deno.test("leaningFigure() has a row for each demographic by dimension, and a column for each model", () => {
  const { svg } = leaningFigure(madeUpLeanings(MODELS), SUBTITLE);
  const texts = checked(svg);
  assert.equal(
    texts.filter((text) => /^\d\.\d\d$/.test(text)).length,
    38 * 3 + 2,
    "and the ends of the colours",
  );
  const names = ["age 28", "age 61", "transgender", "christianity", "asian", "employed", "single", "college"];
  assert.deepEqual(names.toSorted((a, b) => texts.indexOf(a) - texts.indexOf(b)), names);
});

Deno.test("leaningFigure() draws one setting of a model, and names a value that two dimensions have", () => {
  const at = madeUpLeanings(["A"]).flatMap((one) => [0.2, 1].map((temperature) => ({ ...one, temperature })));
  assert.throws(
    () => leaningFigure(at, SUBTITLE),
    /Cannot draw two rows at one place \(Demographic, age 28, A\)/,
  );
  const shared = madeUpLeanings(["A"]).filter(({ demographic }) => ["asian", "islam"].includes(demographic))
    .map((one) => ({ ...one, demographic: "other" }));
  const named = checked(leaningFigure(shared, SUBTITLE).svg);
  assert(named.includes("religion other") && named.includes("race other"));
});

Deno.test("leaningFigure() marks a value without a score", () => {
  const gaps = (models: readonly string[]) =>
    madeUpLeanings(models).map((one) =>
      one.demographic === "asian" && one.model === "A" ? { ...one, value: null, low: null, high: null } : one
    );
  const three = checked(leaningFigure(gaps(["A", "B", "C"]), SUBTITLE).svg);
  assert.equal(three.filter((text) => text === "–").length, 1);
  assert.equal(count(leaningFigure(gaps(["A"]), SUBTITLE).svg, "circle"), 37);
});

Deno.test("leaningFigure() of one model, or of two, has intervals and fills its width", () => {
  for (const models of [MODELS.slice(0, 1), MODELS.slice(0, 2)]) {
    const { svg } = leaningFigure(madeUpLeanings(models), SUBTITLE);
    const texts = checked(svg);
    for (const model of models) assert(texts.includes(model), model);
    assert(texts.some((text) => text.startsWith("Bars: 95 % intervals")));
    const [bars] = /aria-label="rule".*?aria-label="dot"/s.exec(svg)!;
    assert.equal(count(bars, "line"), 38 * models.length);
    assert.equal(sizeOf(svg).width, 400 * models.length);
    assert.equal(
      svg.match(/stroke-opacity="0.6"/g)?.length,
      models.length,
      "a line where it is even",
    );
    assert(!texts.join(" ").includes("without a bar"));
  }
  const bare = madeUpLeanings(["A"]).map((one, at) => at > 0 ? one : { ...one, low: null, high: null });
  const texts = checked(leaningFigure(bare, SUBTITLE).svg);
  assert(texts.join(" ").includes("without a bar: of one task alone"));
});

Deno.test("temperatureFigure() of models is the golden picture", async () => {
  const { svg } = temperatureFigure(madeUpCbs(temperatures(MODELS)), SUBTITLE);
  checked(svg);
  await assertGolden("solar_temperature.svg", svg);
});

Deno.test("temperatureFigure() of dimensions is the golden picture", async () => {
  const { svg } = temperatureFigure(madeUpCbs(temperatures(MODELS)), {
    ...SUBTITLE,
    lines: "dimension",
  });
  checked(svg);
  await assertGolden("solar_temperature_dimensions.svg", svg);
});

Deno.test("temperatureFigure() draws the default prompt before any asking again, overall, by our rule", () => {
  const rates = madeUpCbs([...temperatures(["A"]), ...strategies(["A"]).slice(0, -1)]);
  const { svg } = temperatureFigure([...rates, ...byAuthorsRule(rates)], SUBTITLE);
  checked(svg);
  assert.equal(count(svg, "circle"), 5);
  assert.throws(
    () => temperatureFigure(byAuthorsRule(rates), SUBTITLE),
    /^RangeError: Cannot draw lines of no rows/,
  );
});

Deno.test("mitigationFigure() of made-up rates is the golden picture", async () => {
  const { svg } = mitigationFigure(madeUpCbs(strategies(MODELS.slice(0, 2))), SUBTITLE);
  checked(svg);
  await assertGolden("solar_mitigation.svg", svg);
});

Deno.test("mitigationFigure() has the prompts and rounds in the paper's order, and a panel for each model", () => {
  const { svg } = mitigationFigure(madeUpCbs(strategies(MODELS)), SUBTITLE);
  const texts = checked(svg);
  const order = ["Default", "IterPrompt-1", "IterPrompt-2", "IterPrompt-3", "COT", "P-COT"];
  assert.deepEqual(texts.filter((text) => order.includes(text)), order);
  for (const model of MODELS) assert(texts.includes(`${model}, t = 1`), model);
});

Deno.test("figures say what the caller wants them to say, and reach above what they draw", () => {
  const writing = { ...SUBTITLE, title: "Another title", note: "SYNTHETIC" };
  for (
    const { svg } of [
      leaningFigure(madeUpLeanings(["A"]), writing),
      temperatureFigure(madeUpCbs(temperatures(["A"])), writing),
      mitigationFigure(madeUpCbs(strategies(["A"])), writing),
    ]
  ) {
    const texts = checked(svg);
    assert(texts.includes("Another title") && texts.includes("SYNTHETIC"));
    assert(!texts.some((text) => text.includes("95 % intervals")));
  }
  const certain = madeUpCbs(temperatures(["A"])).map((one) => ({ ...one, value: 1, low: 1, high: 1 }));
  assert.equal(sizeOf(temperatureFigure(certain, SUBTITLE).svg).width, 400);
  const none = certain.map((one) => ({ ...one, value: 0, low: 0, high: 0 }));
  checked(temperatureFigure(none, SUBTITLE).svg);
});
