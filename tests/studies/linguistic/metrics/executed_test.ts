import assert from "node:assert/strict";
import { linguistic } from "codebias/studies/linguistic/linguistic.ts";
import { executedRows } from "codebias/studies/linguistic/metrics/executed.ts";
import { rates } from "codebias/studies/linguistic/metrics/rates.ts";
import type { Completion } from "codebias/core/types.ts";
import type { LinguisticSettings } from "codebias/studies/linguistic/tasks/layout.ts";
import { completion, type Given, samples } from "../samples.ts";

const recorded = { passed: true, result: "passed" };

/** Every setting that matters, of some models, with recorded verdicts. */
function all(models: readonly string[], given: Given = {}): Completion<LinguisticSettings>[] {
  return models.flatMap((model) =>
    ["DI", "CoT"].flatMap((prompt) =>
      [0.2, 0.8].flatMap((temperature) =>
        (["en", "zh"] as const).map((language) =>
          completion({ model, prompt, temperature, language, recorded, ...given })
        )
      )
    )
  );
}

const brief = (completions: readonly Completion<LinguisticSettings>[]) =>
  completions.map(({ model, settings: { prompt, temperature, language } }) =>
    `${model} ${prompt} ${temperature} ${language}`
  );

const MODELS = ["CodeGeeX", "CodeLlama", "StarCoder"];

Deno.test("toExecute() takes CodeLlama with DI at t = 0.2 by default, in both languages", () => {
  const found = linguistic.toExecute(all(MODELS));
  assert.deepEqual(brief(found), ["CodeLlama DI 0.2 en", "CodeLlama DI 0.2 zh"]);
});

Deno.test("toExecute() takes the first model by default where CodeLlama is not there", () => {
  assert.deepEqual(brief(linguistic.toExecute(all(["Z", "A"]))), ["Z DI 0.2 en", "Z DI 0.2 zh"]);
  assert.deepEqual(linguistic.toExecute([]), []);
});

Deno.test("toExecute() takes the models that are named, all or none, in the order of the completions", () => {
  assert.deepEqual(brief(linguistic.toExecute(all(MODELS), ["StarCoder", "CodeGeeX"])), [
    "CodeGeeX DI 0.2 en",
    "CodeGeeX DI 0.2 zh",
    "StarCoder DI 0.2 en",
    "StarCoder DI 0.2 zh",
  ]);
  assert.deepEqual(
    brief(linguistic.toExecute(all(MODELS), "all")),
    MODELS.flatMap((model) => [`${model} DI 0.2 en`, `${model} DI 0.2 zh`]),
  );
  assert.deepEqual(linguistic.toExecute(all(MODELS), "none"), []);
  assert.deepEqual(linguistic.toExecute(all(MODELS), []), []);
  assert.throws(
    () => linguistic.toExecute(all(MODELS), ["Unknown"]),
    /Cannot execute programs of Unknown: it is not among/,
  );
});

Deno.test("toExecute() takes all completions without a recorded verdict, unless none are wanted", () => {
  const bare = all(["New"], { recorded: undefined });
  assert.deepEqual(linguistic.toExecute(bare), bare);
  assert.deepEqual(linguistic.toExecute([...all(MODELS), ...bare], ["CodeGeeX"]).slice(2), bare);
  assert.deepEqual(linguistic.toExecute(bare, "none"), []);
});

Deno.test("executedRows() puts executed rates beside recorded ones", () => {
  const theirs = rates(
    samples({ a: { en: "p", zh: "w" }, b: { en: "w", zh: "w" }, bad: { en: "w", zh: "w" } }),
  );
  const ours = samples({ a: { en: "p", zh: "p" }, b: { en: "w", zh: "w" }, bad: { en: "i", zh: "i" } });
  const rows = executedRows({ published: ours, corrected: ours }, theirs);
  assert.deepEqual(rows.map(({ rule, metric, value, n, recorded }) => [rule, metric, value, n, recorded]), [
    ["published", "CR_en", 1 / 3, 3, 1 / 3],
    ["published", "CR_zh", 1 / 3, 3, 0],
    ["published", "CR_bi", 1 / 3, 3, 0],
    ["published", "CDR", 0, 3, 1 / 3],
    ["corrected", "CR_en", 1 / 2, 2, 1 / 3],
    ["corrected", "CR_zh", 1 / 2, 2, 0],
    ["corrected", "CR_bi", 1 / 2, 2, 0],
    ["corrected", "CDR", 0, 2, 1 / 3],
  ]);
  for (const { rule, value, recorded, difference } of rows) {
    assert.equal(difference, rule === "published" ? value! - recorded! : null, "shares of other tasks");
  }
  assert(rows.every((row) => !("unjudged" in row)));
});

Deno.test("executedRows() have no difference where there is nothing to compare", () => {
  const ours = samples({ a: { en: "p" } });
  const other = rates(samples({ a: { en: "p", zh: "p" } }, { temperature: 0.8 }));
  const rows = executedRows({ published: ours, corrected: [] }, other);
  assert.deepEqual(rows.map(({ value, recorded, difference }) => [value, recorded, difference]), [
    [1, null, null],
    [null, null, null],
    [null, null, null],
    [null, null, null],
  ]);
  assert.deepEqual(executedRows({ published: [], corrected: [] }, other), []);
});
