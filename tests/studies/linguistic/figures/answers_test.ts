import assert from "node:assert/strict";
import fc from "fast-check";
import { answerAgreement, answerRq1 } from "codebias/studies/linguistic/figures/answers.ts";
import { rates as ratesOf } from "codebias/studies/linguistic/metrics/rates.ts";
import { splitHalf } from "codebias/studies/linguistic/metrics/importance/split_half.ts";
import type { Cause } from "codebias/studies/linguistic/metrics/disagreements.ts";
import type { Metric, Rate } from "codebias/studies/linguistic/metrics/rates.ts";
import { proportion } from "codebias/statistics/mod.ts";
import { arbitraryTasks, sample, samples } from "../samples.ts";

/** The rates of a model, e.g. of 52 tasks of which 26 are solved in English. */
function model(name: string, counts: Readonly<Record<Metric, number>>, temperature = 0.2, n = 52): Rate[] {
  return Object.entries(counts).map(([metric, count]) => ({
    model: name,
    prompt: "DI",
    temperature,
    metric: metric as Metric,
    ...proportion(count, n),
  }));
}

const A = model("A", { CR_en: 26, CR_zh: 20, CR_bi: 18, CDR: 10 });
const B = model("B", { CR_en: 13, CR_zh: 13, CR_bi: 13, CDR: 0 });
const C = model("C", { CR_en: 2, CR_zh: 50, CR_bi: 2, CDR: 48 });

const half = (between: number, within: number) => ({
  ...{ model: "A", prompt: "DI", temperature: 0.2, samples: 5, tasks: 52 },
  between,
  within,
});

const causes = (...found: Cause[]) =>
  found.map((cause) => ({ sample: sample("wrong"), cause, evidence: "" }));

Deno.test("answerRq1() of three models says the numbers of the rates", () => {
  assert.deepEqual(answerRq1([...A, ...B, ...C], [half(0.25, 0.125), half(0.1, 0.1)]), [
    "At t = 0.2, 3 models solved on average 37.2 % (from 0.0 % to 92.3 %) of the tasks in one language only.",
    "At t = 0.2, English is ahead in 1, Chinese in 1 of 3 models (1 level).",
    "The 95 % intervals of the two languages' rates are apart in 1 of 3 pairs.",
    "Half the samples of one language against half of the other differ on 17.5 % of the tasks, two halves of the " +
    "same language on 11.3 %; the first is larger in 1 of 2 settings. Only the excess can be due to the language, or to how the two descriptions of a task differ.",
  ]);
});

Deno.test("answerRq1() of one model speaks in the singular and of no range", () => {
  assert.deepEqual(answerRq1(A, [half(0.25, 0.125)]), [
    "At t = 0.2, 1 model solved on average 19.2 % of the tasks in one language only.",
    "At t = 0.2, English is ahead in 1, Chinese in 0 of 1 model.",
    "The 95 % intervals of the two languages' rates are apart in 0 of 1 pair.",
    "Half the samples of one language against half of the other differ on 25.0 % of the tasks, two halves of the " +
    "same language on 12.5 %; the first is larger in 1 of 1 setting. Only the excess can be due to the language, or to how the two descriptions of a task differ.",
  ]);
});

Deno.test("answerRq1() says that the languages are level where they are in all models", () => {
  assert.equal(answerRq1(B, [])[1], "At t = 0.2, English and Chinese are level in 1 model.");
});

Deno.test("answerRq1() takes temperatures apart, the lower one first", () => {
  const hot = model("A", { CR_en: 20, CR_zh: 26, CR_bi: 19, CDR: 8 }, 0.8);
  const sentences = answerRq1([...hot, ...A], []);
  assert.deepEqual(sentences.slice(0, 4), [
    "At t = 0.2, 1 model solved on average 19.2 % of the tasks in one language only.",
    "At t = 0.8, 1 model solved on average 15.4 % of the tasks in one language only.",
    "At t = 0.2, English is ahead in 1, Chinese in 0 of 1 model.",
    "At t = 0.8, English is ahead in 0, Chinese in 1 of 1 model.",
  ]);
  assert.match(sentences[4], /in 0 of 2 pairs\.$/);
  assert.equal(sentences.length, 5, "without halves there is nothing to say of chance");
});

Deno.test("answerRq1() compares only models that have both languages", () => {
  const onlyEnglish = ratesOf(samples({ a: { en: "p" } }, { model: "Half" }));
  const sentences = answerRq1([...onlyEnglish, ...C], []);
  assert.deepEqual(sentences, [
    "At t = 0.2, 1 model solved on average 92.3 % of the tasks in one language only.",
    "At t = 0.2, English is ahead in 0, Chinese in 1 of 1 model.",
    "The 95 % intervals of the two languages' rates are apart in 1 of 1 pair.",
  ]);
  assert.equal(
    answerRq1(onlyEnglish, [])[0],
    "At t = 0.2, no model can be judged in both languages.",
  );
});

Deno.test("answerRq1() never says NaN, undefined or Infinity, whatever the samples", () => {
  fc.assert(fc.property(arbitraryTasks(["p", "w", "u", "i"]), (tasks) => {
    const given = samples(tasks);
    const found = ratesOf(given, { invalidTasks: "left-out" });
    for (const sentence of answerRq1(found, splitHalf(given))) {
      assert.doesNotMatch(sentence, /NaN|undefined|Infinity|null/);
    }
  }));
  assert.doesNotMatch(answerRq1([], []).join(), /NaN|undefined|Infinity/);
});

Deno.test("answerAgreement() says the numbers of the estimate and of the causes", () => {
  const found = causes("luck", "aliasing", "luck", "unexplained");
  assert.deepEqual(answerAgreement(proportion(96, 100), found), [
    "Executed and recorded verdicts agree on 96 of 100 samples of the tasks that can pass (96.0 %; 95 % interval " +
    "90.2 % to 98.4 %).",
    "Set aside: 2 due to the luck of the generator, 1 due to the authors' shared input objects. Unexplained: 1.",
    "Without those set aside they agree on 99.0 %.",
  ]);
});

Deno.test("answerAgreement() says how many samples could not be judged, in the singular or plural", () => {
  const last = (unjudged: number) => answerAgreement(proportion(1, 1, { unjudged }), []).at(-1);
  assert.equal(last(0), "Without those set aside they agree on 100.0 %.");
  assert.equal(last(1), "1 sample could not be judged.");
  assert.equal(last(2), "2 samples could not be judged.");
  assert.match(answerAgreement(proportion(1, 1), [])[0], /agree on 1 of 1 sample of the tasks/);
});

Deno.test("answerAgreement() has no rate of nothing", () => {
  assert.deepEqual(answerAgreement(proportion(0, 0), []), [
    "No sample has both an executed and a recorded verdict, so nothing is compared.",
  ]);
  const sentences = answerAgreement(proportion(0, 2), causes("luck", "aliasing"));
  assert.equal(sentences.length, 2);
  assert.doesNotMatch(sentences.join(), /NaN/);
});

Deno.test("answerRq1() of nothing answers nothing", () => {
  assert.deepEqual(answerRq1([], []), ["There are no samples, and so no answer."]);
});
