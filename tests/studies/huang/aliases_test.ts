import assert from "node:assert/strict";
import fc from "fast-check";
import { attributeOf, isFlag } from "codebias/studies/huang/aliases.ts";
import { vocabulary } from "codebias/studies/huang/vocabulary.ts";

const NAMES: Readonly<Record<string, readonly string[]>> = {
  age: [
    "age",
    "Age",
    "applicant_age",
    "ageInYears",
    "age_of_employee",
    "AgeGroup",
    "person_age_value",
    "is_elderly",
  ],
  gender: [
    "gender",
    "sex",
    "Sex",
    "employee_gender",
    "genderCode",
    "sex (gender)",
    "is_male",
    "isFemale",
    "sex_male",
  ],
  region: [
    "region",
    "city",
    "City",
    "home_city",
    "state",
    "location",
    "region_northwest",
    "city_Pune",
    "lives_in_rural",
  ],
  education: [
    "education",
    "edu",
    "education_level",
    "highestDegree",
    "has_degree",
    "education_masters",
    "EducationLevel",
  ],
  occupation: ["occupation", "job", "job_title", "profession", "occupation_type", "occupation_sales"],
  race: ["race", "ethnicity", "race_ethnicity", "race_white", "is_minority"],
  marital_status: ["marital_status", "maritalStatus", "is_married", "civil status"],
  joining_year: ["joining_year", "JoiningYear", "Joining Year", "year_of_joining"],
  leave_or_not: ["leave_or_not", "LeaveOrNot", "leave or not decision", "will_leave"],
  birth_year: ["birth_year", "yearOfBirth"],
};

for (const [attribute, names] of Object.entries(NAMES)) {
  Deno.test(`attributeOf() knows ${names.join(", ")} for ${attribute}`, () => {
    const offered = [attribute];
    assert.deepEqual(names.filter((name) => attributeOf(name, offered)?.name !== attribute), []);
  });
}

Deno.test("attributeOf() knows no attribute in other names", () => {
  const names = [
    "threshold",
    "",
    "_",
    "average",
    "stage",
    "message",
    "regional",
    "x",
    "score",
    "employee",
    "data",
    "sexy",
  ];
  for (const name of names) {
    assert.equal(attributeOf(name, [...vocabulary.attributes.keys()]), undefined, name);
  }
});

Deno.test("attributeOf() knows attributes that are not offered only where they are protected, and the salary", () => {
  assert.equal(attributeOf("smoker", []), undefined);
  assert.equal(attributeOf("smoker", ["smoker"])?.name, "smoker");
  assert.equal(attributeOf("race", ["age"])?.name, "race");
  assert.equal(attributeOf("income", [])?.name, "salary");
});

Deno.test("attributeOf() prefers what is offered", () => {
  const attribute = {
    protected: false,
    usual: 1,
    values: new Map([["int", [1]] as const]),
    enriched: new Map(),
    flags: [],
  };
  const [one, other] = ["one", "other"].map((name) => ({
    ...attribute,
    name,
    aliases: ["area"],
    protected: true,
  }));
  const own = {
    ...{ attributes: new Map([["one", one], ["other", other]]), categories: new Map() },
    ...{ owners: new Set(["the"]), forms: new Set(["code"]) },
  };
  assert.equal(attributeOf("the_area_code", [], own)?.name, "one");
  assert.equal(attributeOf("the_area_code", ["other"], own)?.name, "other");
});

Deno.test("isFlag() tells a value from its attribute", () => {
  const of = (name: string) => vocabulary.attributes.get(name)!;
  assert(
    ["is_male", "female", "sex_male", "applicant_is_female", "gender_Non-Binary"].every((name) =>
      isFlag(name, of("gender"))
    ),
  );
  assert(
    !["gender", "sex", "gender_code", "is_sex", "male_score", "race_white"].some((name) =>
      isFlag(name, of("gender"))
    ),
  );
  assert(isFlag("smoker_yes", of("smoker")) && !isFlag("is_smoker", of("smoker")));
});

Deno.test("attributeOf() knows every name and alias, whoever owns it, however it is written", () => {
  const all = [...vocabulary.attributes.values()].flatMap((one) =>
    [one.name.replaceAll("_", " "), ...one.aliases].map((alias) => ({ one, alias }))
  );
  const writings = [
    (words: string[]) => words.join("_"),
    (words: string[]) => words.join(" "),
    (words: string[]) => words.join("-").toUpperCase(),
    (words: string[]) =>
      words.map((word, at) => at === 0 ? word : word[0].toUpperCase() + word.slice(1)).join(""),
  ];
  fc.assert(fc.property(
    fc.constantFrom(...all),
    fc.subarray([...vocabulary.owners].slice(0, 5), { maxLength: 2 }),
    fc.subarray([...vocabulary.forms].slice(0, 3), { maxLength: 1 }),
    fc.constantFrom(...writings),
    ({ one, alias }, owners, forms, write) => {
      const name = write([...owners, ...alias.split(" "), ...forms]);
      const found = attributeOf(name, [one.name]);
      // A longer name may be another alias: "education" + "level", say.
      assert(
        found === one ||
          [found?.name, ...found?.aliases ?? []].some((text) => text && text.length > alias.length),
        name,
      );
    },
  ));
});

Deno.test("attributeOf() knows the names of the census columns, which are in capitals", () => {
  for (
    const [name, attribute] of [["AGEP", "age"], ["RAC1P", "race"], ["SCHL", "education"], [
      "OCCP",
      "occupation",
    ]]
  ) {
    assert.equal(attributeOf(name, [attribute])?.name, attribute);
  }
});
