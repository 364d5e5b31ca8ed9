import assert from "node:assert/strict";
import { expectedRates, generate, linguistic, openModel, openSource, run } from "codebias";
import { rates as ratesOf } from "codebias/studies/linguistic/metrics/rates.ts";
import { LANGUAGES } from "codebias/studies/linguistic/tasks/layout.ts";
import { near } from "../../../calibration/near.ts";
import { sized } from "../../../long.ts";
import { plausible } from "../../../statistics/binomial.ts";
import { doubling } from "../samples.ts";

const source = await openSource(linguistic, { source: "model" });
const [tasks, methods] = [await source.tasks(), await source.methods()];
const RATES = { en: { fast: 0.15, slow: 0.1 }, zh: { fast: 0.05, slow: 0.05 } };
const spec = linguistic.synthetic(tasks, (_task, language) => RATES[language]);

Deno.test("synthetic() declares the rates of every task in every language, whatever the method", () => {
  const asked = linguistic.prompts(tasks, methods, { methods: Object.keys(methods) });
  for (const { taskId, prompt, settings } of asked) {
    const { labels, fragments } = expectedRates(spec, { prompt, sampling: { temperature: 1 } });
    const { fast, slow } = RATES[settings.language];
    near(labels.fast, fast, 1e-12, taskId);
    near(labels.slow, slow, 1e-12, taskId);
    near(labels.wrong, 1 - fast - slow, 1e-12, taskId);
    near(fragments[`${taskId}-fast`], fast, 1e-12, taskId);
  }
});

Deno.test("synthetic() does not know tasks that it was not made for", () => {
  const prompt = "def something_else(x: int) -> int:\n";
  const { fragments } = expectedRates(spec, { prompt, sampling: { temperature: 1 } });
  assert.equal(fragments.unknown, 1);
});

Deno.test("synthetic() may declare what never or always happens, and each task by itself", () => {
  const declared = linguistic.synthetic(tasks.slice(0, 2), ({ id }, language) => {
    if (id === tasks[0].id) return { fast: 0, slow: 1 };
    return language === "en" ? { fast: 1, slow: 0 } : { fast: 0, slow: 0 };
  });
  const labels = (at: number, language: "en" | "zh") =>
    Object.entries(
      expectedRates(declared, { prompt: tasks[at].prompts[language], sampling: { temperature: 0.2 } }).labels,
    ).filter(([, rate]) => rate > 0);
  assert.deepEqual(labels(0, "en"), [["slow", 1]]);
  assert.deepEqual(labels(0, "zh"), [["slow", 1]]);
  assert.deepEqual(labels(1, "en"), [["fast", 1]]);
  assert.deepEqual(labels(1, "zh"), [["wrong", 1]]);
});

Deno.test("synthetic() refuses rates that are none, and tasks that are not the project's own", () => {
  for (const [fast, slow] of [[-0.1, 0.5], [0.6, 0.5], [NaN, 0]]) {
    assert.throws(
      () => linguistic.synthetic(tasks, () => ({ fast, slow })),
      /^RangeError: Cannot declare .* rates and their sum are in \[0, 1\]/,
    );
  }
  assert.throws(() => linguistic.synthetic([doubling()]), /^RangeError: Cannot make a synthetic model/);
});

Deno.test("declaredRates() are those of independent samples", () => {
  const found = linguistic.declared(spec, tasks, { temperatures: [1], epochs: 3 });
  const [en, zh] = [1 - 0.75 ** 3, 1 - 0.9 ** 3];
  const expected = { CR_en: en, CR_zh: zh, CR_bi: en * zh, CDR: en * (1 - zh) + zh * (1 - en) };
  for (const { metric, temperature, value } of found) {
    assert.equal(temperature, 1);
    near(value, expected[metric], 1e-12, metric);
  }
  // At 0.5, shares are as their squares.
  const [half] = linguistic.declared(spec, tasks, { temperatures: [0.5], epochs: 1 });
  near(half.value, (0.15 ** 2 + 0.1 ** 2) / (0.15 ** 2 + 0.1 ** 2 + 0.75 ** 2), 1e-12);
});

Deno.test("what is declared comes out again at the other end: generated, executed, counted", async () => {
  const epochs = sized({ small: 2, long: 8 });
  const asking = { prompts: linguistic.prompts(tasks, methods), temperatures: [1], epochs };
  const { completions, model } = await generate({
    ...asking,
    model: openModel(spec),
    study: "linguistic",
    onNotice: () => {},
  });
  assert.deepEqual([model.spec, model.synthetic], ["calibration/linguistic", true]);
  const options = { tasks, completions, verdicts: "executed", rule: "corrected" } as const;
  const { samples, tasks: reports } = await run(linguistic, options);
  assert.deepEqual(reports.filter(({ invalid }) => invalid !== undefined), []);

  const n = tasks.length * epochs;
  for (const language of LANGUAGES) {
    const own = samples.filter(({ settings }) => settings.language === language);
    assert.equal(own.length, n);
    const passed = own.filter(({ judgement }) =>
      judgement.kind === "judged" && judgement.finding.kind === "passed"
    );
    const { fast, slow } = RATES[language];
    plausible(passed.length, n, fast + slow, language);
    const isFast = (sample: (typeof own)[number]) => {
      const [{ source }] = tasks.find(({ id }) => id === sample.taskId)!.suite!.references;
      return sample.text.includes(source.trim());
    };
    plausible(passed.filter(isFast).length, n, fast, `${language}, fast`);
    // What did not pass is a wrong program, and nothing else.
    const kinds = own.map(({ judgement }) =>
      judgement.kind === "judged" ? judgement.finding.kind : "unjudged"
    );
    assert.deepEqual([...new Set(kinds)].sort(), ["passed", "wrong"]);
  }
  const declared = linguistic.declared(spec, tasks, { temperatures: [1], epochs });
  for (const { metric, value, n } of ratesOf(samples)) {
    assert.equal(n, tasks.length);
    plausible(value! * n, n, declared.find((rate) => rate.metric === metric)!.value, metric);
  }
});
