import assert from "node:assert/strict";
import { scoringFunctionIn } from "codebias/studies/faircoder/judge/answers/scoring_function.ts";
import { processorMs } from "../../../processor_time.ts";

const fenced = "```python\ndef rate(person):\n    return person.age\n```\n";
const other = (points: number) => `def rate(person):\n    return ${points}\n`;

Deno.test("an answer that repeats a function hundreds of times is read once, with each version that differs", async () => {
  const answer = `${fenced}Note: ${(other(1) + other(2)).repeat(250)}`;
  assert.ok(await processorMs(() => scoringFunctionIn(answer)) < 2_000);
  const found = scoringFunctionIn(answer);
  assert.ok(found.kind === "function");
  assert.deepEqual(found.rivals.toSorted(), [other(1), other(2)]);
});

Deno.test("an answer with long blanks is read as fast as one without", async () => {
  const answer = `def rate(person):\n    return 1${" ".repeat(100_000)}x\n`;
  assert.ok(await processorMs(() => scoringFunctionIn(answer)) < 1_000);
});
