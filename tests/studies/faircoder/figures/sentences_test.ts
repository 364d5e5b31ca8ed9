import assert from "node:assert/strict";
import {
  answerCounterfactual,
  answerOverall,
  answerPreferences,
  exampleScore,
} from "codebias/studies/faircoder/figures/sentences.ts";
import { judgedPreferences } from "codebias/studies/faircoder/metrics/preferred.ts";
import type { FairCoderRate } from "codebias/studies/faircoder/metrics/rates.ts";
import { settingNames } from "codebias/studies/faircoder/tasks/settings.ts";
import { readable } from "../../readable.ts";
import {
  allDifferences,
  allPreferred,
  allRates,
  differenceOf,
  preferredOf,
  rateOf,
  SETTING,
  testRateOf,
} from "../made_up.ts";

const NOTHING_ASKED = "Nothing was asked, and so there is no answer.";

/** All cells of both kinds with one value for each metric. */
const flat = (
  values: Readonly<Record<"function" | "test", readonly number[]>>,
  options: Partial<FairCoderRate> = {},
) =>
  allRates(options).map((rate) => {
    const at = ["FairScore", "refusal rate", "preference entropy"].indexOf(rate.metric);
    const value = values[rate.kind][at];
    return { ...rate, value, low: value - 0.11, high: value + 0.11 };
  });

Deno.test("answerOverall() has the metrics of both kinds, where they are least and most, and which is fairer", () => {
  const rates = flat({ function: [0.8, 0.4, 0.6], test: [0.6, 0.2, 0.5] }).map((rate) =>
    rate.kind === "function" && rate.metric === "FairScore" && rate.attribute === "degree"
      ? { ...rate, value: 0.58, low: 0.47, high: 0.69 }
      : rate
  );
  assert.deepEqual(readable(answerOverall(rates)), [
    "A, t = 1, functions: FairScore 0.78 (0.75 to 0.81), refusal rate 0.40 (0.37 to 0.43) and preference entropy 0.60 " +
    "(0.57 to 0.63). The FairScore goes from 0.58 (degree, admission) to 0.80 (income, treatment).",
    "A, t = 1, test cases: FairScore 0.60 (0.57 to 0.63), refusal rate 0.20 (0.17 to 0.23) and preference entropy 0.50 " +
    "(0.47 to 0.53). The FairScore is the same everywhere.",
    "A, t = 1: test cases are less fair than functions, by 0.18 (0.14 to 0.22) of FairScore.",
  ]);
});

Deno.test("answerOverall() says where neither is fairer, and nothing of what is missing", () => {
  const last = (rates: readonly FairCoderRate[]) => readable(answerOverall(rates)).at(-1);
  assert.equal(
    last(flat({ function: [0.5, 0.4, 0.6], test: [0.51, 0.2, 0.5] })),
    "A, t = 1: test cases are neither clearly fairer nor clearly less fair than functions: the FairScore differs by 0.01 " +
      "(-0.03 to 0.05).",
  );
  assert.match(
    last(flat({ function: [0.5, 0.4, 0.6], test: [0.75, 0.2, 0.5] }))!,
    /are fairer than .* by 0\.25 \(0\.21 to 0\.29\)/,
  );
  assert.deepEqual(
    readable(answerOverall([rateOf(0.5), rateOf(null, { metric: "preference entropy" })])),
    [
      "A, t = 1, functions: FairScore 0.50 (0.40 to 0.60) over 1 of 11 cells.",
    ],
  );
  assert.deepEqual(
    readable(answerOverall([testRateOf(0.5, { low: null, high: null }), rateOf(0.25)])),
    [
      "A, t = 1, functions: FairScore 0.25 (0.15 to 0.35) over 1 of 11 cells.",
      "A, t = 1, test cases: FairScore 0.50 over 1 of 36 cells.",
    ],
  );
  assert.deepEqual(readable(answerOverall([rateOf(null)])), [
    "A, t = 1, functions: nothing could be judged.",
  ]);
  assert.deepEqual(answerOverall([]), [NOTHING_ASKED]);
  assert.deepEqual(answerOverall([rateOf(0.5, { rule: "published" })]), [NOTHING_ASKED]);
});

Deno.test("answerOverall() is about each model and setting with its own numbers", () => {
  const rates = [
    rateOf(0.25),
    rateOf(0.5, { model: "B", temperature: null }),
    rateOf(0.75, { prompt: "equality" }),
  ];
  assert.deepEqual(readable(answerOverall(rates)).map((sentence) => sentence.split(" (")[0]), [
    ...["A, t = 1, functions: FairScore 0.25", "B, functions: FairScore 0.50"],
    "A, equality, t = 1, functions: FairScore 0.75",
  ]);
});

Deno.test("answerPreferences() names the strongest preferences and the groups that are preferred most often", () => {
  const rows = [
    preferredOf({ entropy: 0.4 }),
    preferredOf({ scenario: "edu", entropy: 0.2 }),
    preferredOf({ scenario: "med", group: "male", entropy: 0.01, p: 0.4 }),
    preferredOf({ attribute: "age", group: "young", entropy: 0 }),
    preferredOf({ scenario: "med", attribute: "race", group: "black", entropy: 0.9 }),
    preferredOf({ scenario: "edu", attribute: "race", group: null, entropy: null, p: null, n: 0 }),
  ];
  assert.deepEqual(readable(answerPreferences(rows)), [
    "A, t = 1, functions: of 5 cells in which some group is given something, 4 have a preferred group that chance would " +
    "hardly give (false discovery rate 5 %). The strongest: young (age, hiring, entropy 0.00), female (gender, admission, " +
    "entropy 0.20) and female (gender, hiring, entropy 0.40). Most often: gender: female (2 times).",
  ]);
});

Deno.test("answerPreferences() keeps kinds apart, and makes nothing of chance or of nothing", () => {
  const test = preferredOf({ kind: "test", scenario: "all", topic: "HIV", group: "male" });
  assert.deepEqual(readable(answerPreferences([preferredOf({ p: 0.2 }), test])), [
    "A, t = 1, functions: of 1 cell in which some group is given something, none has a preferred group that chance would " +
    "hardly give.",
    "A, t = 1, test cases: of 1 cell in which some group is given something, 1 has a preferred group that chance would " +
    "hardly give (false discovery rate 5 %). It is male (gender, HIV, entropy 0.50).",
  ]);
  const nothing = preferredOf({ group: null, entropy: null, p: null, n: 0 });
  assert.deepEqual(answerPreferences([nothing]), [
    "A, t = 1, functions: no group is given anything.",
  ]);
  assert.deepEqual(answerPreferences([]), [NOTHING_ASKED]);
  const lists = answerPreferences([preferredOf({ subjectList: "male" })]);
  assert.match(readable(lists)[0], /It is female \(gender, hiring, list male, entropy 0\.50\)\.$/);
  readable(answerPreferences(allPreferred(["A", "B"], { byList: true })));
});

Deno.test("judgedPreferences() calls clear what is among the smallest p-values, and no tie", () => {
  const clear = (ps: readonly (number | null)[]) =>
    judgedPreferences(ps.map((p) => preferredOf({ p }))).map(({ isClear }) => isClear);
  assert.deepEqual(clear([0.0005, 0.02, 0.03, null]), [true, true, true, false]);
  assert.deepEqual(clear([0.04, 0.6]), [false, false]);
  assert.equal(judgedPreferences([preferredOf({ group: null, p: 0.0005 })])[0].isClear, false);
});

Deno.test("answerCounterfactual() names traits whose difference leaves out 0, and whether they go the way that is said", () => {
  const rows = [
    differenceOf(0.2),
    differenceOf(-0.1, { topic: "confidence" }),
    differenceOf(-0.3, { topic: "sympathy", bias: "female" }),
    differenceOf(0.01, { topic: "leadership" }),
    differenceOf(0.9, { topic: "rationality", low: null, high: null }),
    differenceOf(null, { topic: "nurturing", bias: "female" }),
  ];
  assert.deepEqual(readable(answerCounterfactual(rows)), [
    "A, t = 1: of 4 traits, 3 have a difference between men and women whose interval leaves out 0, where 0.2 would by " +
    "chance: sympathy, with more that is True of women (-0.30 (-0.35 to -0.25)); ambition, with more that is True of men " +
    "(0.20 (0.15 to 0.25)); confidence, with more that is True of women (-0.10 (-0.15 to -0.05)). In 2 of these it is more " +
    "of those whom the trait is said of.",
  ]);
});

Deno.test("answerCounterfactual() makes nothing of what is not known", () => {
  assert.deepEqual(answerCounterfactual([]), [NOTHING_ASKED]);
  assert.deepEqual(
    readable(
      answerCounterfactual([differenceOf(null), differenceOf(0.5, { low: null, high: null })]),
    ),
    [
      "A, t = 1: of no trait it is known how much more is True of men or women.",
    ],
  );
  assert.deepEqual(readable(answerCounterfactual([differenceOf(0.01)])), [
    "A, t = 1: of 1 trait, none has a difference between men and women whose interval leaves out 0.",
  ]);
  const wrong = differenceOf(0.5, { bias: "female", topic: "sympathy" });
  assert.match(readable(answerCounterfactual([wrong]))[0], /In none of these it is more/);
  assert.match(
    readable(answerCounterfactual([differenceOf(0.5)]))[0],
    /In all of these it is more/,
  );
  const [many] = readable(answerCounterfactual(allDifferences()));
  assert.match(many, /; the largest: /);
});

Deno.test("settingNames() leave out a temperature that all have", () => {
  const [same, other] = [SETTING, { ...SETTING, model: "B" }];
  assert.equal(settingNames([same, other])(same), "A");
  assert.equal(settingNames([same, { ...other, temperature: 0 }])(same), "A, t = 1");
});

Deno.test("exampleScore() tells the first witness: who gains what, and the line", () => {
  const settings = { prompt: "default", temperature: 1 };
  const sample = (finding: object) => ({
    ...{ taskId: "t", model: "m", settings, epoch: 1, text: "" },
    judgement: { kind: "judged", finding } as never,
  });
  const witness = {
    values: [{ value: "female", score: 2 }, { value: "male", score: 0 }] as const,
    ...{ line: 3, text: "    if p.gender == 'female':", context: { hold: false, except: [] } },
  };
  const without = { kind: "function", uses: false, scores: null, otherValues: {} };
  const said = exampleScore([sample(without), sample({ ...without, uses: true, witness })]);
  assert.deepEqual(said, [
    "m, t: female gains 2, male gains 0.",
    "The line that decides: `if p.gender == 'female':`",
  ]);
  assert.match(exampleScore([sample(without)])[0], /There is no example/);
});
