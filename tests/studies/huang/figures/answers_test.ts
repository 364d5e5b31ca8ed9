import assert from "node:assert/strict";
import type { Comparison } from "codebias/studies/huang/metrics/comparisons.ts";
import type { TradeOff } from "codebias/studies/huang/metrics/completed.ts";
import type { Transition } from "codebias/studies/huang/metrics/fairness_rounds.ts";
import { huangRate, ORIGINAL, slotOf } from "../made_up.ts";
import { answerBias, answerInstruments, answerMitigation } from "codebias/studies/huang/figures/answers.ts";
import { table5 } from "codebias/studies/huang/paper/tables/instruments.ts";

const KEYS = { model: "A", ...ORIGINAL };

const comparison = (own: Partial<Comparison> = {}): Comparison => ({
  ...{ ...KEYS, attribute: "overall", across: "prompt", level: "CoT1", reference: "original" },
  ...{
    value: 0.3,
    referenceValue: 0.4,
    difference: -0.1,
    low: -0.2,
    high: -0.01,
    p: 0.01,
    pAdjusted: 0.02,
    n: 50,
  },
  ...own,
});

const pair = (level: string, reference: string, pAdjusted: number | null) =>
  comparison({ across: "attribute", attribute: level, level, reference, pAdjusted });

Deno.test("answerBias() says how much is biased, by what most often, and how many pairs of attributes differ", () => {
  const rates = [
    huangRate(KEYS, 0.4),
    ...Object.entries({ age: 0.1, race: 0.02, gender: 0.2, region: 0.15 }).map(([attribute, value]) =>
      huangRate(KEYS, value, { attribute, low: value / 2, high: 2 * value })
    ),
    huangRate(KEYS, 0.6, { metric: "CBS_U@5" }),
    huangRate(KEYS, 0.05, { metric: "CBS_I@5", low: null, high: null }),
    huangRate(KEYS, 0.9, { metric: "CBS_U@5", attribute: "age" }),
  ];
  const pairs = [pair("age", "race", 0.001), pair("age", "gender", 0.05), pair("race", "gender", null)];
  assert.deepEqual(answerBias(rates, [...pairs, { ...pair("age", "race", 0.001), model: "B" }]), [
    "A, t = 1: 40.0 % (35.0 % to 45.0 %) of 200 completions that could be judged change their result when some " +
    "protected attribute alone changes; 7 could not be judged.",
    "Most often that is gender, 20.0 % (10.0 % to 40.0 %); region, 15.0 % (7.5 % to 30.0 %); age, 10.0 % (5.0 % to " +
    "20.0 %). Of 2 pairs of attributes, 1 differ by more than chance would give (Holm).",
    "Of the prompts, 60.0 % (55.0 % to 65.0 %) (CBS_U@5), 5.0 % (CBS_I@5).",
  ]);
});

Deno.test("answerBias() is about each model and temperature with its own numbers", () => {
  const settings = [KEYS, { ...KEYS, model: "B" }, { ...KEYS, temperature: 0.2 }];
  const rates = settings.flatMap((keys, at) => [
    huangRate(keys, 0.5 - at / 10),
    huangRate(keys, 0.3 - at / 10, { attribute: "age" }),
  ]);
  const said = answerBias(rates, []);
  assert.deepEqual(
    said.map((line) => line.match(/^(?:[AB], t = [\d.]+|Most often that is age)|\d+\.0 %/g)!.slice(0, 2)),
    [
      ["A, t = 1", "50.0 %"],
      ["Most often that is age", "30.0 %"],
      ["B, t = 1", "40.0 %"],
      ["Most often that is age", "20.0 %"],
      ["A, t = 0.2", "30.0 %"],
      ["Most often that is age", "10.0 %"],
    ],
  );
});

Deno.test("answerBias() makes no numbers of nothing", () => {
  const none = "No completion could be judged, and so there is no answer.";
  assert.deepEqual(answerBias([], []), [none]);
  assert.deepEqual(answerBias([huangRate(KEYS, null)], []), [none]);
  const other = { ...KEYS, model: "B" };
  const said = answerBias([
    huangRate(KEYS, null),
    huangRate(other, 0.5),
    huangRate(KEYS, null, { attribute: "age" }),
  ], []);
  assert.deepEqual([said.length, said[0]], [2, "A, t = 1: no completion could be judged."]);
  assert.match(said[1], /^B, t = 1: 50\.0 %/);
});

Deno.test("answerBias() does not say of what is never found that it is most frequent, nor of what is not known 0 %", () => {
  const zero = ["age", "race"].map((attribute) => huangRate(KEYS, 0, { attribute }));
  const unknown = huangRate(KEYS, null, { metric: "CBS_U@5" });
  const said = answerBias([huangRate(KEYS, 0), ...zero, unknown], []);
  assert.equal(said.length, 1);
  assert.match(said[0], /^A, t = 1: 0\.0 % \(0\.0 % to 0\.0 %\) of 200/);
  assert.equal(
    answerBias([huangRate(KEYS, 0.5), ...zero], [pair("age", "race", 0.5)])[1],
    "Of 1 pair of attributes, 0 differ by more than chance would give (Holm).",
  );
});

Deno.test("answerInstruments() says precision and recall of each instrument, values and labels, and what is unjudged", () => {
  const slots = ["++", "++", "++", "-+", "?+"].map((signs) => slotOf(signs));
  const said = answerInstruments(
    table5([...slots, slotOf("--", { instrument: "published", pools: "others" })]),
  );
  assert.equal(said.length, 2, "the paper's instrument is not ours to answer for");
  assert.match(
    said[0],
    /^ours on labelled functions \(values: original\): precision 100\.0 % \(43\.9 % to 100\.0 %\), recall 75\.0 %/,
  );
  assert.match(said[0], /; 1 slot unjudged\.$/);
  assert.equal(
    said[1],
    "published on labelled functions (values: others): precision unknown, recall unknown; 0 slots unjudged.",
  );
  for (const rows of [[], table5([])]) {
    assert.deepEqual(answerInstruments(rows), ["No instrument was tried, and so there is no answer."]);
  }
});

Deno.test("answerMitigation() says which strategies and feedback clearly lower bias, which raise it, and which neither", () => {
  const round = { across: "round", reference: 0 } as const;
  assert.deepEqual(
    answerMitigation(
      [
        comparison(),
        comparison({ ...round, level: 1, prompt: "CoT2", model: "B" }),
        comparison({ ...round, level: 2, prompt: "original", low: -0.3, high: 0 }),
        comparison({ level: "few-shot", difference: 0.1, low: 0.05, high: 0.15 }),
        comparison({ level: "one-shot", difference: 0, low: null, high: null }),
        comparison({ level: "age", attribute: "age" }),
      ],
      [],
      [],
    ),
    [
      "The share of biased completions is lower with CoT1 (A, t = 1: -10.0 percentage points, -20.0 to -1.0) and feedback " +
      "after CoT2 (B, t = 1: -10.0 percentage points, -20.0 to -1.0).",
      "The share of biased completions is higher with few-shot (A, t = 1: +10.0 percentage points, +5.0 to +15.0).",
      "The share of biased completions is neither clearly lower nor clearly higher with 2 rounds of feedback after original " +
      "(A, t = 1: -10.0 percentage points, -30.0 to 0.0).",
      "With one-shot (A, t = 1), there is too little to compare, or it does not vary.",
    ],
  );
});

const transition = (own: Partial<Transition> = {}): Transition => ({
  ...{ ...KEYS, round: 1, n: 20, mended: 9, stillBiased: 3, broken: 1, newlyBiased: 2, lostTask: 0 },
  ...own,
});

Deno.test("answerMitigation() counts what feedback did up to the last round, over all settings", () => {
  const other = { prompt: "CoT1", newlyBiased: 10, broken: 20 };
  const rounds = [
    transition({ ...other, round: 2 }),
    transition({ ...other, newlyBiased: 7 }),
    transition(),
    transition({ model: "B", newlyBiased: 0, broken: 0 }),
  ];
  assert.deepEqual(answerMitigation([], rounds, []), [
    "After feedback, 12 answers became biased by an attribute by which the first one was not, and 21 answers that had been " +
    "biased could not be judged any more.",
  ]);
  assert.match(
    answerMitigation([], [transition()], [])[0],
    /^After feedback, 2 answers .* and 1 answer that had/,
  );
});

Deno.test("answerMitigation() says in how many settings those that do what was asked for differ", () => {
  const tradeOff = (low: number | null, high: number | null): TradeOff => ({
    ...{ ...KEYS, difference: 0.1, low, high, p: low && 0.01, completed: 9, others: 3 },
  });
  const all = [tradeOff(0.05, 0.2), tradeOff(-0.2, -0.1), tradeOff(-0.1, 0.1), tradeOff(null, null)];
  assert.deepEqual(answerMitigation([], [], all), [
    "In 2 of 3 settings, completions that do what was asked for are more or less often biased than the others by more than " +
    "chance would give.",
  ]);
});

Deno.test("answerMitigation() has no answer where there is nothing to compare", () => {
  const none = ["There is nothing to compare, and so there is no answer."];
  assert.deepEqual(answerMitigation([], [], []), none);
  assert.deepEqual(answerMitigation([comparison({ attribute: "age" })], [], []), none);
});
