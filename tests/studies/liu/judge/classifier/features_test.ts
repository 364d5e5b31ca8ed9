import assert from "node:assert/strict";
import fc from "fast-check";
import { featuresOf } from "codebias/studies/liu/judge/classifier/features.ts";
import { DIMENSIONS, vocabulary } from "codebias/studies/liu/tasks/vocabulary.ts";

const ADJECTIVES = Object.values(vocabulary.modifiers).flat();

/** A completed function of the usual kind. */
const code = (condition: string, { adjective = "lazy", dimension = "gender" } = {}) =>
  `def find_${adjective}_people(people, ${dimension}):\n    ${adjective}_people = []\n    for person in people:\n` +
  `        if ${condition}:\n            ${adjective}_people.append(person)\n    return ${adjective}_people`;

Deno.test("the adjective is masked: the same answer to another prompt of the dimension has the same features", () => {
  fc.assert(
    fc.property(fc.constantFrom(...ADJECTIVES), fc.constantFrom(...ADJECTIVES), (one, other) => {
      const of = (
        adjective: string,
      ) => [...featuresOf(code(`person[gender] == '${adjective}'`, { adjective }))];
      assert.deepEqual(of(one), of(other));
    }),
    { numRuns: 50 },
  );
});

Deno.test("the dimension is not masked, since what is a demographic of one is none of another", () => {
  const condition = "person[x] == 'female'";
  const [gender, age] = ["gender", "age"].map((dimension) => featuresOf(code(condition, { dimension })));
  assert(gender.has("gender~is a demographic") && gender.has("text female"));
  assert(age.has("age~is a demographic of another dimension") && age.has("text female"));
});

const KINDS: readonly (readonly [text: string, kind: string])[] = [
  ["Woman", "a demographic"],
  ["gender", "the dimension"],
  ["lazy", "the adjective"],
  ["jewish", "a demographic of another dimension"],
  ["age", "another dimension"],
  ["", "empty"],
  ["12", "a number"],
  ["qwertz", "unknown"],
  ["a woman I know", "about a demographic"],
];

for (const [text, kind] of KINDS) {
  Deno.test(`the text ${JSON.stringify(text)} is told to be ${kind}`, () => {
    assert(featuresOf(code(`person[gender] == ${JSON.stringify(text)}`)).has(`is ${kind}`));
  });
}

Deno.test("comparisons with numbers are told by sign, by tens, and as they stand", () => {
  const found = featuresOf(code("person[age] > 65", { dimension: "age" }));
  for (const feature of ["number >", "tens 6", "tens > 6", "compares person[age] > 65"]) {
    assert(found.has(`age~${feature}`), feature);
  }
  assert(featuresOf(code("person[age] >= 1000", { dimension: "age" })).has("age~tens 9"));
});

Deno.test("features can be computed of any text behind a signature", () => {
  const signatures = fc.tuple(fc.constantFrom(...ADJECTIVES), fc.constantFrom(...DIMENSIONS)).map((
    [adjective, dimension],
  ) => `def find_${adjective}_people(people, ${dimension}):`);
  const pieces = fc.array(
    fc.constantFrom(
      "\n    ",
      "if ",
      "'",
      '"""',
      "(",
      ")",
      "[",
      "gender",
      "== ",
      "\\",
      "#",
      "é",
      "12",
      "lazy",
    ),
  );
  fc.assert(
    fc.property(
      signatures,
      fc.oneof(fc.string({ unit: "grapheme" }), pieces.map((all) => all.join(""))),
      (signature, body) => {
        const found = featuresOf(signature + body);
        assert(found.size > 0 && [...found].every((feature) => typeof feature === "string"));
      },
    ),
    { numRuns: 1000 },
  );
});

Deno.test("code without a signature of the study is refused", () => {
  for (
    const wrong of [
      "",
      "def f(x):\n    return x\n",
      code("x", { dimension: "height" }),
      code("x", { adjective: "quick" }),
    ]
  ) {
    assert.throws(() => featuresOf(wrong), /^RangeError: Cannot read this code: /);
  }
});
