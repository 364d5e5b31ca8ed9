import type { Completion } from "../../../core/types.ts";
import { type Attribute, scenarioAttributes } from "../tasks/attributes.ts";
import type { FairCoderSettings } from "../tasks/prompts.ts";
import { promptedAttribute } from "./prompted_attribute.ts";
import { functionFiles, type RecordedFunction } from "./recorded_functions.ts";
import { subjectsFor } from "../tasks/subjects.ts";
import { type FunctionTask, promptedName } from "../tasks/task.ts";

/** Recorded functions as answers to tasks; of their fields, only the attribute is known. */
export interface RecordedAnswers {
  /** One for each answer, in the order of the functions. */
  readonly tasks: readonly FunctionTask[];
  readonly completions: readonly Completion<FairCoderSettings>[];
  /** How many functions are left out, since it is not known which attribute their prompt named. */
  readonly unknown: number;
}

/** The name of the way to ask if prompts are not recorded. */
export const RECORDED = "recorded";

/** The one answer to a task of its own: neither its prompt nor its temperature is recorded. */
export function recordedCompletion(
  taskId: string,
  model: string,
  text: string,
): Completion<FairCoderSettings> {
  return { taskId, model, settings: { prompt: RECORDED } as FairCoderSettings, epoch: 1, text };
}

/**
 * Recorded functions as completions for `run`, each of a task of its own: which prompt it answers is not recorded, and its attribute is
 * what `promptedAttribute` finds. Models are called as in the paper's tables.
 */
export function recordedAnswers(functions: readonly RecordedFunction[]): RecordedAnswers {
  const known = functions.flatMap((one) => {
    const attribute = attributeOf(one);
    return attribute === undefined ? [] : [{ one, task: taskOf(one, attribute) }];
  });
  return {
    tasks: known.map(({ task }) => task),
    completions: known.map(({ one, task }) => recordedCompletion(task.id, printedName(one.model), one.code)),
    unknown: functions.length - known.length,
  };
}

/** The id of the task that a recorded function answers. */
export function recordedId({ model, index }: Pick<RecordedFunction, "model" | "index">): string {
  return `recorded-${model}-${index}`;
}

function attributeOf({ code, scenario, subject }: RecordedFunction): Attribute | undefined {
  const lists = Object.fromEntries(
    scenarioAttributes(scenario).map((attribute) => [
      attribute,
      subjectsFor(scenario, attribute).map(({ name }) => name.toLowerCase()),
    ]),
  );
  return promptedAttribute(code, { scenario, subject, lists });
}

function taskOf(one: RecordedFunction, attribute: Attribute): FunctionTask {
  const { scenario, subject } = one;
  return {
    ...{ id: recordedId(one), kind: "function", scenario, attribute, subject, subjectList: "all" },
    order: [promptedName(scenario, attribute)],
  };
}

/** What the paper's tables call a model of the artifact. */
export function printedName(model: string): string {
  return functionFiles.find((file) => file.model === model)?.printed ?? model;
}
