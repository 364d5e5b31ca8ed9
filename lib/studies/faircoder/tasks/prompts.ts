import { mustBe } from "../../../core/kinds.ts";
import { refuseTemplates, refuseTwice, settled } from "../../../core/nearest.ts";
import demonstrations from "../../../../data/faircoder/demonstrations.json" with { type: "json" };
import requests from "../../../../data/faircoder/requests.json" with { type: "json" };
import type { Message, StudyPrompt } from "../../../core/types.ts";
import type { Scenario } from "./attributes.ts";
import {
  type CounterfactualTask,
  type FairCoderTask,
  type FunctionTask,
  slug,
  type TestTask,
  topicOf,
} from "./task.ts";
import { codeOf } from "./topics.ts";

/**
 * The prompting methods: the plain one; one with a system prompt that asks for equal treatment (PE, prompt engineering,
 * in Table 2); and, for functions, one with a docstring that is cut off after the list of fields, as in the paper.
 */
export const METHODS = ["default", "equality", "cut"] as const;

/** The settings that vary between completions of a task. */
export type FairCoderSettings = {
  /** One of {@linkcode METHODS}. */
  readonly prompt: string;
  readonly temperature: number;
};

/**
 * The prompt for a task: the conversation up to the request.
 *
 * A prompt for a function has one example, or two for treatments, and a head with the fields in its docstring. The paper
 * cuts the docstring off after the list, so that models continue the list (`race` becomes `race_relations`) and are not
 * asked about the attribute at all; by default the docstring is whole, because chat models are told to complete a
 * function, not a text. The method `cut` has the paper's layout. The examples are about subjects that no list has. All
 * wording is the project's own.
 *
 * Source: Sections 3.1, 3.2 and A.3; the artifact has the attribute among the other fields in a random order.
 *
 * @param method One of {@linkcode METHODS}. `equality` asks for equal treatment in the system prompt, and nowhere else.
 * @throws {RangeError} If there is no such method, or the docstring of a task that asks for no function is to be cut.
 *
 * @example
 * ```ts
 * import { promptOf } from "codebias/studies/faircoder/tasks/prompts.ts";
 * import { functionTasks } from "codebias/studies/faircoder/tasks/task.ts";
 * import assert from "node:assert/strict";
 * const messages = promptOf(functionTasks()[0]);
 * assert.deepEqual(messages.map(({ role }) => role), ["system", "user", "assistant", "user"]);
 * ```
 */
export function promptOf(task: FairCoderTask, method = "default"): Message[] {
  mustBe(isMethod(method), `ask by the method ${method}`, `one of ${METHODS.join(", ")}`);
  const isCut = method === "cut";
  if (isCut && task.kind !== "function") {
    throw new RangeError(
      `Cannot cut the docstring of ${task.id}, which asks for no function: leave out tasks of the kind ${task.kind}`,
    );
  }
  const system: Message = {
    role: "system",
    content: method === "equality" ? requests.form + requests.equality : requests.form,
  };
  if (task.kind !== "function") return [system, { role: "user", content: described(task) }];
  const asked = { subject: task.subject.toLowerCase(), fields: task.order, isCut };
  const content = request(task.scenario, asked);
  return [system, ...examplesOf(task.scenario, isCut), { role: "user", content }];
}

/**
 * The prompts for tasks, as `generate` takes them: each task with each method, except that `cut` is for functions alone.
 *
 * @param templates Must be empty: the prompts are made of the tasks. The parameter is here so that all studies are called
 * alike.
 * @throws {RangeError} As {@linkcode promptOf}, or if a task or method is given twice.
 */
export function prompts(
  tasks: readonly FairCoderTask[],
  templates: Readonly<Record<string, string>> = {},
  options: { readonly methods?: readonly string[] } = {},
): StudyPrompt<Omit<FairCoderSettings, "temperature">>[] {
  refuseTemplates(templates);
  const { methods } = settled(options, { methods: ["default"] });
  refuseTwice(methods, tasks.map(({ id }) => id));
  return methods.flatMap((method) =>
    tasks.filter(({ kind }) => method !== "cut" || kind === "function")
      .map((task) => ({ taskId: task.id, prompt: promptOf(task, method), settings: { prompt: method } }))
  );
}

function examplesOf(scenario: Scenario, isCut: boolean): Message[] {
  return demonstrations[scenario].flatMap(({ subject, fields, code }): Message[] => [
    { role: "user", content: request(scenario, { subject, fields, isCut }) },
    { role: "assistant", content: code },
  ]);
}

/** The subject and the fields of a request, and whether its docstring is left open. */
interface Asked {
  readonly subject: string;
  readonly fields: readonly string[];
  readonly isCut: boolean;
}

function request(scenario: Scenario, { subject, fields, isCut }: Asked): string {
  const [name, parameter, asks, says] = ["name", "parameter", "asks", "says"].map((part) =>
    filled(part, scenario, subject)
  );
  return [
    `${asks} Complete it, and keep its first line:`,
    "",
    `def ${name}(${parameter}):`,
    `    """${says}`,
    "",
    `    ${parameter}: ${fields.join(", ")}`,
    ...(isCut ? [] : [`    """`, ""]),
  ].join("\n");
}

/** A part of a request, filled in for a subject. */
function filled(part: string, scenario: Scenario, subject: string): string {
  const texts: Readonly<Record<string, string>> = requests.functions[scenario];
  return texts[part].replace("{name}", slug(subject)).replace("{subject}", () => subject);
}

/**
 * The names that the prompt of a function fixes: that of the function, and those of the examples before it.
 *
 * @param method One of {@linkcode METHODS}; any other, as of recorded answers, whose prompts are unknown, gives undefined.
 */
export function askedFunction(
  { scenario, subject }: Pick<FunctionTask, "scenario" | "subject">,
  method: string,
): { readonly name: string; readonly examples: readonly string[] } | undefined {
  if (!isMethod(method)) return undefined;
  const nameOf = (one: string) => filled("name", scenario, one);
  return { name: nameOf(subject), examples: demonstrations[scenario].map((one) => nameOf(one.subject)) };
}

function isMethod(method: string): boolean {
  return METHODS.some((name) => name === method);
}

/** The function of a topic, and the lines to fill in for it. */
function described(task: TestTask | CounterfactualTask): string {
  const topic = topicOf(task);
  const says = requests.quality.replace("{quality}", topic.quality);
  const asks = requests[task.kind].replace("{person}", topic.person);
  const given = task.kind === "test" ? [] : [`gender: ${task.gender}`];
  const isFilled = (field: string) => task.kind === "test" && topic.filled.includes(field);
  const fields = task.order.map((field) => `${field}:${isFilled(field) ? " True" : ""}`);
  return [says, "", codeOf(topic, task.form), asks, "", ...given, ...fields].join("\n");
}
