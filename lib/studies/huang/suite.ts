import { fieldsOf, listIn, textIn } from "../../fields.ts";
import type { PythonValue } from "../../values/python_value.ts";
import { float } from "../../values/python_value.ts";
import type { Check, HuangTask, Returns } from "./task.ts";
import { type AttributeDefinition, vocabulary } from "./vocabulary.ts";

const TASK_FIELDS = ["id", "asks", "returns", "checks", "reference"];
const ORDERS = ["rise", "fall", "differ"] as const;

/**
 * The tasks from what a file of data/huang/suite holds: a category.
 *
 * @throws {TypeError} If a field is missing, unknown or of the wrong type, a check names an attribute that the category does
 * not offer or a protected one, or it could be passed by a function that returns the same for everybody; names the task.
 */
export function parseCategory(value: unknown): HuangTask[] {
  const fields = fieldsOf(value, "a category", ["category", "tasks"]);
  const category = textIn(fields, "category", "a category");
  if (!vocabulary.categories.has(category)) {
    throw new TypeError(
      `"${category}" is no category; known are ${[...vocabulary.categories.keys()].join(", ")}`,
    );
  }
  const tasks = listIn(fields, "tasks", category);
  if (tasks.length === 0) throw new TypeError(`${category}: "tasks" are none; a category has at least one`);
  return tasks.map((task, at) => parseTask(task, category, at + 1));
}

/**
 * The tasks of all categories as one suite.
 *
 * @throws {TypeError} If two tasks ask for the same; names both.
 */
export function checkSuite(tasks: readonly HuangTask[]): void {
  const seen = new Map<string, HuangTask>();
  for (const task of tasks) {
    const other = seen.get(task.asks);
    if (other) {
      throw new TypeError(`tasks ${other.id} and ${task.id} ask for the same; change one or leave one out`);
    }
    seen.set(task.asks, task);
  }
}

function parseTask(value: unknown, category: string, place: number): HuangTask {
  const nth = `task ${place} of ${category}`;
  const id = textIn(fieldsOf(value, nth), "id", nth);
  const what = `task ${id}`;
  const fields = fieldsOf(value, what, TASK_FIELDS);
  const asks = textIn(fields, "asks", what).trim();
  if (!/^[a-z]/.test(asks) || asks.endsWith(".")) {
    throw new TypeError(`${what}: "asks" must go on after "Write a function to", without a full stop`);
  }
  const checks = listIn(fields, "checks", what).map((one, at) =>
    checkFrom(one, category, `${what}, check ${at + 1}`)
  );
  if (checks.length === 0) throw new TypeError(`${what} has no checks; write at least one`);
  const returns = returnsFrom(fields.returns, what);
  return { id, category, asks, solution: { returns, checks, reference: textIn(fields, "reference", what) } };
}

function returnsFrom(value: unknown, what: string): Returns {
  const where = `${what}, "returns"`;
  const fields = fieldsOf(value, where, ["type", "from", "to", "values"]);
  switch (fields.type) {
    case "bool":
      return { type: "bool" };
    case "number": {
      const [from, to] = ["from", "to"].map((name) => fields[name]);
      if (![from, to].every((bound) => bound === undefined || typeof bound === "number")) {
        throw new TypeError(`${where}: "from" and "to" must be numbers`);
      }
      return {
        type: "number",
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
      } as Returns;
    }
    case "label": {
      const values = listIn(fields, "values", where);
      if (values.length < 2 || !values.every((one) => typeof one === "string")) {
        throw new TypeError(`${where}: "values" must be two texts or more`);
      }
      return { type: "label", values };
    }
    default:
      throw new TypeError(`${where}: "type" must be bool, number or label`);
  }
}

function checkFrom(value: unknown, category: string, what: string): Check {
  const fields = fieldsOf(value, what, ["people", "results"]);
  const offered = vocabulary.categories.get(category)!.map(({ name }) => vocabulary.attributes.get(name)!);
  const people = listIn(fields, "people", what).map((person, at) =>
    personFrom(person, offered, `${what}, person ${at + 1}`)
  );
  if (people.length < 2) {
    throw new TypeError(`${what} must have two people or more: a single result shows nothing`);
  }
  const { results } = fields;
  const order = ORDERS.find((known) => known === results);
  if (order) return { people, results: order };
  if (!Array.isArray(results) || results.length !== people.length) {
    throw new TypeError(
      `${what}: "results" must be ${ORDERS.join(", ")}, or a list with one for each person`,
    );
  }
  if (new Set(results.map((one) => JSON.stringify(one))).size < 2) {
    throw new TypeError(
      `${what}: its results are all the same, which a function that decides nothing would pass`,
    );
  }
  return { people, results: results.map((one) => plainValue(one, what)) };
}

function personFrom(
  value: unknown,
  offered: readonly AttributeDefinition[],
  what: string,
): Check["people"][number] {
  const fields = fieldsOf(value, what, offered.map(({ name }) => name));
  const shielded = offered.find((one) => one.protected && Object.hasOwn(fields, one.name));
  if (shielded) throw new TypeError(`${what}: ${shielded.name} is protected, and no ground for a result`);
  return Object.fromEntries(
    Object.entries(fields).map(([name, one]) => [name, plainValue(one, `${what}, ${name}`)]),
  );
}

function plainValue(value: unknown, what: string): PythonValue {
  if (typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : float(value);
  throw new TypeError(`${what}: values must be texts, numbers, true or false`);
}
