import assert from "node:assert/strict";
import type { DeclaredRate } from "codebias/studies/huang/synthetic/declared_rates.ts";
import type { HuangKeys, HuangRate } from "codebias/studies/huang/metrics/counts.ts";
import { checkedTexts, count } from "../../../report/picture.ts";
import { huangRate, madeUpRates, ORIGINAL, slotOf } from "../made_up.ts";
import { table5, table9 } from "codebias/studies/huang/paper/tables/instruments.ts";
import {
  biasFigure,
  instrumentFigure,
  strategyFigure,
  tradeOffFigure,
} from "codebias/studies/huang/figures/figures.ts";

const SUBTITLE = { subtitle: "numbers made up for a test" };
const SYNTHETIC = "calibration/huang";
const MODELS = [SYNTHETIC, "ollama/qwen2.5-coder:7b"];
const STRATEGIES = ["original", "zero-shot", "one-shot", "few-shot", "CoT1", "CoT2"];
const DECLARED = "◇ declared rate of the synthetic model";

const checked = (svg: string) => checkedTexts(svg, SUBTITLE.subtitle);

const originals = (models: readonly string[]): HuangKeys[] => models.map((model) => ({ model, ...ORIGINAL }));

const strategies = (models: readonly string[]): HuangKeys[] =>
  models.flatMap((model) =>
    [0, 1].flatMap((round) => STRATEGIES.map((prompt) => ({ ...ORIGINAL, model, prompt, round })))
  );

/** What is declared of a synthetic model, a little more than it showed. */
const declaredOf = (rates: readonly HuangRate[]): DeclaredRate[] =>
  rates.map(({ prompt, temperature, round, metric, attribute, value }) => ({
    ...{ prompt, temperature, round, metric, attribute, value: Math.min(1, value! + 0.01) },
  }));

const completedOf = (settings: readonly HuangKeys[]): HuangRate[] =>
  settings.map((keys) => huangRate(keys, 0.7, { metric: "completed" }));

Deno.test("biasFigure() has CBS and the largest K by attribute, and a panel for each model", () => {
  for (const models of [MODELS.slice(0, 1), MODELS]) {
    const others = strategies(models).filter(({ prompt, round }) => prompt !== "original" || round > 0);
    const { svg } = biasFigure(madeUpRates([...originals(models), ...others]), SUBTITLE);
    const texts = checked(svg);
    for (const name of [...models, "CBS", "CBS_U@5", "CBS_I@5", "age", "race", "overall"]) {
      assert(texts.some((text) => text.includes(name)), name);
    }
    assert(!texts.some((text) => text.includes("@2") || text.includes("◇")));
  }
});

Deno.test("biasFigure() without K has CBS alone; another K does not come in", () => {
  const texts = checked(biasFigure(madeUpRates(originals(["A"]), []), SUBTITLE).svg);
  assert(!texts.some((text) => text.includes("@")));
  const ten = checked(biasFigure(madeUpRates(originals(["A"]), [5, 10]), SUBTITLE).svg);
  assert(ten.includes("CBS_U@10") && !ten.includes("CBS_U@5"));
});

Deno.test("declared rates stand in the panel of the synthetic model alone", () => {
  const rates = madeUpRates(originals(MODELS));
  const declared = declaredOf(madeUpRates(originals([SYNTHETIC])));
  const diamonds = (options: object = { declared }) => {
    const { svg } = biasFigure(rates, { ...SUBTITLE, ...options });
    return { dots: count(svg, "path"), texts: checked(svg) };
  };
  const [without, one] = [diamonds({}), diamonds()];
  assert(one.texts.includes(DECLARED) && !without.texts.includes(DECLARED));
  // One of each attribute and metric, not of both models; the legend's remark is a text.
  assert.equal(one.dots - without.dots, 7 * 3);
  assert.equal(diamonds({ declared: declared.map((rate) => ({ ...rate, round: 3 })) }).dots, without.dots);
});

Deno.test("figures reach above what is declared, and what has no value leaves its place empty", () => {
  const low = madeUpRates(originals([SYNTHETIC]), []);
  const declared = declaredOf(low).map((rate) => ({ ...rate, value: 0.93 }));
  assert(checked(biasFigure(low, { ...SUBTITLE, declared }).svg).includes(DECLARED));
  assert(checked(strategyFigure(low, { ...SUBTITLE, declared }).svg).includes(DECLARED));
  const empty = low.map((rate) => ({ ...rate, value: null, low: null, high: null }));
  checked(biasFigure(empty, SUBTITLE).svg);
  checked(strategyFigure(empty, SUBTITLE).svg);
  for (const value of [0, 1]) {
    const certain = low.map((rate) => ({ ...rate, value, low: value, high: value }));
    checked(biasFigure(certain, SUBTITLE).svg);
  }
});

Deno.test("strategyFigure() has strategies in their order, without and with feedback", () => {
  for (const models of [MODELS.slice(0, 1), MODELS]) {
    const rates = madeUpRates(strategies(models));
    const declared = declaredOf(madeUpRates(strategies([SYNTHETIC])));
    for (const options of [SUBTITLE, { ...SUBTITLE, declared }]) {
      const { svg } = strategyFigure(rates, options);
      const texts = checked(svg);
      const order = [...new Set(texts.filter((text) => STRATEGIES.includes(text)))];
      assert.deepEqual(order, STRATEGIES);
      for (const name of [...models, "without feedback", "with feedback"]) {
        assert(texts.some((text) => text.includes(name)), name);
      }
      assert.equal(texts.includes(DECLARED), "declared" in options);
    }
  }
});

Deno.test("strategyFigure() names further rounds, and needs no strategy but one", () => {
  const rounds = [0, 1, 2].map((round) => ({ model: "A", ...ORIGINAL, round }));
  const texts = checked(strategyFigure(madeUpRates(rounds, []), SUBTITLE).svg);
  assert(texts.includes("after 2 rounds of feedback"));
});

Deno.test("temperatures are panels of their own", () => {
  const settings = [0.2, 1].map((temperature) => ({ model: "A", ...ORIGINAL, temperature }));
  const rates = [...madeUpRates(settings), ...completedOf(settings)];
  for (const draw of [biasFigure, strategyFigure, tradeOffFigure]) {
    const texts = checked(draw(rates, SUBTITLE).svg);
    for (const name of ["A, t = 0.2", "A, t = 1"]) assert(texts.some((text) => text.includes(name)), name);
  }
});

Deno.test("tradeOffFigure() sets bias beside what was asked for, of each strategy", () => {
  for (const models of [MODELS.slice(0, 1), MODELS]) {
    const settings = strategies(models);
    const { svg } = tradeOffFigure([...madeUpRates(settings), ...completedOf(settings)], SUBTITLE);
    const texts = checked(svg);
    for (const model of models) assert(texts.includes(`${model}, CoT2`));
    assert(texts.includes("Biased by some attribute") && texts.includes("Does what was asked for"));
    assert.equal(count(svg, "circle"), models.length * 12 * 2);
  }
});

Deno.test("instrumentFigure() has a row for each instrument and kind of values", () => {
  const slots = ["++", "++", "-+", "+-", "--"].map((signs) => slotOf(signs));
  const others = slots.map((slot) => ({ ...slot, instrument: "published", pools: "those of the labels" }));
  const rows = table5([...slots, ...others]);
  const { svg } = instrumentFigure(rows, SUBTITLE);
  const texts = checked(svg);
  for (
    const name of ["ours, original", "the authors' instrument, values as labelled", "precision", "recall"]
  ) {
    assert(texts.some((text) => text.includes(name)), name);
  }
  assert(texts.join(" ").includes("the paper's, original, on functions of"));
  assert.equal(count(svg, "circle"), 2 * 3);
  checked(instrumentFigure(rows.filter(({ instrument }) => instrument === "ours"), SUBTITLE).svg);
  checked(instrumentFigure(table9(slots, []), SUBTITLE).svg);
});

Deno.test("instrumentFigure() begins its axis below the least share, not at 0", () => {
  const rows = table5(["++", "++", "-+"].map((signs) => slotOf(signs)));
  const high = rows.map((row) => ({
    ...row,
    value: row.value && 0.9,
    low: row.low && 0.81,
    high: row.high && 1,
  }));
  const numbers = checked(instrumentFigure(high, SUBTITLE).svg).filter((text) => /^[\d.]+$/.test(text));
  assert.deepEqual([numbers[0], numbers.at(-1)].map(Number), [0.8, 1]);
});

Deno.test("instrumentFigure() tells sets of labels apart, and leaves what is not known empty", () => {
  const slots = [slotOf("++"), slotOf("-+", { labels: "others" }), slotOf("?+", { labels: "open" })];
  const { svg } = instrumentFigure(
    table5(slots).filter(({ remark }) => remark === null),
    SUBTITLE,
  );
  const texts = checked(svg).join(" ");
  for (const name of ["labelled functions", "others", "open"]) {
    assert(texts.includes(`ours, original, on ${name}`), name);
  }
  // Recall of two; precision of the one that finds something.
  assert.equal(count(svg, "circle"), 3);
});

Deno.test("figures say what the caller wants them to say, and refuse to draw nothing", () => {
  const writing = { ...SUBTITLE, title: "Another title", note: "SYNTHETIC" };
  const rates = [...madeUpRates(originals(["A"])), ...completedOf(originals(["A"]))];
  for (const draw of [biasFigure, strategyFigure, tradeOffFigure]) {
    const texts = checked(draw(rates, writing).svg);
    assert(texts.includes("Another title") && texts.includes("SYNTHETIC"));
    assert(!texts.some((text) => text.includes("95 % intervals")));
    assert.throws(() => draw([], SUBTITLE), RangeError);
  }
  assert.throws(() => instrumentFigure([], SUBTITLE), RangeError);
});
