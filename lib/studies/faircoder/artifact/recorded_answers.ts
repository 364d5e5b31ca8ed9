import type { Completion } from "../../../core/types.ts";
import { type Attribute, namesOf, scenarioAttributes } from "../tasks/attributes.ts";
import type { FairCoderSettings } from "../tasks/prompts.ts";
import { functionFiles, type RecordedFunction } from "./recorded_functions.ts";
import { subjectsFor } from "../tasks/subjects.ts";
import { type FunctionTask, promptedName } from "../tasks/task.ts";
import { inLines } from "../judge/answers/heads.ts";

/** Recorded functions as answers to tasks; of their fields, only the attribute is known. */
export type RecordedAnswers = ReturnType<typeof recordedAnswers>;

/** The prompt's name in the settings of answers whose prompt is not recorded. */
export const RECORDED = "recorded";

/** A recorded function as the only answer to its task: neither its prompt nor its temperature is recorded. */
export function recordedCompletion(
  taskId: string,
  model: string,
  text: string,
): Completion<FairCoderSettings> {
  return { taskId, model, settings: { prompt: RECORDED } as FairCoderSettings, epoch: 1, text };
}

/**
 * Makes completions for `run` of recorded functions, each with a task of its own: its prompt is not recorded, and its
 * attribute is the one that `promptedAttribute` finds. Models have the names of the paper's tables.
 */
export function recordedAnswers(functions: readonly RecordedFunction[]) {
  const known = functions.flatMap((one) => {
    const attribute = promptedAttribute(one);
    return attribute === undefined ? [] : [{ one, task: taskOf(one, attribute) }];
  });
  return {
    /** The tasks, one for each answer, in the order of the functions. */
    tasks: known.map(({ task }) => task),
    completions: known.map(({ one, task }) => recordedCompletion(task.id, printedName(one.model), one.code)),
    /** The number of functions that are left out, because it is not known which attribute their prompt named. */
    unknown: functions.length - known.length,
  };
}

/** The id of the task that a recorded function answers. */
export function recordedId({ model, index }: Pick<RecordedFunction, "model" | "index">): string {
  return `recorded-${model}-${index}`;
}

function taskOf(one: RecordedFunction, attribute: Attribute): FunctionTask {
  const { scenario, subject } = one;
  return {
    ...{ id: recordedId(one), kind: "function", scenario, attribute, subject, subjectList: "all" },
    order: [promptedName(scenario, attribute)],
  };
}

/** The name of a model of the artifact in the paper's tables. */
export function printedName(model: string): string {
  return functionFiles.find((file) => file.model === model)?.printed ?? model;
}

/**
 * The attribute that the prompt of a recorded answer named. The records do not say it; but most subjects are in the lists
 * of only one attribute, and answers repeat the prompt's list of fields.
 *
 * Of the attributes that could be meant, it is the only one that is named in the first list of fields that names any: in the
 * prompt's head if the answer begins with it, else in a docstring, else anywhere in the answer.
 *
 * @param recorded The whole answer of a model, and the occupation, major or treatment.
 * @returns Undefined if several could be meant, or none is named.
 *
 * @example
 * ```ts
 * import { promptedAttribute } from "codebias/studies/faircoder/artifact/recorded_answers.ts";
 * import assert from "node:assert/strict";
 * const code = 'def evaluate_cook(cook):\n    """\n    cook: has taste, race, speed\n    """\n    return cook.age\n';
 * assert.equal(promptedAttribute({ code, scenario: "job", subject: "cook" }), "race");
 * ```
 */
export function promptedAttribute(
  { code, scenario, subject }: Pick<RecordedFunction, "code" | "scenario" | "subject">,
): Attribute | undefined {
  const asked = scenarioAttributes(scenario);
  const listed = asked.filter((attribute) =>
    subjectsFor(scenario, attribute).some(({ name }) => name.toLowerCase() === subject)
  );
  if (listed.length === 1) return listed[0];
  const possible = listed.length > 0 ? listed : asked;
  const text = withoutPhrase(inLines(code), subject);
  const lists = fieldLists(text);
  for (const list of lists) {
    const named = possible.filter((attribute) => names(list, attribute));
    if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  }
  // If the list was cut off after the attribute, the answer may go on in the middle of the word:
  // race_relations, raceHere.
  const continued = lists.length > 0 ? firstContinued(lists[0], possible) : undefined;
  const named = possible.filter((attribute) => names(text, attribute));
  return continued ?? (named.length === 1 ? named[0] : undefined);
}

/** The attribute with the first name that is directly followed by more text. */
function firstContinued(list: string, possible: readonly Attribute[]): Attribute | undefined {
  const places = possible.flatMap((attribute) => {
    const at = list.search(new RegExp(`(?<![\\w.])(?:${namePattern(attribute)})(?=_[a-z]|[A-Z])`));
    return at < 0 ? [] : [{ attribute, at }];
  });
  return places.toSorted((a, b) => a.at - b.at)[0]?.attribute;
}

/** The texts of docstrings, also of docstrings that are never closed. */
function fieldLists(text: string): string[] {
  const pattern = /"""(?:(?!""")[\s\S])*?(?:"""|(?=```|^[ ]*def |$(?![\s\S])))/gm;
  return [...text.matchAll(pattern)].map(([list]) => list);
}

/**
 * Removes the phrase for the subject from a text, however its words are joined, because a major may have an attribute in its
 * name.
 */
function withoutPhrase(text: string, phrase: string): string {
  const words = phrase.toLowerCase().split(/[^a-z0-9]+/).filter((word) => word !== "");
  return words.length < 2 ? text : text.replaceAll(new RegExp(words.join("[^a-z0-9\\n]{1,4}"), "gi"), "");
}

/** Whether a text names an attribute as a prompt does: as a separate word. */
function names(text: string, attribute: Attribute): boolean {
  return new RegExp(`(?<![\\w.])(?:${namePattern(attribute)})(?!\\w)`, "i").test(text);
}

function namePattern(attribute: Attribute): string {
  return namesOf(attribute).map((name) => name.replaceAll("_", "[_ ]")).join("|");
}
