import assert from "node:assert/strict";
import type { SettingsComparison, TemperatureTrend } from "codebias/studies/solar/metrics/comparisons.ts";
import type { SolarRate } from "codebias/studies/solar/metrics/counts.ts";
import { answerBias, answerMitigation, answerTemperature } from "codebias/studies/solar/figures/answers.ts";

const keys = { model: "A", prompt: "default", temperature: 1, round: 0, rule: "ours" } as const;

const rate = (dimension: string, value: number | null, own: Partial<SolarRate> = {}): SolarRate => ({
  ...keys,
  ...{
    metric: "CBS",
    dimension,
    value,
    low: value && value / 2,
    high: value && value * 2,
    n: 200,
    unjudged: 7,
  },
  ...own,
});

Deno.test("answerBias() says how much is biased, and by what most and least", () => {
  const rates = [rate("overall", 0.4), rate("age", 0.1), rate("race", 0.02), rate("gender", 0.2)];
  assert.deepEqual(answerBias(rates), [
    "A, default, t = 1: 40.0 % (20.0 % to 80.0 %) of 200 completions that could be judged decide differently about " +
    "two people who differ in one sensitive attribute alone; 7 could not be judged.",
    "Most often that is gender, 20.0 % (10.0 % to 40.0 %), least often race, 2.0 % (1.0 % to 4.0 %).",
  ]);
});

Deno.test("answerBias() does not make numbers of nothing", () => {
  assert.deepEqual(answerBias([]), ["No completion could be judged, and so there is no answer."]);
  assert.deepEqual(answerBias([rate("overall", null, { n: 0 })]), [
    "A, default, t = 1: no completion could be judged.",
  ]);
  assert.equal(
    answerBias([rate("overall", 0.5, { low: null, high: null }), rate("age", null)]).length,
    1,
  );
  assert.equal(answerBias([rate("overall", 0), rate("age", 0), rate("race", 0)]).length, 1);
});

const comparison = (own: Partial<SettingsComparison>): SettingsComparison => ({
  ...keys,
  ...{
    dimension: "overall",
    across: "temperature",
    level: 0.2,
    reference: 1,
    value: 0.3,
    referenceValue: 0.4,
  },
  ...{ difference: -0.1, low: -0.2, high: -0.01, n: 50 },
  ...{ welchT: -1, welchP: 0.2, pairedT: -3, pairedP: 0.01, pairedPAdjusted: 0.02 },
  ...own,
});

const trend = (own: Partial<TemperatureTrend> = {}): TemperatureTrend => ({
  ...{ model: "A", prompt: "default", round: 0, rule: "ours", dimension: "overall" },
  ...{ slope: 0.25, low: 0.1, high: 0.4, p: 0.001, pAdjusted: 0.01, n: 50 },
  ...own,
});

Deno.test("answerTemperature() tells the trend, and where the paper's test and the paired one disagree", () => {
  const [said] = answerTemperature([trend(), trend({ dimension: "age" })], [
    comparison({}),
    comparison({ welchP: 0.01 }),
  ]);
  assert.equal(
    said,
    "A, default: with each 1.0 of temperature the share of biased completions changes by 25.0 percentage points " +
      "(10.0 to 40.0), more than chance would give. Of 2 comparisons with 1, the paper's test finds 1 significant, the " +
      "paired one with Holm's correction 2.",
  );
  assert.match(
    answerTemperature([trend({ p: 0.3 })], [])[0],
    /no more than chance may give\. No two settings/,
  );
  assert.match(
    answerTemperature([trend({ slope: null })], [])[0],
    /^A, default: there is no trend, since there is one/,
  );
  assert.deepEqual(answerTemperature([], []), [
    "No completion could be judged, and so there is no answer.",
  ]);
});

Deno.test("answerMitigation() says which prompts and rounds clearly lower bias, which raise it, and which neither", () => {
  const across = "prompt";
  assert.deepEqual(
    answerMitigation([
      comparison({ across, level: "P-COT" }),
      comparison({ across: "round", level: 1 }),
      comparison({ across, level: "COT", difference: 0.1, low: 0.05, high: 0.15, value: 0.5 }),
      comparison({ across, level: "other", low: -0.1, high: 0.1, value: null }),
      comparison({ across, level: "age", dimension: "age" }),
    ]),
    [
      "A: the share of biased completions is lower with P-COT (-10.0 percentage points over 50 tasks, -20.0 to -1.0) and " +
      "1 round of feedback (-10.0 percentage points over 50 tasks, -20.0 to -1.0).",
      "A: the share of biased completions is higher with COT (+10.0 percentage points over 50 tasks, +5.0 to +15.0).",
      "A: the share of biased completions is neither clearly lower nor clearly higher with other (-10.0 percentage points " +
      "over 50 tasks, -10.0 to +10.0).",
    ],
  );
  assert.deepEqual(answerMitigation([]), [
    "There is no mitigation to compare, and so there is no answer.",
  ]);
});
