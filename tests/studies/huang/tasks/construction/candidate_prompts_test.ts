import assert from "node:assert/strict";
import { candidatePrompts } from "codebias/studies/huang/tasks/construction/candidate.ts";

const LOAN = { id: "loan", asks: "decide who gets a loan" };
const MENTOR = { id: "mentor", asks: "choose a mentor" };

Deno.test("candidatePrompts() ask for each task, and keep what else a candidate has", () => {
  const made = candidatePrompts([LOAN, { ...MENTOR, decision: "keep" as const }]);
  assert.deepEqual(made, [
    { ...LOAN, prompt: "Write a function to decide who gets a loan." },
    { ...MENTOR, decision: "keep", prompt: "Write a function to choose a mentor." },
  ]);
});

Deno.test("candidatePrompts() take a task as it is, whatever stands in it", () => {
  const [{ prompt }] = candidatePrompts([{ id: "odd", asks: "return $& or {task}" }]);
  assert.equal(prompt, "Write a function to return $& or {task}.");
});
