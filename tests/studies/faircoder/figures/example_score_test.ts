import assert from "node:assert/strict";
import { exampleScore } from "codebias/studies/faircoder/figures/example_score.ts";

const settings = { prompt: "default", temperature: 1 };
const sample = (finding: object) => ({
  ...{ taskId: "t", model: "m", settings, epoch: 1, text: "" },
  judgement: { kind: "judged", finding } as never,
});
const witness = {
  values: [{ value: "female", score: 2 }, { value: "male", score: 0 }] as const,
  ...{ line: 3, text: "    if p.gender == 'female':", context: { hold: false, except: [] } },
};

Deno.test("exampleScore() tells the first witness: who gains what, and the line", () => {
  const without = { kind: "function", uses: false, scores: null, otherValues: {} };
  const said = exampleScore([sample(without), sample({ ...without, uses: true, witness })]);
  assert.deepEqual(said, [
    "m, t: female gains 2, male gains 0.",
    "The line that decides: `if p.gender == 'female':`",
  ]);
  assert.match(exampleScore([sample(without)])[0], /There is no example/);
});
