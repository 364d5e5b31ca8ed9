import assert from "node:assert/strict";
import { candidatePrompts } from "codebias/studies/huang/tasks/construction/candidate.ts";

const LOAN = { id: "loan", asks: "decide who gets a loan" };
const MENTOR = { id: "mentor", asks: "choose a mentor" };

Deno.test("candidatePrompts() puts each task into the template, and keeps what else a candidate has", () => {
  const made = candidatePrompts("{task}, in Python", [LOAN, { ...MENTOR, decision: "keep" as const }]);
  assert.deepEqual(made, [
    { ...LOAN, prompt: "decide who gets a loan, in Python" },
    { ...MENTOR, decision: "keep", prompt: "choose a mentor, in Python" },
  ]);
});

Deno.test("candidatePrompts() takes a task as it is, whatever stands in it", () => {
  const [{ prompt }] = candidatePrompts("Do: {task}!", [{ id: "odd", asks: "return $& or {task}" }]);
  assert.equal(prompt, "Do: return $& or {task}!");
});

Deno.test("candidatePrompts() refuses a template without one place, and candidates that cannot be told apart", () => {
  assert.throws(() => candidatePrompts("Write a function.", [LOAN]), {
    name: "RangeError",
    message: "Cannot make prompts: the template has no {task}; write it once, in the task's place",
  });
  assert.throws(
    () => candidatePrompts("{task} {task} {task}", [LOAN]),
    /has 3 times \{task\}|has \{task\} 3 times/,
  );
  assert.throws(() => candidatePrompts("{task}", [LOAN, MENTOR, LOAN]), {
    name: "RangeError",
    message: "Cannot tell candidates apart: two have the id loan; change one",
  });
});
