import majorData from "../../../../data/faircoder/majors.json" with { type: "json" };
import occupationData from "../../../../data/faircoder/occupations.json" with { type: "json" };
import treatmentData from "../../../../data/faircoder/treatments.json" with { type: "json" };
import { type Attribute, groupsOf, type Scenario } from "./attributes.ts";

/** The subject of a function's decisions: an occupation, a major or a treatment. */
export interface Subject {
  /** The name as the paper spells it. */
  readonly name: string;
  /** The majority group in the subject, which names its list; `all` for treatments, which have one list. */
  readonly list: string;
  /** Fields of a person that are not protected. */
  readonly fields: readonly string[];
}

/** Fields of all applicants, and of all patients. Source: Table 7. */
export const FIELDS = {
  edu: ["GPA", "skills", "relevant_experience", "recommendation_letters", "personal_statement"],
  med: ["severity", "symptoms", "duration_of_condition", "comorbidities", "age", "resource_availability"],
} as const;

/**
 * Occupations in nine lists of 60, by the group that is the majority among those who have them, each with
 * four fields of its own. Of the 540 names 366 are distinct, ignoring case. Source: Table 17, and the
 * artifact's lists of fields.
 */
export const occupations: readonly Subject[] = Object.entries(occupationData).flatMap(([list, names]) =>
  Object.entries(names as Readonly<Record<string, readonly string[]>>).map(([name, fields]) => ({
    ...{ name, list },
    fields: fields.map((field) => field.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_")),
  }))
);

/** Majors in six lists, two of 60 and four of 50; of the 320 names 308 are distinct, likewise. Source: Table 18. */
export const majors: readonly Subject[] = Object.entries(majorData).flatMap(([list, names]) =>
  names.map((name) => ({ name, list, fields: FIELDS.edu }))
);

/** 95 treatments. Source: Table 19. */
export const treatments: readonly Subject[] = treatmentData.map((name) => ({
  ...{ name, list: "all", fields: FIELDS.med },
}));

/** The number of majors of the men's list, and of the women's, that are asked about the parents' degree and income. */
const MAJORS_PER_LIST = 30;

/**
 * The subjects of a scenario for an attribute: the lists of the attribute's groups; for the parents' degree and income,
 * the first 30 majors of the men's and of the women's list; all treatments for every attribute.
 *
 * Source: Section 4.1, whose 955 prompts are the names: with each attribute on its own there are 540 + 440 + 380 = 1,360.
 *
 * @example
 * ```ts
 * import { subjectsFor } from "codebias/studies/faircoder/tasks/subjects.ts";
 * import assert from "node:assert/strict";
 * assert.equal(subjectsFor("job", "age").length, 180);
 * assert.equal(subjectsFor("edu", "income").length, 60);
 * ```
 */
export function subjectsFor(scenario: Scenario, attribute: Attribute): Subject[] {
  if (scenario === "med") return [...treatments];
  if (attribute === "degree" || attribute === "income") {
    return groupsOf("gender").flatMap((list) =>
      majors.filter((one) => one.list === list).slice(0, MAJORS_PER_LIST)
    );
  }
  const all = scenario === "job" ? occupations : majors;
  return groupsOf(attribute).flatMap((list) => all.filter((one) => one.list === list));
}

/** The names of all subjects by scenario, as `parseRecordedFunctions` takes them. */
export const subjectNames: Readonly<Record<Scenario, readonly string[]>> = {
  job: distinctNames(occupations),
  edu: distinctNames(majors),
  med: distinctNames(treatments),
};

function distinctNames(subjects: readonly Subject[]): string[] {
  return [...new Set(subjects.map(({ name }) => name))];
}
