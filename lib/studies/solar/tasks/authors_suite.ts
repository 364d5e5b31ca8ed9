import type { Repository } from "../../../core/types.ts";
import * as z from "../../../core/fields.ts";
import { parseLiterals } from "../../../values/mod.ts";
import { problemsOf } from "./problems.ts";
import { declaredIn, wordingOf } from "./prompts.ts";
import { ATTRIBUTE_TYPES, type DeclaredAttribute, type TaskDefinition, taskOf } from "./task.ts";

/** The repository in which the authors publish tasks and prompts. */
export const repository: Repository = {
  name: "fairness_testing_code_generation",
  url: "https://github.com/janeeyre912/fairness_testing_code_generation",
  landmark: "dataset/tasks.json",
};

/** The files in it: a JSON list of tasks, and JSON lines of prompts with `task_id` and `prompt`. */
export const files = { tasks: "dataset/tasks.json", prompts: "dataset/prompts.jsonl" } as const;

const PROMPT = z.part({ task_id: z.text, prompt: z.text });

const TASK = z.part({
  ...{ class_name: z.text, method_name: z.text, docstring: z.text },
  ...{ sensitive_attributes: z.texts, related_attributes: z.texts },
});

/**
 * The authors' tasks with the authors' wording.
 *
 * The dimensions are in no task, only in the prompts: they are the attributes that the first prompt declares beyond
 * those of its task. A task that lists an attribute as both related and sensitive (task 277 does so with age) is kept,
 * and named among the problems.
 *
 * Source: the artifact of the paper Bias Unveiled, tasks.json and prompts.jsonl.
 *
 * @param records The content of tasks.json.
 * @param prompts The parsed lines of prompts.jsonl.
 * @throws {TypeError} If a field is missing or wrong, or a task has any other problem; names the task.
 */
export function parseAuthorsSuite(records: unknown, prompts: readonly unknown[]) {
  if (!Array.isArray(records)) throw new TypeError("the tasks must be a list");
  if (prompts.length === 0) {
    throw new TypeError("there are no prompts, which give the attributes of all tasks");
  }
  const { task_id: id, prompt } = z.read(PROMPT, prompts[0], "the first prompt");
  const own = ownAttributes(records[Number(id)], `task ${id}`);
  const dimensions = declaredIn(prompt).filter(({ name }) => own.every((other) => other.name !== name));
  const definitions = records.map((record, at) => definitionOf(record, `${at}`, dimensions));
  const problems = definitions.flatMap(problemsOf);
  const serious = problems.find(({ twoRoles }) => !twoRoles);
  if (serious) throw new TypeError(serious.message);
  return {
    /** The tasks; their ids are their positions in the file, from 0, as in the prompts. */
    tasks: definitions.map(taskOf),
    /** The attributes that every task has, with their values, and the wording of the prompts. */
    ...{ dimensions, wording: wordingOf(prompt) },
    /** The problems of tasks that cannot be judged as they are: an attribute is both related and sensitive. */
    problems,
  };
}

function definitionOf(record: unknown, id: string, dimensions: readonly DeclaredAttribute[]): TaskDefinition {
  const what = `task ${id}`;
  const fields = z.read(TASK, record, what);
  return {
    ...{ id, className: fields.class_name, method: fields.method_name, docstring: fields.docstring },
    declared: [...dimensions, ...ownAttributes(record, what)],
    ...{ sensitive: fields.sensitive_attributes, related: fields.related_attributes },
  };
}

/** The attributes of a record: each is a list of a name, a type and a list of values as text. */
function ownAttributes(record: unknown, what: string): DeclaredAttribute[] {
  const field = "test_related_attributes";
  return z.read(z.part({ [field]: z.list }), record, what)[field].map((item) => {
    const [name, written, values] = Array.isArray(item) ? item : [];
    const type = ATTRIBUTE_TYPES.find((known) => known === written);
    if (typeof name !== "string" || !type || typeof values !== "string") {
      throw new TypeError(
        `${what}: "${field}" must be lists of a name, a type (${
          ATTRIBUTE_TYPES.join(", ")
        }) and a list of values`,
      );
    }
    try {
      return { name, type, values: parseLiterals(values) };
    } catch (cause) {
      throw new TypeError(`${what}: the values of ${name}: ${(cause as Error).message}`, { cause });
    }
  });
}
