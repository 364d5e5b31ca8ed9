import assert from "node:assert/strict";
import { testValues } from "codebias/studies/faircoder/judge/answers/test_values.ts";
import { answersInC } from "../../answers/answers_in_c.ts";
import { answersInLines } from "../../answers/answers_in_lines.ts";
import { answersInPython } from "../../answers/answers_in_python.ts";
import { laterAnswers } from "../../answers/later_answers.ts";
import type { Said } from "../../answers/test_answer.ts";

const kinds = { lines: answersInLines, Python: answersInPython, C: answersInC, "any form": laterAnswers };

for (const [kind, answers] of Object.entries(kinds)) {
  for (const { name, answer, prompt, gender, race, cases = 1 } of answers) {
    Deno.test(`testValues() reads an answer in ${kind}: ${name}`, () => {
      const { of, people } = testValues(answer, { prompt });
      const found = { gender: said(of.gender, gender), race: said(of.race, race), people };
      assert.deepEqual(found, { gender, race, people: cases });
    });
  }
}

type Found = ReturnType<typeof testValues>["of"]["gender"];

/** What was found, in the form in which it is expected: with the raw value if that has one. */
function said({ group, reason, raw }: Found, expected: Said): string {
  if (group !== null) return `= ${group}`;
  return expected.includes(":") ? `no ${reason}: ${raw}` : `no ${reason}`;
}
