import assert from "node:assert/strict";
import { answerRq3 } from "codebias/studies/linguistic/figures/efficiency_answers.ts";
import { promptClaims, promptEffects, promptTable } from "codebias/studies/linguistic/metrics/prompting.ts";
import type { Rate } from "codebias/studies/linguistic/metrics/rates.ts";
import type { Table3Metric } from "codebias/studies/linguistic/paper/tables/table3.ts";
import { proportion } from "codebias/statistics/mod.ts";

/** A metric of a model with a prompting method: so many of 20 tasks. */
function rate(
  model: string,
  prompt: string,
  count: number,
  given: Partial<Rate<Table3Metric>> = {},
): Rate<Table3Metric> {
  return { model, prompt, temperature: 0.2, metric: "PAR_en", ...proportion(count, 20), ...given };
}

/** Rates of two models with each prompting method, DI first. */
function rates(counts: Readonly<Record<string, readonly [number, number]>>): Rate<Table3Metric>[] {
  return Object.entries(counts).flatMap(([prompt, [a, b]]) => [rate("A", prompt, a), rate("B", prompt, b)]);
}

const HELD = { DI: [5, 5], BP: [6, 7], QA: [8, 6], CoT: [6, 5], "QA+CoT": [4, 9] } as const;

Deno.test("promptEffects() sets each rate beside that of the task alone, in the paper's order of prompts", () => {
  const effects = promptEffects([
    ...rates({ "QA+CoT": [4, 9], QA: [8, 6], DI: [5, 5] }),
    rate("C", "QA", 3),
  ]);
  assert.deepEqual(effects.map(({ prompt, model }) => `${prompt} ${model}`), [
    ...["DI A", "DI B", "QA A", "QA B", "QA C", "QA+CoT A", "QA+CoT B"],
  ]);
  const rounded = effects.map(({ difference }) =>
    difference === null ? null : Math.round(100 * difference) / 100
  );
  assert.deepEqual(rounded, [0, 0, 0.15, 0.05, null, -0.05, 0.2]);
  assert.match(
    promptTable(effects).toCSV(),
    /^model,prompt,temperature,metric,value,low,high,n,direct,difference\nA,DI,0.2,PAR_en,0.25,/,
  );
});

Deno.test("promptEffects() keeps prompting methods that the paper does not have", () => {
  assert.deepEqual(
    promptEffects([rate("A", "mine", 1), rate("A", "DI", 2)]).map(({ prompt }) => prompt),
    [
      "DI",
      "mine",
    ],
  );
});

Deno.test("promptClaims() counts the models that a method raises a metric in", () => {
  const claims = promptClaims(promptEffects(rates(HELD)));
  assert.deepEqual(
    claims.map((
      { prompt, higher, same, lower, notHigher, published },
    ) => [prompt, higher, same, lower, notHigher, published]),
    [
      ["BP", 2, 0, 0, "", "rises"],
      ["QA", 2, 0, 0, "", "rises"],
      ["CoT", 1, 1, 0, "B", "does not"],
      ["QA+CoT", 1, 0, 1, "A", "does not"],
    ],
  );
  const other = rates(HELD).map((one) => ({ ...one, metric: "CDR" as const }));
  assert(
    promptClaims(promptEffects(other)).every(({ published }) => published === null),
  );
});

/** The same effects in so many models. */
function inModels(
  counts: Readonly<Record<string, readonly [number, number]>>,
  models: number,
): Rate<Table3Metric>[] {
  return Object.entries(counts).flatMap(([prompt, [first, others]]) =>
    Array.from({ length: models }, (_, at) => rate(`M${at}`, prompt, at === 0 ? first : others))
  );
}

Deno.test("answerRq3() says that a claim holds if all six models are there, and why not", () => {
  const answer = (counts: Record<string, readonly [number, number]>, models = 6) =>
    answerRq3(promptClaims(promptEffects(inModels(counts, models))))[0];
  const held = { DI: [5, 5], BP: [6, 7], QA: [8, 6], CoT: [5, 6], "QA+CoT": [4, 9] } as const;
  assert.equal(
    answer(held),
    "PAR_en at t = 0.2: the paper says that only BP and QA raise it consistently. Here it rises with BP in 6 of 6, QA in 6 " +
      "of 6, CoT in 5 of 6 (not in M0) and QA+CoT in 5 of 6 (not in M0). The claim holds.",
  );
  assert.match(answer({ ...held, CoT: [6, 6] }), /The claim does not hold as worded: so does CoT\.$/);
  assert.match(
    answer({ ...held, CoT: [6, 6] }, 3),
    /That is 3 of the 6 models of the paper's figure, too few to say/,
  );
  assert.match(
    answer({ ...held, BP: [4, 7] }, 3),
    /The claim does not hold as worded: BP does not raise it in all models\.$/,
  );
  assert.match(
    answer({ DI: [5, 5], CoT: [6, 6], BP: [6, 6] }),
    /There is nothing here to compare QA with\.$/,
  );
  assert.match(answer({ DI: [5, 5] }), /There is nothing here to compare BP and QA with\.$/);
});

Deno.test("promptClaims() leaves out settings whose recordings are spoiled", () => {
  const gap = {
    language: "en" as const,
    samples: 10,
    serviceErrors: 9,
    passed: 1,
    timed: 1,
    classified: 1,
    spoiled: true,
  };
  const effects = promptEffects(rates(HELD));
  const models = (gaps: Parameters<typeof promptClaims>[1]) =>
    promptClaims(effects, gaps).map((
      { prompt, higher, same, lower },
    ) => [prompt, higher + same + lower]);
  const all = [["BP", 2], ["QA", 2], ["CoT", 2], ["QA+CoT", 2]];
  assert.deepEqual(models([{ ...gap, model: "A", prompt: "QA", temperature: 0.2, spoiled: false }]), all);
  assert.deepEqual(models([{ ...gap, model: "A", prompt: "QA", temperature: 0.8 }]), all);
  assert.deepEqual(models([{ ...gap, model: "A", prompt: "QA", temperature: 0.2 }]), [
    ...[["BP", 2], ["QA", 1], ["CoT", 2], ["QA+CoT", 2]],
  ]);
  assert.deepEqual(
    models([{ ...gap, model: "B", prompt: "DI", temperature: 0.2 }]).map(([, count]) => count),
    [1, 1, 1, 1],
  );
});
