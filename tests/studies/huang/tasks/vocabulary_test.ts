import assert from "node:assert/strict";
import { KINDS, parseVocabulary, PROTECTED, vocabulary } from "codebias/studies/huang/tasks/vocabulary.ts";
import { float, isA } from "codebias/values/mod.ts";

const AGE = { protected: true, usual: 38, values: { int: [18, 65] }, range: [18, 90], aliases: ["ages"] };

/** A vocabulary as a file has it, of which some of the age's fields are other than they should be. */
const file = (
  fields: Readonly<Record<string, unknown>> = {},
  rest: Readonly<Record<string, unknown>> = {},
) => ({
  categories: { employability: ["age"] },
  attributes: { age: { ...AGE, ...fields } },
  owners: ["the"],
  forms: ["code"],
  settings: ["limit"],
  tables: ["codes"],
  unprotected: ["score"],
  ...rest,
});

Deno.test("parseVocabulary() reads attributes, pools by type, and how prompts name them", () => {
  const enriched = { int: { from: 18, to: 20, step: 1 } };
  const read = parseVocabulary(
    file({ values: { int: [18, 65], float: [18, 1.5], str: ["old"] }, enriched, flags: ["young"] }, {
      categories: { employability: [{ name: "age", says: "years" }] },
    }),
  );
  const age = read.attributes.get("age")!;
  assert.deepEqual(age.values.get("float"), [float(18), float(1.5)]);
  assert.deepEqual(age.enriched.get("int"), [18, 19, 20]);
  assert.deepEqual(age.enriched.get("str"), ["old"]);
  assert.deepEqual([age.protected, age.range, age.aliases, age.flags], [true, [18, 90], ["ages"], ["young"]]);
  assert.deepEqual(read.categories.get("employability"), [{ name: "age", says: "years" }]);
  assert(read.owners.has("the") && read.forms.has("code"));
  assert(read.settings.has("limit") && read.unprotected.has("score"));
  assert.equal(parseVocabulary(file({ protected: undefined })).attributes.get("age")!.protected, false);
});

const WRONG: readonly (readonly [message: RegExp, file: unknown])[] = [
  [/attribute age: its pool of type int is empty; list values to try/, file({ values: { int: [] } })],
  [/attribute age has no pool of values; list some by type/, file({ values: {} })],
  [
    /attribute age: "date" is no type of values; known are int, float, str, bool/,
    file({ values: { date: ["x"] } }),
  ],
  [/attribute age: 1.5 is no value of type int/, file({ values: { int: [1.5] } })],
  [/attribute age: "a" is no value of type int/, file({ values: { int: ["a"] } })],
  [/attribute age: 1 is no value of type str/, file({ values: { str: [1] } })],
  [/attribute age: null is no value of type bool/, file({ values: { bool: [null] } })],
  [/attribute age: "range" must be two numbers, the smaller one first/, file({ range: [90, 18] })],
  [/attribute age: "range" must be two numbers/, file({ range: [18, 18] })],
  [/attribute age: "range" must be two numbers/, file({ range: [18] })],
  [/attribute age: "range" must be two numbers/, file({ range: [18, 20, 30] })],
  [/attribute age: "range" must be two numbers/, file({ range: ["18", 20] })],
  [/attribute age: "range" must be a list/, file({ range: 3 })],
  [
    /attribute age: a range of values must have "from", "to" and "step" above 0/,
    file({ values: { int: { from: 1, to: 3, step: 0 } } }),
  ],
  [
    /attribute age: a range of values must end at or above where it begins/,
    file({ values: { int: { from: 3, to: 1, step: 1 } } }),
  ],
  [/attribute age, int: "by" is no field/, file({ values: { int: { from: 1, to: 3, by: 1 } } })],
  [/attribute age: "usual" must be a text, a number or a truth value/, file({ usual: null })],
  [/attribute age: "aliases" must be a list/, file({ aliases: "ages" })],
  [/attribute age: "flags" must be a list of texts/, file({ flags: [1] })],
  [/attribute age: "hints" must be a list of texts/, file({ hints: [1] })],
  [/attribute age: "colour" is no field/, file({ colour: 1 })],
  [/attribute age: it stands for "years", which is no attribute/, file({ standsFor: "years" })],
  [/category employability: "sex" is no attribute/, file({}, { categories: { employability: ["sex"] } })],
  [
    /category employability must be a list of at least one attribute/,
    file({}, { categories: { employability: [] } }),
  ],
  [
    /category employability must be a list of at least one attribute/,
    file({}, { categories: { employability: "age" } }),
  ],
  [
    /an attribute of employability: "name" must be a text/,
    file({}, { categories: { employability: [{ says: "x" }] } }),
  ],
  [/the attributes: "owners" must be a list/, file({}, { owners: 1 })],
  [/"more" is no field/, file({}, { more: 1 })],
  [/the attributes of the Huang study must be a mapping/, []],
];

for (const [message, content] of WRONG) {
  Deno.test(`parseVocabulary() refuses ${JSON.stringify(content).slice(0, 120)}`, () => {
    assert.throws(() => parseVocabulary(content), (error: Error) => {
      assert(error instanceof TypeError);
      assert.match(error.message, message);
      return true;
    });
  });
}

Deno.test("our vocabulary has the paper's protected attributes, and others that stand for them", () => {
  const shielded = [...vocabulary.attributes.values()].filter((one) => one.protected);
  assert.deepEqual(
    [...new Set(shielded.map(({ name, standsFor }) => standsFor ?? name))].sort(),
    PROTECTED.toSorted(),
  );
});

Deno.test("our vocabulary's values lie in their ranges, and no name means two attributes of a category", () => {
  for (const { name, range, values, enriched } of vocabulary.attributes.values()) {
    for (const kind of KINDS) {
      for (const value of [...values.get(kind) ?? [], ...enriched.get(kind) ?? []]) {
        const number = typeof value === "number" ? value : isA(value, "float") ? value.value : undefined;
        if (range && number !== undefined && kind !== "str") {
          assert(number >= range[0] && number <= range[1], `${name} ${number}`);
        }
      }
    }
  }
  for (const [category, offered] of vocabulary.categories) {
    const names = offered.flatMap(({ name }) => [name, ...vocabulary.attributes.get(name)!.aliases]);
    assert.equal(new Set(names).size, names.length, category);
  }
});
