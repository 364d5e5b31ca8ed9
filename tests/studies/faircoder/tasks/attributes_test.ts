import assert from "node:assert/strict";
import {
  attributeOf,
  ATTRIBUTES,
  attributes,
  groupsOf,
  namesOf,
  parseAttributes,
  scoredAttribute,
} from "codebias/studies/faircoder/tasks/attributes.ts";
import data from "../../../../data/faircoder/attributes.json" with { type: "json" };

Deno.test("attributes have the published groups, and each wording stands for one of them", () => {
  assert.deepEqual(attributes.map(({ name }) => name), [...ATTRIBUTES]);
  assert.deepEqual(groupsOf("race").toSorted(), ["asian", "black", "hispanic", "white"]);
  assert.deepEqual(groupsOf("degree").toSorted(), ["bachelor", "master", "non-degree", "phd"]);
  for (const { name, fields, groups } of attributes) {
    for (const word of groups.flatMap((group) => [group.name, ...group.synonyms])) {
      assert.equal(word, word.toLowerCase(), name);
    }
    for (const field of fields) assert.match(field, /^[a-z][a-z_]*$/, name);
  }
});

Deno.test("attributes are known by the authors' names, and what is none is not", () => {
  for (
    const [name, attribute] of [
      ["parents degree", "degree"],
      ["income level", "income"],
      ["parents income", "income"],
      ["insurance status", "insurance"],
      ["gender", "gender"],
    ]
  ) {
    assert.equal(attributeOf(name), attribute);
  }
  assert.equal(attributeOf("height"), undefined);
});

Deno.test("scoredAttribute() has the names of fields, and groups with their wordings, or other ones", () => {
  const race = scoredAttribute("race");
  assert.deepEqual([race.name, race.fields], ["race", namesOf("race")]);
  assert.ok(
    race.groups.find(({ name }) => name === "black")!.texts.some((text) => /african american/i.test(text)),
  );
  const own = scoredAttribute("race", ["white", "roma"]);
  assert.deepEqual(own.groups.map(({ name }) => name), ["white", "roma"]);
});

Deno.test("data that are none are refused, with the attribute", () => {
  const with_ = (change: (own: Record<string, Record<string, unknown>>) => void) => {
    const copy = structuredClone(data) as unknown as Record<string, Record<string, unknown>>;
    change(copy);
    return () => parseAttributes(copy);
  };
  assert.throws(with_((own) => delete own.race), /^TypeError.*race/);
  assert.throws(
    with_((own) => delete own.age.fields),
    /^TypeError: the attributes of the FairCoder study, age: "fields" must be/,
  );
  assert.throws(
    with_((own) => (own.gender.groups as Record<string, unknown>).male = { synonyms: ["woman", "female"] }),
    /^TypeError: attribute gender has "/,
  );
  assert.throws(
    with_((own) => (own.age.groups as Record<string, unknown>).young = { synonyms: [], number: "25" }),
    /age, groups, young: "number" must be a number/,
  );
});
