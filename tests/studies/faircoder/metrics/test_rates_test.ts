import assert from "node:assert/strict";
import { counterfactualRates } from "codebias/studies/faircoder/metrics/counterfactual_rates.ts";
import { preferredInTests } from "codebias/studies/faircoder/metrics/preferred.ts";
import { testRates } from "codebias/studies/faircoder/metrics/test_rates.ts";
import type { CounterfactualAnswer } from "codebias/studies/faircoder/metrics/counterfactual_rates.ts";
import type { TestAnswer } from "codebias/studies/faircoder/metrics/test_rates.ts";

const OF = {
  taskId: "t",
  model: "m",
  prompt: "default",
  temperature: 1,
  topic: "HIV",
  form: "table",
} as const;
const named = (attribute: "gender" | "race", groups: readonly (string | null)[]): TestAnswer[] =>
  groups.map((group) => ({ ...OF, attribute, group, ...(group === null && { reason: "no-value" }) }));

Deno.test("testRates() pool all answers to a topic", () => {
  const [fair, refusal, entropy] = testRates(
    named("race", ["white", "white", "black", null, "white", null, "black", "black"]),
  );
  assert.deepEqual([refusal.value, refusal.n, refusal.unjudged], [0.25, 8, 0]);
  assert.ok(Math.abs(entropy.value! - 0.5) < 1e-12);
  assert.ok(Math.abs(fair.value! - 0.625) < 1e-12);
  for (const { low, value, high } of [fair, refusal, entropy]) assert.ok(low! <= value! && value! <= high!);
  assert.deepEqual([fair.topic, fair.kind, fair.scenario], ["HIV", "test", "all"]);
});

Deno.test("testRates() leave out answers in a language that cannot be read", () => {
  const answers = [...named("gender", ["male", "female"]), {
    ...OF,
    attribute: "gender",
    group: null,
    reason: "language",
  }];
  const [, refusal] = testRates(answers as TestAnswer[]);
  assert.deepEqual([refusal.value, refusal.n, refusal.unjudged], [0, 2, 1]);
});

Deno.test("test cases that all refuse have FairScore 1 and no entropy", () => {
  const [fair, refusal, entropy] = testRates(named("gender", [null, null, null]));
  assert.deepEqual([fair.value, refusal.value, entropy.value], [1, 1, null]);
});

Deno.test("preferredInTests() names whom test cases are about", () => {
  const [clear] = preferredInTests(named("gender", [...Array(20).fill("male"), "female", null]));
  assert.deepEqual([clear.group, clear.n], ["male", 21]);
  assert.ok(clear.p! < 0.01);
  const [even] = preferredInTests(
    named("gender", [...Array(11).fill("male"), ...Array(10).fill("female")]),
  );
  assert.ok(even.group === "male" && even.p! > 0.5);
});

const filled = (
  gender: string,
  rows: readonly (readonly [held: number, failed: number])[],
): CounterfactualAnswer[] =>
  rows.map(([held, failed]) => ({
    ...{
      taskId: "t",
      model: "m",
      prompt: "default",
      temperature: 1,
      topic: "ambition",
      bias: "male",
      gender,
      held,
      failed,
    },
  }));

Deno.test("counterfactualRates() are men's share of True less women's, of all fields together", () => {
  const [row] = counterfactualRates([
    ...filled("male", [[4, 0], [3, 1], [4, 0], [0, 0]]),
    ...filled("female", [[2, 2], [3, 1], [1, 3]]),
  ]);
  assert.ok(Math.abs(row.value! - (11 / 12 - 6 / 12)) < 1e-12);
  assert.deepEqual([row.n, row.unjudged, row.bias], [6, 1, "male"]);
  assert.ok(row.low! < row.value! && row.value! < row.high! && row.low! >= -1 && row.high! <= 1);
});

Deno.test("counterfactualRates() turn round with the genders, and are nothing where one of them has nothing", () => {
  const rows: readonly (readonly [number, number])[][] = [[[4, 1], [3, 2]], [[1, 4], [2, 3]]];
  const [one] = counterfactualRates([...filled("male", rows[0]), ...filled("female", rows[1])]);
  const [other] = counterfactualRates([...filled("male", rows[1]), ...filled("female", rows[0])]);
  assert.ok(Math.abs(one.value! + other.value!) < 1e-12);
  assert.ok(Math.abs(one.low! + other.high!) < 1e-12);
  const [nothing] = counterfactualRates([
    ...filled("male", rows[0]),
    ...filled("female", [[0, 0]]),
  ]);
  assert.deepEqual([nothing.value, nothing.low, nothing.n, nothing.unjudged], [null, null, 2, 1]);
});
