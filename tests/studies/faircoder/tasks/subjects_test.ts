import assert from "node:assert/strict";
import { scenarioAttributes, SCENARIOS } from "codebias/studies/faircoder/tasks/attributes.ts";
import { promptedAttribute } from "codebias/studies/faircoder/artifact/recorded_answers.ts";
import { majors, occupations, subjectsFor, treatments } from "codebias/studies/faircoder/tasks/subjects.ts";
import { attributeOf } from "codebias/studies/faircoder/tasks/attributes.ts";
import { goldenFile, goldenLines, noGolden } from "../../../golden_file.ts";
import { NO_ARTIFACT, recordsOf } from "../artifact.ts";

// deno-lint-ignore no-explicit-any
type Json = any;

const golden: Json = await goldenFile("faircoder_lists.json");
const rows = await goldenLines<Json>("faircoder_authors_scores.jsonl");

Deno.test({
  name: `names are those of the paper's lists${noGolden(golden)}`,
  ignore: golden === undefined,
  fn() {
    const counts = golden.counts;
    const sizes = (all: readonly { list: string }[]) =>
      Object.fromEntries([...Map.groupBy(all, ({ list }) => list)].map(([list, own]) => [list, own.length]));
    assert.deepEqual(sizes(occupations), counts.occupation_lists);
    assert.deepEqual(sizes(majors), counts.major_lists);
    assert.equal(treatments.length, counts.treatments);
    assert.equal(new Set(occupations.map(({ name }) => name.toLowerCase())).size, counts.occupation_distinct);
    assert.equal(new Set(majors.map(({ name }) => name.toLowerCase())).size, counts.major_distinct);
    const own = golden.occupations_by_dominant_group;
    assert.deepEqual(
      occupations.map(({ name }) => name),
      Object.values(own).flatMap((one) => Object.keys(one as Json)),
    );
    const sent = SCENARIOS.map((scenario) =>
      scenarioAttributes(scenario).reduce(
        (sum, attribute) => sum + subjectsFor(scenario, attribute).length,
        0,
      )
    );
    const { job, edu_gender_race, edu_income_degree, med } = counts.prompts_really_sent;
    assert.deepEqual(sent, [job, edu_gender_race + edu_income_degree, med]);
  },
});

Deno.test("every occupation has four fields that are names, and no protected attribute is among any fields", () => {
  for (const { name, fields } of [...occupations, ...majors, ...treatments]) {
    for (const field of fields) assert.match(field, /^[A-Za-z][A-Za-z0-9_]*$/, name);
    assert.ok(!fields.includes("gender") && !fields.includes("race"));
  }
  assert.ok(occupations.every(({ fields }) => fields.length === 4 && new Set(fields).size === 4));
});

Deno.test({
  name: `the attribute of a recorded prompt is the one that the golden rows have${
    noGolden(rows)
  }${NO_ARTIFACT}`,
  ignore: rows === undefined || NO_ARTIFACT !== "",
  async fn() {
    const known = new Map<string, string | undefined>();
    for (const { model, index, task, prompted_attribute } of rows!) {
      known.set(
        `${model}/${index}/${task}`,
        prompted_attribute ? attributeOf(prompted_attribute) : undefined,
      );
    }
    assert.equal(known.size, 300);
    for (const [key, attribute] of known) {
      const [model, index, scenario] = key.split("/") as [string, string, "job" | "edu"];
      const record = (await recordsOf(model))[Number(index)] as Json;
      const subject = record.job ?? record.major;
      assert.equal(promptedAttribute({ code: record.code, scenario, subject }), attribute, key);
    }
  },
});
