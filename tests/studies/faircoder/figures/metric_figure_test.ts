import assert from "node:assert/strict";
import { faircoder } from "codebias/studies/faircoder/faircoder.ts";
import { metricFigure } from "codebias/studies/faircoder/figures/metric_figure.ts";
import { assertGolden } from "../../../golden/golden.ts";
import { checkedTexts, count, labelsOf, sizeOf } from "../../../report/picture.ts";
import { allRates, rateOf, testRateOf } from "../made_up.ts";

const SUBTITLE = { subtitle: "numbers made up for a test" };
const checked = (svg: string) => checkedTexts(svg, SUBTITLE.subtitle);
const PRINTED = "◇ mean of what is printed in the paper";

Deno.test("metricFigure() of made-up rates is the golden picture", async () => {
  const { svg } = metricFigure([...allRates(), ...allRates({ model: "Llama3" }, 4)], SUBTITLE);
  checked(svg);
  await assertGolden("faircoder_metrics.svg", svg);
});

Deno.test("metricFigure() has a panel for each metric, and functions beside test cases", () => {
  const { svg } = metricFigure(allRates(), SUBTITLE);
  const texts = checked(svg);
  for (const name of ["Refusal rate", "FairScore; 1: fair", "functions", "test cases", "A"]) {
    assert(texts.includes(name), name);
  }
  assert.equal(count(svg, "circle"), 3 + 1, "means of test cases, and the legend");
  assert(!texts.includes(PRINTED) && !texts.some((text) => text.includes("fewer cells")));
});

Deno.test("metricFigure() has scenarios for themselves", () => {
  const texts = checked(metricFigure(allRates(), { ...SUBTITLE, byScenario: true }).svg);
  assert(texts.includes("Refusal, preference and fairness of functions and test cases, by scenario"));
  for (const name of ["functions: hiring", "functions: admission", "functions: treatment", "test cases"]) {
    assert(texts.includes(name), name);
  }
  for (const all of [texts, checked(metricFigure(allRates(), SUBTITLE).svg)]) {
    const first = all.find((text) => /^(functions|test cases)/.test(text));
    assert.equal(first, "test cases", "the same kind has the same colour in both");
  }
});

Deno.test("metricFigure() has printed means beside the paper's models, where ours are over as many cells", () => {
  const printed = (rates: Parameters<typeof metricFigure>[0]) =>
    checked(metricFigure(rates, SUBTITLE).svg).includes(PRINTED);
  const rates = allRates({ model: "Llama3" });
  assert(printed(rates));
  assert(!printed(allRates()));
  assert(!printed(rates.map((rate) => ({ ...rate, prompt: "equality" }))));
  const isFirst = ({ attribute, topic }: typeof rates[number]) =>
    attribute === "gender" && (topic === "all" || topic === "cancer");
  assert(
    !printed(rates.map((rate) => isFirst(rate) ? { ...rate, value: null, low: null, high: null } : rate)),
  );
});

Deno.test("metricFigure() draws the corrected rule, and says where cells are missing", () => {
  const rates = [...allRates(), ...allRates({ rule: "published" }, 3)];
  assert.equal(metricFigure(rates, SUBTITLE).svg, metricFigure(allRates(), SUBTITLE).svg);
  const few = checked(metricFigure([rateOf(0.5), testRateOf(0.25)], SUBTITLE).svg);
  assert(few.join(" ").includes("Some means are over fewer cells than the paper has"));
  assert.throws(() => metricFigure([], SUBTITLE), /Cannot draw estimates of no rows/);
});

Deno.test("metricFigure() has room for all models of the paper, one panel below the other", () => {
  const rates = faircoder.paper.numbers.models.flatMap((model, at) => allRates({ model }, at));
  const { svg } = metricFigure(rates, SUBTITLE);
  checked(svg);
  assert(labelsOf(svg).some(({ text }) => text === "GPT-4o-mini"));
  assert(sizeOf(svg).height > 2 * sizeOf(metricFigure(allRates(), SUBTITLE).svg).height);
});
