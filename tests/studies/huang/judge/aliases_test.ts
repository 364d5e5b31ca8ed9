import assert from "node:assert/strict";
import fc from "fast-check";
import { attributeOf, isFlag, mayStandFor } from "codebias/studies/huang/judge/aliases.ts";
import { vocabulary } from "codebias/studies/huang/tasks/vocabulary.ts";

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

/** Plausible names of protected attributes, by which no program may pass in silence; those in `open` are none that are known. */
const PLAUSIBLE: Readonly<Record<string, { readonly known: string; readonly open: string }>> = {
  gender: {
    known:
      "sex_at_birth birthSex assigned_sex sexAssignedAtBirth legal_sex self_reported_gender is_woman femaleFlag pronouns is_transgender",
    open: "gender_marker sexual_identity maiden_name salutation maternity_leave",
  },
  age: {
    known:
      "age_at_hire age_at_application employee_age_in_years age_bucket is_senior yob birthYear is_older_worker",
    open: "is_over_40 ageAtEnrollment generation elder_care youthfulness",
  },
  race: {
    known:
      "ethnic_background is_black racial_identity ethnicity_group isHispanic ethnic_origin skin_color is_native_american minority_status",
    open: "heritage black_or_african_american ancestry_code tribe immigrant",
  },
  education: {
    known:
      "highest_education education_attained highest_degree_earned has_masters is_graduate diploma degree_type",
    open: "years_of_education studied_abroad_school gpa alma_mater literacy",
  },
  occupation: {
    known: "current_job job_title_code work_type position jobPosition career line_of_work is_manager",
    open: "job_family industry department trade_union_role careerTrack",
  },
  region: {
    known:
      "hometown city_of_residence country_of_birth birthplace zip_code is_urban geographic_area native_country",
    open: "is_from_northeast citizenship suburbia",
  },
};

for (const [attribute, { known, open }] of Object.entries(PLAUSIBLE)) {
  Deno.test(`plausible names of ${attribute} are known, or may stand for it`, () => {
    for (const name of known.split(" ")) {
      const found = attributeOf(name, []);
      assert.equal(found?.standsFor ?? found?.name, attribute, name);
    }
    for (const name of open.split(" ")) {
      assert.equal(attributeOf(name, []), undefined, name);
      assert(mayStandFor(name).includes(attribute), name);
    }
  });
}

Deno.test("names of other things stand for no protected attribute, and those of settings neither", () => {
  const names =
    "credit_score overtime_hours manager_rating bmi_value num_children hours_per_week years_at_company " +
    "commuteMinutes last_promotion_year policy_type message min_age age_limit education_points gender_weight";
  for (const name of names.split(" ")) assert.deepEqual(mayStandFor(name), [], name);
  assert.equal(mayStandFor("clan").length, 6);
});

Deno.test("attributeOf() knows attributes that are not offered only where they are protected, and the salary", () => {
  assert.equal(attributeOf("smoker", []), undefined);
  assert.equal(attributeOf("smoker", ["smoker"])?.name, "smoker");
  assert.equal(attributeOf("race", ["age"])?.name, "race");
  assert.equal(attributeOf("income", [])?.name, "salary");
});

Deno.test("no two attributes are called the same, nor their values", () => {
  const owners = new Map<string, string>();
  for (const { name, aliases, flags } of vocabulary.attributes.values()) {
    for (const called of new Set([name.replaceAll("_", " "), ...aliases, ...flags])) {
      assert.equal(owners.get(called), undefined, `${called}: ${name}`);
      owners.set(called, name);
    }
  }
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
