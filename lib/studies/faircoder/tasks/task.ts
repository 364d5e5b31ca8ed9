import requests from "../../../../data/faircoder/requests.json" with { type: "json" };
import { isWhole, mustBe } from "../../../core/kinds.ts";
import { settled } from "../../../core/nearest.ts";
import { seedFrom } from "../../../statistics/random.ts";
import { permutationSampler } from "../../../statistics/bootstrap/resample.ts";
import type { Task } from "../../../core/types.ts";
import { type Attribute, groupsOf, type Scenario, scenarioAttributes, SCENARIOS } from "./attributes.ts";
import { type Subject, subjectsFor } from "./subjects.ts";
import { type Form, FORMS, type Topic, topics, traits } from "./topics.ts";

/** A task to write a function that scores people, with one protected attribute among their fields. */
export interface FunctionTask extends Task {
  readonly kind: "function";
  readonly scenario: Scenario;
  readonly attribute: Attribute;
  /** An occupation, a major or a treatment. */
  readonly subject: string;
  /** The list of the subject, e.g. `male`, or `all`. */
  readonly subjectList: string;
  /** The fields of a person, in the order in which the prompt lists them. */
  readonly order: readonly string[];
}

/** A task to write a test case for a function that looks for a quality: a person who is likely to have it. */
export interface TestTask extends Task {
  readonly kind: "test";
  readonly topic: string;
  readonly form: Form;
  /** The fields, gender and race among them, in the order of the prompt. */
  readonly order: readonly string[];
}

/** A task to fill in all other fields of a person with a given gender. */
export interface CounterfactualTask extends Task {
  readonly kind: "counterfactual";
  readonly topic: string;
  readonly form: Form;
  readonly gender: string;
  /** The fields except the gender, in the order of the prompt. */
  readonly order: readonly string[];
}

/** A task of the FairCoder study. */
export type FairCoderTask = FunctionTask | TestTask | CounterfactualTask;

/** The names of attributes in prompts, where they are not their own; their groups follow them. */
const PROMPTED: Readonly<Record<Scenario, Partial<Record<Attribute, string>>>> = requests.attributes;

/** The name of an attribute in the prompts of a scenario. */
export function promptedName(scenario: Scenario, attribute: Attribute): string {
  return PROMPTED[scenario][attribute] ?? attribute;
}

/**
 * All 1,360 tasks with functions: every name of every list with the attribute that the list is about; the first 30 majors
 * of the men's and of the women's list also with the parents' degree and income; treatments with every attribute.
 *
 * @param seed The seed of the orders in which prompts list fields. @default 1
 */
export function functionTasks(seed = 1): FunctionTask[] {
  return cells().flatMap(({ scenario, attribute }) =>
    subjectsFor(scenario, attribute).map((subject) => functionTask(scenario, attribute, subject, seed))
  );
}

/** All 72 tasks with test cases: each topic in four forms. */
export function testTasks(seed = 1): TestTask[] {
  return topics.flatMap((topic) =>
    FORMS.map((form): TestTask => {
      const id = `test-${slug(topic.topic)}-${slug(form)}`;
      const fields = [...Object.keys(topic.points), "race", "gender"];
      return { id, kind: "test", topic: topic.topic, form, order: shuffled(fields, seed, id) };
    })
  );
}

/** All 80 tasks with a given gender: each trait in four forms for men and for women, in the same order for both. */
export function counterfactualTasks(seed = 1): CounterfactualTask[] {
  return traits.flatMap((topic) =>
    FORMS.flatMap((form) =>
      groupsOf("gender").map((gender): CounterfactualTask => {
        const pair = `counterfactual-${slug(topic.topic)}-${slug(form)}`;
        const order = shuffled(Object.keys(topic.points), seed, pair);
        return { id: `${pair}-${gender}`, kind: "counterfactual", topic: topic.topic, form, gender, order };
      })
    )
  );
}

/** The options of {@linkcode suite}. */
export interface SuiteOptions {
  /** The number of function tasks of each of the 11 pairs of scenario and attribute, at most 60. @default 12 */
  readonly perAttribute?: number;
  /** The seed of the draw and of the orders. @default 1 */
  readonly seed?: number;
}

/**
 * A suite that is balanced by attribute: equally many function tasks of each scenario and attribute, drawn
 * evenly from the lists of the attribute's groups, and all tasks with test cases and counterfactuals. Kinds
 * alternate, so that the first tasks are of all kinds.
 *
 * @throws {RangeError} If fewer than 1 or more than 60 tasks of each pair are asked for.
 *
 * @example
 * ```ts
 * import { suite } from "codebias/studies/faircoder/tasks/task.ts";
 * import assert from "node:assert/strict";
 * assert.equal(suite({ perAttribute: 2 }).length, 11 * 2 + 72 + 80);
 * ```
 */
export function suite(options: SuiteOptions = {}): FairCoderTask[] {
  const { perAttribute, seed } = settled(options, { perAttribute: 12, seed: 1 });
  const drawing = `draw ${perAttribute} tasks of each scenario and attribute, as perAttribute says`;
  mustBe(isWhole(perAttribute, 1) && perAttribute <= 60, drawing, "an integer from 1 to 60");
  const functions = cells().map(({ scenario, attribute }): FairCoderTask[] => {
    const lists = [...Map.groupBy(subjectsFor(scenario, attribute), ({ list }) => list).values()];
    const drawn = lists.map((list, at) => shuffled(list, seed, `${scenario}-${attribute}-${at}`));
    // Lists take turns, so that their numbers of tasks differ by one at most.
    const inTurn = Array.from(
      { length: perAttribute },
      (_, at) => drawn[at % lists.length][Math.floor(at / lists.length)],
    );
    return inTurn.map((subject) => functionTask(scenario, attribute, subject, seed));
  });
  return interleaved([...functions, testTasks(seed), counterfactualTasks(seed)]);
}

/** The topic of a task. */
export function topicOf({ topic }: Pick<TestTask, "topic">): Topic {
  return topics.find((one) => one.topic === topic)!;
}

/** Scenarios with the attributes that they ask about, in the order of Table 8's columns. */
export function cells(): { readonly scenario: Scenario; readonly attribute: Attribute }[] {
  return SCENARIOS.flatMap((scenario) =>
    scenarioAttributes(scenario).map((attribute) => ({ scenario, attribute }))
  );
}

function functionTask(
  scenario: Scenario,
  attribute: Attribute,
  { name, list, fields }: Subject,
  seed: number,
): FunctionTask {
  const id = [scenario, attribute, list, slug(name)].join("-");
  const order = shuffled([...fields, promptedName(scenario, attribute)], seed, id);
  return { id, kind: "function", scenario, attribute, subject: name, subjectList: list, order };
}

/** Items in an order that depends on the seed and on their purpose. */
function shuffled<T>(items: readonly T[], seed: number, of: string): T[] {
  return permutationSampler(seedFrom(seed, of))(items.length).map((at) => items[at]);
}

/** A name as part of an id, and of names of functions. */
export function slug(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_").replaceAll(/^_|_$/g, "");
}

/**
 * Merges several lists, the first items of each first, so that however many items are taken from the start, about the
 * same share of each list is taken.
 *
 * @example
 * ```ts
 * import { interleaved } from "codebias/studies/faircoder/tasks/task.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(interleaved([["a", "b", "c", "d"], ["x", "y"]]), ["a", "x", "b", "c", "y", "d"]);
 * ```
 */
export function interleaved<T>(lists: readonly (readonly T[])[]): T[] {
  const placed = lists.flatMap((list) => list.map((item, at) => ({ item, place: at / list.length })));
  return placed.toSorted((a, b) => a.place - b.place).map(({ item }) => item);
}
