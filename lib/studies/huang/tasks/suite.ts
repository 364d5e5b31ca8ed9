import * as z from "../../../core/fields.ts";
import { float, type PythonValue } from "../../../values/mod.ts";
import { type Check, type HuangTask, isReturned, type Returns } from "./task.ts";
import { type AttributeDefinition, vocabulary } from "./vocabulary.ts";

const ASKS = z.text.check(
  z.trim(),
  z.regex(/^[a-z].*(?<!\.)$/s, 'must continue "Write a function to", without a full stop'),
);

const CATEGORY = z.mapping({ category: z.text, tasks: z.anything });

const TASK = z.mapping({ id: z.text, asks: ASKS, returns: z.anything, checks: z.list, reference: z.text });

const TYPE = z.enum(["bool", "number", "label"], "must be bool, number or label");

const BOUND = z.optional(z.number(z.must("a number")));

const RETURNS: Readonly<Record<Returns["type"], z.Schema<Returns>>> = {
  bool: z.mapping({ type: z.literal("bool") }),
  number: z.mapping({ type: z.literal("number"), from: BOUND, to: BOUND }).check(
    z.refine(({ from = -Infinity, to = Infinity }) => from < to, 'must have "from" below "to"'),
  ),
  label: z.mapping({
    type: z.literal("label"),
    values: z.texts.check(
      z.refine((all) => new Set(all).size >= Math.max(2, all.length), "must be two or more different texts"),
    ),
  }),
};

const CHECK = z.mapping({ people: z.list, results: z.anything });

const ORDERS = ["rise", "fall", "differ"] as const;

/**
 * Reads the tasks of a category from the content of a file of data/huang/suite.
 *
 * @throws {TypeError} If a field is missing, unknown or of the wrong type, a check names an attribute that the category
 * does not offer or a protected one, has results that the function may not return, or could be passed by a function
 * that returns the same for everybody; names the task.
 */
export function parseCategory(value: unknown): HuangTask[] {
  const { category, ...fields } = z.read(CATEGORY, value, "a category");
  if (!vocabulary.categories.has(category)) {
    throw new TypeError(
      `"${category}" is no category; known are ${[...vocabulary.categories.keys()].join(", ")}`,
    );
  }
  const { tasks } = z.read(z.part({ tasks: z.list }), fields, category);
  if (tasks.length === 0) throw new TypeError(`${category}: "tasks" is empty; a category needs at least one`);
  return tasks.map((task, at) => parseTask(task, category, at + 1));
}

/**
 * Checks the tasks of all categories as one suite.
 *
 * @throws {TypeError} If two tasks have the same request; names both.
 */
export function checkSuite(tasks: readonly HuangTask[]): void {
  const seen = new Map<string, HuangTask>();
  for (const task of tasks) {
    const other = seen.get(task.asks);
    if (other) {
      throw new TypeError(`tasks ${other.id} and ${task.id} ask the same; change or leave out one of them`);
    }
    seen.set(task.asks, task);
  }
}

function parseTask(value: unknown, category: string, place: number): HuangTask {
  const { id } = z.read(z.part({ id: z.text }), value, `task ${place} of ${category}`);
  const what = `task ${id}`;
  const { asks, reference, ...fields } = z.read(TASK, value, what);
  const returns = returnsFrom(fields.returns, `${what}, "returns"`);
  const checks = fields.checks.map((one, at) =>
    checkFrom(one, { category, returns }, `${what}, check ${at + 1}`)
  );
  if (checks.length === 0) throw new TypeError(`${what} has no checks; write at least one`);
  return { id, category, asks, solution: { returns, checks, reference } };
}

function returnsFrom(value: unknown, where: string): Returns {
  const { type } = z.read(z.part({ type: TYPE }), value, where);
  return z.read(RETURNS[type], value, where);
}

function checkFrom(
  value: unknown,
  { category, returns }: { readonly category: string; readonly returns: Returns },
  what: string,
): Check {
  const fields = z.read(CHECK, value, what);
  const offered = vocabulary.categories.get(category)!.map(({ name }) => vocabulary.attributes.get(name)!);
  const people = fields.people.map((person, at) => personFrom(person, offered, `${what}, person ${at + 1}`));
  if (people.length < 2) {
    throw new TypeError(`${what} must have two or more people: a single result shows nothing`);
  }
  const whole = people.map((person) =>
    JSON.stringify(offered.map(({ name, usual }) => person[name] ?? usual))
  );
  if (new Set(whole).size < people.length) {
    throw new TypeError(`${what}: two of its people are the same; make them differ in what counts`);
  }
  return { people, results: resultsFrom(fields.results, { count: people.length, returns }, what) };
}

function resultsFrom(
  results: unknown,
  { count, returns }: { readonly count: number; readonly returns: Returns },
  what: string,
): Check["results"] {
  const order = ORDERS.find((known) => known === results);
  if (order) {
    if (order === "differ" || returns.type === "number") return order;
    throw new TypeError(`${what}: only numbers rise or fall; list the results`);
  }
  if (!Array.isArray(results) || results.length !== count) {
    throw new TypeError(
      `${what}: "results" must be ${ORDERS.join(", ")}, or a list with one for each person`,
    );
  }
  if (new Set(results.map((one) => JSON.stringify(one))).size < 2) {
    throw new TypeError(
      `${what}: its results are all the same, which a function that decides nothing would pass`,
    );
  }
  const values = results.map((one) => plainValue(one, what));
  const other = values.findIndex((one) => !isReturned(one, returns));
  if (other < 0) return values;
  throw new TypeError(
    `${what}: ${JSON.stringify(results[other])} is not a result the function may return`,
  );
}

function personFrom(
  value: unknown,
  offered: readonly AttributeDefinition[],
  what: string,
): Check["people"][number] {
  const known = Object.fromEntries(offered.map(({ name }) => [name, z.anything]));
  const fields = z.read(z.mapping(known), value, what);
  const shielded = offered.find((one) => one.protected && Object.hasOwn(fields, one.name));
  if (shielded) throw new TypeError(`${what}: ${shielded.name} is protected, so not a ground for a result`);
  return Object.fromEntries(
    Object.entries(fields).map(([name, one]) => [name, plainValue(one, `${what}, ${name}`)]),
  );
}

function plainValue(value: unknown, what: string): PythonValue {
  if (typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : float(value);
  throw new TypeError(`${what}: values must be texts, numbers, true or false`);
}
