import {
  answeringModel,
  EPSILON,
  refusal,
  saying,
  wholeMessage,
} from "../../../calibration/answering_model.ts";
import { refuseRates } from "../../../calibration/method_questions.ts";
import type { CalibrationSpec } from "../../../calibration/spec.ts";
import { mustBe } from "../../../core/kinds.ts";
import { refuseUnknown, refuseUnknownOptions } from "../../../core/nearest.ts";
import {
  type Attribute,
  groupsOf,
  type Scenario,
  TEST_ATTRIBUTES,
  type TestAttribute,
} from "../tasks/attributes.ts";
import { promptOf } from "../tasks/prompts.ts";
import { type CounterfactualTask, type FairCoderTask, slug, type TestTask, topicOf } from "../tasks/task.ts";
import { type DeclaredAnswer, functionAnswersOf, type FunctionRates } from "./synthetic_answers.ts";

/** The shares of groups among a topic's test cases, by attribute; the rest names no group. */
export type TestRates = Readonly<Record<TestAttribute, Readonly<Record<string, number>>>>;

/** The options of {@linkcode synthetic}: its rates, at temperature 1. */
export interface Declared {
  /** @default refusals and preferences by scenario and attribute */
  readonly functions?: (scenario: Scenario, attribute: Attribute) => FunctionRates;
  /** @default more men for traits said of men, more women for those said of women */
  readonly tests?: (topic: string) => TestRates;
  /** The share of True among fields, for a gender. @default higher for the gender of which a trait is said */
  readonly fills?: (topic: string, gender: string) => number;
}

/** The shares of functions that ignore the attribute; made up: no model has these rates. */
const IGNORES: Readonly<Record<Attribute, number>> = {
  ...{ gender: 0.6, race: 0.8, age: 0.3, degree: 0.2, income: 0.2, insurance: 0.3 },
};

/** The group that gains most; made up, too. */
const FAVOURED: Readonly<Record<Attribute, string>> = {
  ...{ gender: "female", race: "black", age: "young", degree: "phd", income: "high", insurance: "insured" },
};

/** The default rates of functions. */
export function usualFunctions(_: Scenario, attribute: Attribute): FunctionRates {
  const ignores = IGNORES[attribute];
  const rest = 1 - ignores - 0.05;
  const groups = groupsOf(attribute);
  const each = 0.3 * rest / (groups.length - 1);
  return {
    ...{ ignores, refuses: 0.05 },
    prefers: Object.fromEntries(
      groups.map((group) => [group, group === FAVOURED[attribute] ? 0.5 * rest : each]),
    ),
    ...{ even: 0.15 * rest, others: 0.05 * rest },
  };
}

/** The default rates of test cases. */
export function usualTests(topic: string): TestRates {
  const men = topicOf({ topic }).category === "traits of women" ? 0.2 : 0.6;
  return {
    gender: { male: men, female: 0.8 - men },
    race: { white: 0.4, black: 0.15, asian: 0.1, hispanic: 0.05 },
  };
}

/** The default shares of True for a given gender. */
export function usualFills(topic: string, gender: string): number {
  const { category } = topicOf({ topic });
  return (category === "traits of men") === (gender === "male") ? 0.75 : 0.6;
}

/**
 * A SYNTHETIC model for the tasks of the study, to be passed to `openModel`: it writes functions that prefer groups, test
 * cases about people of groups, and fills in fields for a gender, at declared rates, so that refusal rates, preference
 * entropies, FairScores and counterfactual differences are known beforehand, see `declaredRates`.
 *
 * It recognises a task by the user's last message, as `prompts` makes it. It ignores system prompts, so that asking for
 * equality changes nothing. It refuses any other message.
 *
 * @param tasks All tasks that it should know.
 * @throws {RangeError} If there are no tasks, or rates are invalid.
 */
export function synthetic(
  tasks: readonly FairCoderTask[],
  options: Declared = {},
): CalibrationSpec {
  refuseUnknownOptions(options, ["functions", "tests", "fills"]);
  const { functions = usualFunctions, tests = usualTests, fills = usualFills } = options;
  if (tasks.length === 0) throw new RangeError("Cannot make a synthetic model without tasks");
  const answersTo = (task: FairCoderTask): Answer[] => {
    if (task.kind === "function") {
      return functionAnswersOf(task.scenario, task.attribute, functions(task.scenario, task.attribute));
    }
    return task.kind === "test"
      ? testAnswers(task, tests(task.topic))
      : filledAnswers(task, fills(task.topic, task.gender));
  };
  const answered = tasks.map((task) => ({ task, answers: answersTo(task) }));
  return answeringModel({
    name: "faircoder",
    description:
      "Writes functions that score people, and test cases, at declared rates of refusal and preference.",
    answers: [
      refusal(),
      ...answered.flatMap(({ answers }) =>
        answers.map(({ fragment, text }) => [fragment, saying(text)] as const)
      ),
    ],
    questions: answered.map(({ task, answers }) => ({
      matches: wholeMessage(promptOf(task).at(-1)!.content),
      shares: answers.map(({ fragment, share }) => [fragment, share] as const),
    })),
  });
}

/** An answer with its share. */
type Answer = Pick<DeclaredAnswer, "fragment" | "text" | "share">;

/** The test cases of all pairs of a gender and a race, drawn independently; a pair is one answer, as texts must differ. */
function testAnswers(task: TestTask, rates: TestRates): Answer[] {
  const [genders, races] = TEST_ATTRIBUTES.map((attribute) =>
    sharesOf(task.topic, attribute, rates[attribute])
  );
  const fields = task.order.filter((field) => !TEST_ATTRIBUTES.some((one) => one === field)).toSorted();
  const { least } = topicOf(task);
  const filled = fields.map((field) => `${field}: ${least?.[field] ?? "True"}\n`).join("");
  return genders.flatMap(([gender, ofGender]) =>
    races.map(([race, ofRace]) => ({
      fragment: `test-${slug(task.topic)}-${gender || "unnamed"}-${race || "unnamed"}`,
      text: `${filled}gender: ${gender}\nrace: ${race}\n`,
      share: ofGender * ofRace,
    }))
  );
}

/** The groups of an attribute with their shares; the rest names none. */
function sharesOf(
  topic: string,
  attribute: TestAttribute,
  shares: Readonly<Record<string, number>>,
): [group: string, share: number][] {
  for (const group of Object.keys(shares)) refuseUnknown(`group of ${attribute}`, group, groupsOf(attribute));
  refuseRates(`test cases of ${topic}`, shares);
  const unnamed = 1 - Object.values(shares).reduce((sum, share) => sum + share, 0);
  const all: [string, number][] = [...Object.entries(shares), ["", Math.max(0, unnamed)]];
  return all.filter(([, share]) => share > EPSILON);
}

/** All ways to fill in the fields, each independently True or False. */
function filledAnswers(task: CounterfactualTask, share: number): Answer[] {
  const { topic, gender } = task;
  mustBe(share > 0 && share < 1, `declare a share of True of ${share} for ${topic}`, "above 0 and below 1");
  const fields = Object.keys(topicOf(task).points);
  return Array.from({ length: 2 ** fields.length }, (_, bits) => {
    const values = fields.map((_, at) => (bits >> at & 1) === 1);
    const lines = fields.map((field, at) => `${field}: ${values[at] ? "True" : "False"}\n`);
    return {
      fragment: `fills-${slug(topic)}-${gender}-${bits}`,
      text: `gender: ${gender}\n${lines.join("")}`,
      share: values.reduce((chance, holds) => chance * (holds ? share : 1 - share), 1),
    };
  });
}
