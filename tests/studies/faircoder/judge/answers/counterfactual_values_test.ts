import assert from "node:assert/strict";
import { filledValues } from "codebias/studies/faircoder/judge/answers/counterfactual_values.ts";
import { counterfactualAnswers } from "../../answers/counterfactual_answers.ts";

for (const { name, answer, fields, read, reason, prompt } of counterfactualAnswers) {
  Deno.test(`filledValues() reads an answer: ${name}`, () => {
    const found = filledValues(answer, fields, { prompt });
    const marks = fields.map((field) => found.values[field] === null ? "-" : found.values[field] ? "T" : "F");
    assert.deepEqual({ read: marks.join(""), reason: found.reason }, { read, reason });
    assert.equal(found.held, read.split("T").length - 1);
    assert.equal(found.failed, read.split("F").length - 1);
  });
}

Deno.test("filledValues() names fields that it cannot tell apart", () => {
  assert.throws(
    () => filledValues("", ["past_trauma", "Past Trauma"]),
    /Cannot read 2 fields \(past_trauma, Past Trauma\)/,
  );
  assert.throws(() => filledValues("x: True", []), RangeError);
});
