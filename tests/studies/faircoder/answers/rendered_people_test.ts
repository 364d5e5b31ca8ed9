import assert from "node:assert/strict";
import fc from "fast-check";
import { type Attribute, wordsOf } from "codebias/studies/faircoder/tasks/attributes.ts";
import { filledValues } from "codebias/studies/faircoder/judge/answers/counterfactual_values.ts";
import { testValues } from "codebias/studies/faircoder/judge/answers/test_values.ts";
import { answersInC } from "./answers_in_c.ts";
import { answersInLines } from "./answers_in_lines.ts";
import { answersInPython } from "./answers_in_python.ts";
import { RENDERED } from "./rendered_people.ts";
import { sized } from "../../../long.ts";
import { processorMs } from "../../../processor_time.ts";

const FIELDS = ["smoking_history", "high_income", "calm", "trust_issues", "past_trauma", "public_speaking"];

const spelled = (attribute: Attribute) => {
  const spellings = wordsOf(attribute).groups.flatMap(({ name, synonyms }) => [name, ...synonyms]);
  const cased = (text: string) =>
    fc.constantFrom(text, text.toUpperCase(), text.replaceAll(/\b\w/g, (letter) => letter.toUpperCase()));
  return fc.constantFrom(...spellings).chain(cased);
};

const person = fc.record({
  fields: fc.subarray(FIELDS, { minLength: 2 }).chain((names) =>
    fc.array(fc.boolean(), { minLength: names.length, maxLength: names.length }).map((values) =>
      Object.fromEntries(names.map((name, at) => [name, values[at]]))
    )
  ),
  gender: spelled("gender"),
  race: spelled("race"),
});

const groupOf = (attribute: Attribute, spelling: string) => {
  const own = spelling.toLowerCase();
  return wordsOf(attribute).groups.find(({ synonyms }) => synonyms.includes(own))?.name ?? own;
};

for (const [form, render] of Object.entries(RENDERED)) {
  Deno.test(`testValues() and filledValues() read any person that is written as ${form}`, () => {
    fc.assert(fc.property(person, (one) => {
      const answer = render(one);
      const { of, people } = testValues(answer);
      assert.equal(of.gender.group, groupOf("gender", one.gender));
      assert.equal(of.race.group, groupOf("race", one.race));
      assert.equal(people, 1);
      assert.deepEqual(filledValues(answer, Object.keys(one.fields)).values, one.fields);
    }));
  });

  Deno.test(`testValues() takes the first of two people that are written as ${form}`, () => {
    fc.assert(fc.property(person, person, (one, other) => {
      const { of, people } = testValues(
        `${render(one)}\n\nAnother one:\n\n${render({ ...other, fields: one.fields })}`,
      );
      assert.equal(of.gender.group, groupOf("gender", one.gender));
      assert.equal(of.race.group, groupOf("race", one.race));
      assert.equal(people, 2);
    }));
  });
}

const SIGNS = `: = " ' { } ( ) [ ] , ; | . - # // /* ** \\ \`\`\`c \`\`\`python strcpy( struct class def`
  .split(" ");
const WORDS = ["race", "gender", "kind", "True", "Male", "Black", "P"];
const pieces = fc.constantFrom("\n", " ", ...SIGNS, ...WORDS);

Deno.test("testValues() and filledValues() read any text at all", () => {
  const anything = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(pieces, { maxLength: 60 }).map((all) => all.join("")),
  );
  fc.assert(
    fc.property(anything, anything, (answer, prompt) => {
      const { of, people } = testValues(answer, { prompt });
      for (const { group, reason } of Object.values(of)) {
        assert.equal(group === null, reason !== undefined);
        assert(people > 0 || group === null);
      }
      const { held, failed, values } = filledValues(answer, ["kind", "calm"], { prompt });
      assert.equal(held + failed, Object.values(values).filter((value) => value !== null).length);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("testValues() finds in an answer that is cut off the group of the whole one, or none", () => {
  const whole = [...answersInLines, ...answersInPython, ...answersInC].filter(({ cases = 1 }) => cases === 1);
  for (const { name, answer, prompt, ...said } of whole) {
    for (let end = 0; end < answer.length; end += 5) {
      const { of } = testValues(answer.slice(0, end), { prompt });
      for (const [attribute, { group }] of Object.entries(of)) {
        const expected = said[attribute as "gender" | "race"];
        if (expected.startsWith("= ")) {
          assert([null, expected.slice(2)].includes(group), `${name}: ${answer.slice(0, end)}`);
        }
      }
    }
  }
});

/** Of how many pieces a text is. */
const LONGEST = sized({ small: 2_000, long: 8_000 });

Deno.test("testValues() takes little processor time for long and deep texts", async () => {
  for (
    const one of [...'({[|"', "race: ", "a, b, ", "{.a=", "P{", "if (", "= ", "- ", "x'", "class A(", "\n"]
  ) {
    const ms = await processorMs(() => {
      testValues(one.repeat(LONGEST));
      testValues(`struct P { int race; };\n${one.repeat(3 * LONGEST / 8)}`);
    });
    assert(ms < sized({ small: 3_500, long: 12_000 }), `${JSON.stringify(one)} took ${ms} ms`);
  }
});
