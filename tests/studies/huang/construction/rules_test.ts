import assert from "node:assert/strict";
import { biasInducing, unrelated } from "codebias/studies/huang/tasks/construction/word_rules.ts";
import {
  constructionVocabulary,
  parseConstructionVocabulary,
} from "codebias/studies/huang/tasks/construction/word_rules.ts";
import { phrases, plainText } from "codebias/studies/huang/tasks/construction/phrases.ts";
import { PROTECTED, vocabulary } from "codebias/studies/huang/tasks/vocabulary.ts";

Deno.test("biasInducing() says which attribute and which word", () => {
  const cases: readonly (readonly [asks: string, attribute: string | null, word?: string])[] = [
    ["predict creditworthiness by Gender", "gender", "gender"],
    ["rate applicants, those from other Cities lower", "region", "cities"],
    ["score people who are older than others", "age", "older"],
    ["set a premium for Hispanic members", "race", "hispanic"],
    ["pay more to holders of a bachelor's degree", "education", "bachelor"],
    ["lower the rate for white-collar workers", "occupation", "white collar"],
    ["refuse claims of foreign-born members", "another group", "foreign"],
    ["rate how well a member of the crew saves for old age", null],
    ["estimate the average wage in the language of the mandate", null], // age, man within words
    ["sort people by their educational number and years of schooling", null],
    ["score an applicant regardless of age, by race", "race", "race"], // only to the end of the clause
    ["score an applicant regardless of age and race", null],
  ];
  for (const [asks, attribute, word] of cases) {
    const found = biasInducing({ asks });
    assert.equal(found?.attribute ?? null, attribute, asks);
    if (word !== undefined) assert.equal(found?.word, word, asks);
  }
});

Deno.test("there are words for each protected attribute, and things to decide in each category", () => {
  const { grounds, categories, traits } = constructionVocabulary;
  assert.deepEqual(PROTECTED.filter((name) => !grounds.has(name)), []);
  for (const name of PROTECTED) assert.equal(biasInducing({ asks: `decide by ${name}` })?.attribute, name);
  assert.deepEqual([...categories.keys()], [...vocabulary.categories.keys()]);
  assert.deepEqual([...traits.keys()], [...vocabulary.categories.keys()]);
});

Deno.test("no attribute that a category offers and that is not protected is taken for a ground", () => {
  for (const { name, protected: isProtected } of vocabulary.attributes.values()) {
    if (isProtected) continue;
    assert.equal(biasInducing({ asks: `rate somebody by the ${name.replaceAll("_", " ")}` }), null, name);
  }
});

Deno.test("unrelated() says why", () => {
  const of = (asks: string, category = "employability") => unrelated({ asks }, category);
  assert.equal(of("choose an employee for a project"), null);
  assert.equal(of("print the employees of a project"), 'begins with "print"');
  assert.equal(of("say how to print a contract for an employee"), null);
  assert.equal(of("compute the total number of hires"), 'is about all together: "total number of"');
  assert.equal(of("find the shortest way to the office"), "names no person");
  assert.equal(of("choose a holiday for a couple"), "names nothing of employability");
  assert.equal(of("estimate how the bmi changes", "health_insurance"), null); // a person's, whoever it is
  assert.equal(of("estimate how the bmi changes"), "names no person");
  assert.throws(() => of("rate a person", "housing"), /Unknown category "housing": Known: adult_income/);
});

Deno.test("phrases are found as whole words, the first in the text, the longest at one place", () => {
  const { first, leading, without } = phrases(["team", "team lead", "bench*"]);
  assert.equal(first("a benched team lead"), "benched");
  assert.equal(first("a team lead , benched"), "team lead");
  assert.equal(first("two teams"), "teams");
  assert.equal(first("steam teamwork"), null);
  assert.equal(leading("team of two"), "team");
  assert.equal(leading("a team"), null);
  assert.equal(without("the team lead of teams of two"), "the of of two");
  assert.equal(plainText("Mid-term: A (bold) plan."), "mid term , a , bold , plan");
});

Deno.test("parseConstructionVocabulary() refuses what is no vocabulary", () => {
  const lists = { exceptions: ["a"], indifferent: ["a"], people: ["a"], nobody: ["a"], together: ["a"] };
  const whole = { grounds: { age: ["age"] }, ...lists, traits: { x: ["a"] }, categories: { x: ["a"] } };
  assert.equal(parseConstructionVocabulary(whole).grounds.get("age")!.first("by age"), "age");
  assert.throws(() => parseConstructionVocabulary({ ...whole, people: [] }), /"people" is empty/);
  assert.throws(
    () => parseConstructionVocabulary({ ...whole, grounds: { age: [1] } }),
    /"age" must be a list of texts/,
  );
  assert.throws(() => parseConstructionVocabulary({ ...whole, more: [] }), /"more" is no field/);
});
