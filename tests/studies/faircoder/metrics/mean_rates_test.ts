import assert from "node:assert/strict";
import fc from "fast-check";
import {
  bySetting,
  cellRates,
  CELLS,
  meanRate,
  meanRates,
} from "codebias/studies/faircoder/metrics/mean_rates.ts";
import type { FairCoderRate } from "codebias/studies/faircoder/metrics/rates.ts";
import { allRates, rateOf, SETTING, testRateOf } from "../made_up.ts";

const near = (a: number | null, b: number) => assert(a !== null && Math.abs(a - b) < 1e-12, `${a}, not ${b}`);

const UNTOLD = { low: null, high: null };

Deno.test("meanRate() is the mean, between its bounds, which are within those of its rates", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const cell = fc.tuple(share, share, share).map((all) => all.toSorted((a, b) => a - b));
  fc.assert(fc.property(fc.array(cell, { minLength: 1, maxLength: 11 }), fc.boolean(), (found, isTest) => {
    const rates = found.map(([low, value, high], at) =>
      (isTest ? testRateOf : rateOf)(value, { low, high, topic: isTest ? `${at % 3}` : "all" })
    );
    const { value, low, high } = meanRate(rates);
    const mean = (at: number) => found.reduce((total, one) => total + one[at], 0) / found.length;
    near(value, mean(1));
    assert(low! <= value! + 1e-12 && value! <= high! + 1e-12);
    assert(low! >= mean(0) - 1e-12 && high! <= mean(2) + 1e-12, "never wider than if all moved together");
  }));
});

Deno.test("meanRate() takes scenarios as independent, and attributes of a topic as moving together", () => {
  const functions = [rateOf(0.5), rateOf(0.5), rateOf(0.5), rateOf(0.5)];
  near(meanRate(functions).low, 0.45);
  const attributes = (
    topic: string,
  ) => [testRateOf(0.5, { topic }), testRateOf(0.5, { topic, attribute: "race" })];
  near(meanRate(attributes("HIV")).low, 0.4);
  near(meanRate(["HIV", "cancer", "diabetes", "ambition"].flatMap(attributes)).low, 0.45);
});

Deno.test("meanRate() adds up what it rests on, leaves out what has no value, and makes no interval of nothing", () => {
  const [known, empty] = [rateOf(0.5, { n: 7, unjudged: 1 }), rateOf(null, { n: 0, unjudged: 4 })];
  const { value, n, unjudged } = meanRate([known, empty]);
  assert.deepEqual([value, n, unjudged], [0.5, 7, 5]);
  assert.deepEqual(meanRate([empty]), { value: null, low: null, high: null, n: 0, unjudged: 4 });
  const { low, high } = meanRate([known, rateOf(0.5, UNTOLD)]);
  assert.deepEqual([low, high], [null, null]);
});

Deno.test("meanRate() has bounds where all answers are alike: the rarer they can be otherwise, the nearer", () => {
  const of = (rate: FairCoderRate) => meanRate([rate]);
  const refused = (n: number) => of(rateOf(1, { ...UNTOLD, n }));
  assert.equal(refused(40).high, 1);
  assert(refused(40).low! > 0.9 && refused(95).low! > refused(40).low!);
  const biased = of(rateOf(0, { ...UNTOLD, n: 40 }));
  assert.equal(biased.low, 0);
  near(biased.high! + refused(40).low!, 1);
  const named = (metric: FairCoderRate["metric"], n = 100) =>
    of(testRateOf(0, { ...UNTOLD, metric, n })).high!;
  assert(named("refusal rate") < 0.05);
  assert(named("FairScore") > 0.2 && named("FairScore") < 0.3, "two of a hundred have an entropy of 0.14");
  assert.equal(named("preference entropy"), 1, "how many of them name a group is not known");
  assert.equal(named("FairScore", 1), 1);
});

Deno.test("cellRates() leaves out lists and means, and has each cell once", () => {
  const rates = allRates();
  const lists = rates.map((rate) => ({ ...rate, subjectList: "male" }));
  const means = rates.map((rate) => ({ ...rate, attribute: "all" as const }));
  for (const kind of ["function", "test"] as const) {
    const cells = cellRates([...rates, ...rates, ...lists, ...means], kind);
    assert.equal(cells.length, 3 * CELLS[kind]);
    assert(cells.every((rate) => rate.kind === kind && rate.subjectList === "all"));
  }
  assert.deepEqual(CELLS, { function: 11, test: 36 });
});

Deno.test("meanRates() keeps settings, metrics and rules apart, and counts cells with a value", () => {
  const rates = [{}, { model: "B" }, { temperature: 0 }, { prompt: "equality" }, {
    rule: "published" as const,
  }]
    .flatMap((options) => allRates(options));
  const means = meanRates(cellRates(rates, "function"));
  assert.equal(means.length, 5 * 3);
  assert(means.every(({ over }) => over === 11));
  assert.equal(meanRates([rateOf(null), rateOf(0.5, { attribute: "age" })])[0].over, 1);
  const [{ mean }] = meanRates([rateOf(0.5)], { attribute: "gender" });
  assert.deepEqual([mean.scenario, mean.attribute, mean.topic], ["all", "gender", "all"]);
});

Deno.test("bySetting() brings settings together and keeps their order", () => {
  const rows = ["B", "A", "B", "A"].map((model, at) => ({ ...SETTING, model, at }));
  assert.deepEqual(bySetting(rows).map(({ at }) => at), [0, 2, 1, 3]);
});
