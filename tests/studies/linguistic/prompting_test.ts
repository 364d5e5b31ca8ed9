import assert from "node:assert/strict";
import { promptClaims, promptEffects, promptTable } from "codebias/studies/linguistic/prompting.ts";
import type { Rate } from "codebias/studies/linguistic/rates.ts";
import type { Table3Metric } from "codebias/studies/linguistic/table3.ts";
import { answerRq3 } from "codebias/studies/linguistic/efficiency_answers.ts";
import { proportion } from "codebias/statistics/wilson.ts";

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
  const effects = promptEffects([...rates({ "QA+CoT": [4, 9], QA: [8, 6], DI: [5, 5] }), rate("C", "QA", 3)]);
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
  assert.deepEqual(promptEffects([rate("A", "mine", 1), rate("A", "DI", 2)]).map(({ prompt }) => prompt), [
    "DI",
    "mine",
  ]);
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
  assert(promptClaims(promptEffects(other)).every(({ published }) => published === null));
});

Deno.test("answerRq3() says that a claim holds, or why not", () => {
  const answer = (counts: typeof HELD | Record<string, readonly [number, number]>) =>
    answerRq3(promptClaims(promptEffects(rates(counts)))).join(" ");
  assert.equal(
    answer(HELD),
    "PAR_en at t = 0.2: the paper says that only BP and QA raise it consistently. Here BP and QA do in all 2 models. " +
      "The claim holds.",
  );
  assert.match(
    answer({ ...HELD, CoT: [6, 6] }),
    /; CoT raises it in 2, as many as one of those. The claim does not hold/,
  );
  assert.match(
    answer({ ...HELD, BP: [4, 7] }),
    /Here QA does in all 2 models; BP raises it in 1 of 2 \(not in A\).*does not hold/,
  );
  assert.match(answer({ DI: [5, 5], BP: [4, 4], QA: [4, 4] }), /Here no method does in all 2 models/);
  assert.match(answer({ DI: [5, 5] }), /nothing to compare/);
});
