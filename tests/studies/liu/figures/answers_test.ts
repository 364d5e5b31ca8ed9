import assert from "node:assert/strict";
import type { AccuracyRow } from "codebias/studies/liu/paper/tables/classifier/classifier_table.ts";
import type { Disagreement } from "codebias/studies/liu/metrics/disagreements.ts";
import type { FairnessTableRow } from "codebias/studies/liu/paper/tables/fairness_tables.ts";
import { readable } from "../../readable.ts";
import { completionOf, KEYS, rateOf, saidOf } from "../made_up.ts";
import { answerBias, answerFairness, answerInstruments } from "codebias/studies/liu/figures/answers.ts";
import { cbsRates } from "codebias/studies/liu/metrics/cbs_rates.ts";
import { disagreements } from "codebias/studies/liu/metrics/disagreements.ts";
import { table5 } from "codebias/studies/liu/paper/tables/fairness_tables.ts";

const NAME = "A, t = 0.8, top-p = 0.9";

Deno.test("answerBias() says how much is biased, and after which modifiers and by which dimension least and most", () => {
  const rates = [
    rateOf(0.4, { unjudged: 3 }),
    rateOf(0.2, { modifierType: "RoBERTa-Neg" }),
    rateOf(0.6, { modifierType: "Comparative" }),
    rateOf(0.5, { modifierType: "Comparative-Pos" }),
    rateOf(0, { dimension: "disability" }),
    rateOf(0.955, { dimension: "gender" }),
    rateOf(0.1, { instrument: "lexicon" }),
  ];
  assert.deepEqual(readable(answerBias(rates, "label")), [
    `${NAME}: label takes 40.0 % (30.0 % to 50.0 %) of 100 completions to be biased; 3 more could not be judged. ` +
    "By modifiers, it goes from 20.0 % (RoBERTa-Neg) to 60.0 % (Comparative). " +
    "By dimension, it goes from 0.0 % (disability) to 95.5 % (gender).",
  ]);
  assert.deepEqual(readable(answerBias(rates, "lexicon")), [
    `${NAME}: lexicon takes 10.0 % (0.0 % to 20.0 %) of 100 completions to be biased.`,
  ]);
});

Deno.test("answerBias() is about each model, prompt and setting with its own numbers", () => {
  const settings = [
    [{}, NAME],
    [{ model: "B", temperature: null, topP: null }, "B"],
    [{ prompt: "2Y0N", topP: null }, "A, 2Y0N, t = 0.8"],
    [{ temperature: 0, topP: 1 }, "A, t = 0, top-p = 1"],
  ] as const;
  const rates = settings.flatMap(([keys], at) => [
    rateOf(0.1 * (at + 1), keys),
    rateOf(0.2 + 0.1 * at, { ...keys, dimension: "age" }),
    rateOf(0.1 * at, { ...keys, dimension: "politics" }),
  ]);
  const said = readable(answerBias(rates, "label"));
  settings.forEach(([, name], at) => {
    assert(said[at].startsWith(`${name}: label takes ${10 * (at + 1)}.0 % `), said[at]);
    assert(said[at].endsWith(` from ${10 * at}.0 % (politics) to ${20 + 10 * at}.0 % (age).`), said[at]);
  });
  assert.equal(said.length, 4);
});

Deno.test("answerBias() makes no numbers of nothing", () => {
  const none = { value: null, low: null, high: null, n: 0, unjudged: 5 };
  assert.deepEqual(answerBias([], "behaviour"), [
    "Nothing was judged by behaviour, and so there is no answer.",
  ]);
  assert.deepEqual(answerBias([rateOf(0.5)], "behaviour"), answerBias([], "behaviour"));
  assert.deepEqual(readable(answerBias([rateOf(0, none), rateOf(0.5, { model: "B" })], "label")), [
    `${NAME}: no completion could be judged by label.`,
    "B, t = 0.8, top-p = 0.9: label takes 50.0 % (40.0 % to 60.0 %) of 100 completions to be biased.",
  ]);
  assert.deepEqual(readable(answerBias([rateOf(0.5, { dimension: "age" })], "label")), [
    `${NAME}: no completion could be judged by label.`,
  ], "without a total");
  const [one] = readable(answerBias([
    rateOf(1, { n: 1, low: null, high: null }),
    rateOf(1, { dimension: "age" }),
    rateOf(0, { ...none, dimension: "gender" }),
  ], "label"));
  assert.equal(
    one,
    `${NAME}: label takes 100.0 % of 1 completion to be biased.`,
    "one dimension is no comparison",
  );
  const [same] = readable(answerBias([
    rateOf(0),
    rateOf(0, { dimension: "age" }),
    rateOf(0, { dimension: "gender" }),
  ], "label"));
  assert.match(same, /\. By dimension, it is the same everywhere\.$/);
});

Deno.test("answerBias() reads what cbsRates() give, crossed or not, alike", () => {
  const findings = [
    ...saidOf(completionOf("person[gender] == 'male'"), { label: "biased", behaviour: "unjudged" }),
    ...saidOf(completionOf("person[gender] == 'sick'", { epoch: 2 }), { label: "unbiased" }),
    ...saidOf(completionOf("person[age] == 'old'", { dimension: "age", adjective: "best" }), {
      label: "biased",
    }),
    ...saidOf(completionOf("person[age] == 'old'", { dimension: "age" }), { label: "unbiased" }),
  ];
  const plain = readable(answerBias(cbsRates(findings), "label"));
  assert.match(plain[0], /50\.0 % .*of 4 completions.*from 33\.3 % \(RoBERTa-Neg\) to 100\.0 % \(Compar/);
  assert.match(plain[0], /By dimension, it is the same everywhere/);
  assert.deepEqual(answerBias(cbsRates(findings, { crossed: true }), "label"), plain);
  assert.deepEqual(readable(answerBias(cbsRates(findings), "behaviour")), [
    `${NAME}: no completion could be judged by behaviour.`,
  ]);
});

const accuracy = (
  instrument: string,
  value: number | null,
  options: Partial<AccuracyRow> = {},
): AccuracyRow => ({
  ...{ instrument, split: "test", rows: "all", dimension: "all", value, n: 784, unjudged: 0 },
  ...{ low: value && value - 0.01, high: value && value + 0.01 },
  ...{ published: null, difference: null, remark: null },
  ...options,
});

const ACCURACIES = [
  accuracy("classifier", 0.91, { split: "val" }),
  accuracy("classifier", 0.8, { dimension: "age" }),
  accuracy("classifier", 0.966, { published: 0.9605 }),
  accuracy("classifier", 0.94, { rows: "new", n: 177 }),
  accuracy("lexicon", 0.894),
  accuracy("lexicon", 0.7, { rows: "new" }),
  accuracy("remembering", 0.944),
  accuracy("most common label", 0.596),
  accuracy("ceiling", 0.982),
];

const DIFFERENT = [
  ...Array.from({ length: 3 }, (_, at) => [`person[age] > 2${at}`, "age"] as const),
  ["person[gender] == 'male'", "gender"] as const,
].map(([condition, dimension], at) =>
  saidOf(completionOf(condition, { dimension, epoch: at + 1 }), { lexicon: "unbiased", label: "biased" })
);

Deno.test("answerInstruments() says how often the classifier is right, beside what is printed, possible and simpler", () => {
  const [said] = readable(answerInstruments(ACCURACIES, []));
  assert.equal(
    said,
    "The classifier says what people do of 96.6 % (95.6 % to 97.6 %) of 784 test rows, where the paper prints 96.05 % for " +
      "BERT. Of the 177 that are unlike any training row, it does of 94.0 % (93.0 % to 95.0 %). For comparison: our " +
      "lexicon 89.4 %, remembering the training rows 94.4 %, always saying the most common label 59.6 % and the most " +
      "that is possible 98.2 %.",
  );
});

Deno.test("answerInstruments() leaves out what is not known, and says 0 % of nothing", () => {
  const unknown = "Without labelled test rows it is not known how often the classifier says what people do.";
  const first = (rows: readonly AccuracyRow[]) => readable(answerInstruments(rows, []))[0];
  for (
    const rows of [
      [],
      [accuracy("lexicon", 0.9)],
      [accuracy("classifier", null, { n: 0 })],
      [accuracy("classifier", 0.9, { split: "val" }), accuracy("classifier", 0.9, { dimension: "age" })],
    ]
  ) assert.equal(first(rows), unknown);
  const alone = first([accuracy("classifier", 0.9, { low: null, high: null, n: 1 })]);
  assert.equal(alone, "The classifier says what people do of 90.0 % of 1 test row.");
  const nulls = ["lexicon", "remembering", "ceiling"].map((name) => accuracy(name, null));
  const noNew = accuracy("classifier", null, { rows: "new", n: 0 });
  assert.equal(first([accuracy("classifier", 0.9, { low: null, high: null, n: 1 }), noNew, ...nulls]), alone);
  assert.match(
    first([accuracy("classifier", 0.9), accuracy("lexicon", 0)]),
    /For comparison: our lexicon 0\.0 %\.$/,
  );
});

Deno.test("answerInstruments() says of how many completions instruments differ, and why most often", () => {
  const second = (rows: readonly Disagreement[]) => readable(answerInstruments([], rows))[1];
  assert.equal(second([]), "There is no completion of which instruments say different things.");
  const [age, gender] = [DIFFERENT.slice(0, 3).flat(), DIFFERENT.slice(3).flat()];
  assert.equal(
    second(disagreements([...gender, ...age])),
    "Instruments say different things of 4 completions. The most frequent reasons: an age in years (3); no rule tells (1).",
  );
  assert.equal(
    second(disagreements(gender)),
    "Instruments say different things of 1 completion. The reason: no rule tells (1).",
  );
  const [one] = disagreements(gender);
  const reasons = [
    "an age in years",
    "a truth value",
    "a number that is no age",
    "an abbreviated demographic",
  ] as const;
  const many = [...reasons, ...reasons].map((why, at) => ({ ...one, why, count: at + 1 }));
  assert.equal(
    second(many),
    "Instruments say different things of 36 completions. The most frequent reasons: an abbreviated demographic (12); " +
      "a number that is no age (10); a truth value (8).",
  );
});

const score = (
  dimension: string,
  value: number | null,
  options: Partial<FairnessTableRow> = {},
): FairnessTableRow => ({
  ...{
    ...KEYS,
    instrument: "label",
    modifierType: "RoBERTa-Neg",
    dimension,
    metric: "UFS",
    counting: "any",
    value,
  },
  ...{ low: value && value - 0.25, high: value && value + 0.25, n: 40, unjudged: 0 },
  ...{ published: null, difference: null, remark: null },
  ...options,
});

Deno.test("answerFairness() names whom biased code names more often, where chance hardly does it", () => {
  const scores = [
    score("gender", 0.5),
    score("religion", -0.75),
    score("age", 0.2),
    score("politics", null),
    score("ethnicity", 0.9, { counting: "first" }),
    score("sexuality", 0.9, { modifierType: "Random-Neg" }),
    score("occupation", 0.9, { instrument: "lexicon" }),
    score("disability", 1, { low: null, high: null }),
  ];
  assert.deepEqual(readable(answerFairness(scores, "label")), [
    `${NAME}: of 4 pairs of demographics that biased code names after RoBERTa-Neg, 2 have an Unfairness Score whose ` +
    "interval leaves out 0: jewish rather than christian (-0.75, -1.00 to -0.50) and male rather than female (0.50, " +
    "0.25 to 0.75).",
  ]);
  assert.deepEqual(readable(answerFairness(scores, "lexicon")), [
    `${NAME}: of 1 pair of demographics that biased code names after RoBERTa-Neg, 1 has an Unfairness Score whose ` +
    "interval leaves out 0: doctor rather than student (0.90, 0.65 to 1.15).",
  ]);
});

Deno.test("answerFairness() names three at most, and each model for itself", () => {
  const four = ["gender", "religion", "age", "politics"].map((name, at) => score(name, 0.3 + 0.1 * at));
  const [said] = readable(answerFairness(four, "label"));
  assert.match(
    said,
    /4 have .* leaves out 0, most of all: democrat .*, young .* and christian rather than jewish/,
  );
  assert(!said.includes("female"));
  const [other] = readable(answerFairness([score("gender", -0.5)], "label"));
  assert.match(other, /: female rather than male \(-0\.50/);
  const models = readable(
    answerFairness([score("gender", 0.1), score("gender", 0.5, { model: "B" })], "label"),
  );
  assert.deepEqual(models.map((line) => line.split(":")[0]), [NAME, "B, t = 0.8, top-p = 0.9"]);
  assert.match(models[0], /after RoBERTa-Neg, none has an Unfairness Score whose interval leaves out 0\.$/);
});

Deno.test("answerFairness() makes no numbers of nothing, and reads what table5() gives", () => {
  const none =
    "No code that is biased by label after RoBERTa-Neg names one of a pair, and so there is no answer.";
  assert.deepEqual(answerFairness([], "label"), [none]);
  assert.deepEqual(answerFairness([score("gender", null)], "label"), [none]);
  const men = ["sick", "lazy", "vile", "poor", "fat", "dumb", "ugly", "angry", "upset", "tired"].flatMap((
    adjective,
  ) =>
    [1, 2].flatMap((epoch) =>
      saidOf(completionOf("person[gender] == 'male'", { adjective, epoch }), { label: "biased" })
    )
  );
  const scores = table5(men);
  assert.match(
    readable(answerFairness(scores, "label"))[0],
    /1 has .*: male rather than female \(1\.00, 0\.[1-9]\d to 1\.00\)/,
  );
  assert.deepEqual(
    answerFairness(table5(men.slice(0, 1)), "label").map((line) => line.split(", ").at(-1)),
    [
      "none has an Unfairness Score whose interval leaves out 0.",
    ],
  );
});
