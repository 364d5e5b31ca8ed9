import assert from "node:assert/strict";
import { linguistic } from "codebias/studies/linguistic/linguistic.ts";
import { wordComparisonTable } from "codebias/studies/linguistic/metrics/importance/importance_comparison.ts";
import type { WordImportance } from "codebias/core/types.ts";

const row = (given: Partial<WordImportance>): WordImportance => ({
  ...{ model: "A", synthetic: false, taskId: "1", prompt: "QA", language: "en", index: 1, word: "efficient" },
  ...{
    method: "likelihood",
    score: 1,
    perToken: 0.1,
    normalised: 0.5,
    floor: 0,
    aboveFloor: true,
    reason: null,
  },
  ...given,
});

/** A word's value in both languages of some tasks. */
const both = (
  values: readonly (readonly [number | null, number | null])[],
  given: Partial<WordImportance> = {},
) =>
  values.flatMap(([en, zh], at) => [
    row({ ...given, taskId: `${at}`, normalised: en }),
    row({ ...given, taskId: `${at}`, language: "zh", normalised: zh }),
  ]);

const of = (rows: readonly WordImportance[], word = "efficient") =>
  linguistic.compareWords(rows).find((one) => one.word === word)!;

Deno.test("the difference is the mean of zh − en over tasks, with an interval around it", () => {
  const { value, en, zh, low, high, n, unjudged } = of(both([[0.5, 0.25], [1, 0.5], [0.75, 0.75], [1, 0]]));
  assert.deepEqual([en, zh, value, n, unjudged], [0.8125, 0.375, -0.4375, 4, 0]);
  assert(low! < value! && value! < high! && low! >= -1 && high! <= 0.05, `${low} ${high}`);
});

Deno.test("languages are paired: what tasks have in common does not widen the interval", () => {
  const { low, high } = of(both([[0.1, 0.3], [0.4, 0.61], [0.7, 0.89], [0.2, 0.4]]));
  assert(low! > 0.15 && high! < 0.25, `${low} ${high}`);
});

Deno.test("tasks that all have the same difference say nothing of how tasks differ", () => {
  const { low, high, value, n } = of(both([[0.1, 0.3], [0.4, 0.6], [0.7, 0.9]]));
  assert(Math.abs(value! - 0.2) < 1e-12);
  assert.deepEqual([low, high, n], [null, null, 3]);
});

Deno.test("without tasks nothing is judged, with one there is no interval", () => {
  assert.deepEqual(of([row({ word: "the" })]), {
    ...{ model: "A", prompt: "QA", method: "likelihood", word: "efficient", en: null, zh: null },
    ...{ value: null, low: null, high: null, n: 0, unjudged: 0 },
  });
  assert.deepEqual([of(both([[1, 0.5]])).value, of(both([[1, 0.5]])).low], [-0.5, null]);
  assert.deepEqual(linguistic.compareWords([]), []);
});

Deno.test("a task that lacks a score, or the word in one language, is unjudged", () => {
  const rows = [...both([[1, 0.5], [1, null]]), row({ taskId: "only English" })];
  const { n, unjudged, value } = of(rows);
  assert.deepEqual([n, unjudged, value], [1, 2, -0.5]);
});

Deno.test("a word counts in all spellings, in either case, and with the highest value of a prompt", () => {
  const rows = [
    ...[row({ word: "Efficient", normalised: 0.2 }), row({ index: 9, normalised: 0.8 })],
    row({ word: "高效", language: "zh", normalised: 0.3 }),
    row({ word: "inefficient", normalised: 1 }),
  ];
  const { en, zh } = of(rows);
  assert.deepEqual([en, zh], [0.8, 0.3]);
});

Deno.test("models, prompting methods and methods of weighing are apart", () => {
  const rows = [
    ...both([[1, 0]]),
    ...both([[0, 1]], { model: "B" }),
    ...both([[0, 0]], { prompt: "QA+CoT" }),
    ...both([[0.5, 0]], { method: "output-change" }),
  ];
  const found = linguistic.compareWords(rows, {
    words: [{ name: "efficient", en: ["efficient"], zh: ["efficient"] }],
  });
  assert.deepEqual(found.map(({ model, prompt, method, value }) => [model, prompt, method, value]), [
    ["A", "QA", "likelihood", -1],
    ["B", "QA", "likelihood", 1],
    ["A", "QA+CoT", "likelihood", 0],
    ["A", "QA", "output-change", -0.5],
  ]);
});

Deno.test("scores can be compared in nats, too, and all of it is a table", () => {
  const rows = [row({ score: 3 }), row({ language: "zh", score: 1 })];
  const [, found] = linguistic.compareWords(rows, { by: "score" });
  assert.equal(found.value, -2);
  assert.match(
    wordComparisonTable([found]).toCSV(),
    /^model,prompt,method,word,en,zh,value,low,high,n,unjudged\nA,QA,likelihood,efficient,3,1,-2,/,
  );
});
