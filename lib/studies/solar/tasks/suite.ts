import { dict, float, type PythonValue } from "../../../values/mod.ts";
import * as z from "../../../core/fields.ts";
import { validTask } from "./problems.ts";
import { ATTRIBUTE_TYPES, type AttributeType, type DeclaredAttribute, type SolarTask } from "./task.ts";

const CATEGORY = z.mapping({ category: z.text, tasks: z.anything });

const TASK = z.mapping({
  ...{ id: z.text, className: z.text, method: z.text, docstring: z.text.check(z.trim()) },
  ...{ related: z.anything, dimensions: z._default(z.texts, []), rule: z.text },
});

const ATTRIBUTE = z.mapping({
  type: z.enum(ATTRIBUTE_TYPES, `must be one of ${ATTRIBUTE_TYPES.join(", ")}`),
  values: z.list,
});

/**
 * Reads the dimensions, the attributes of every task, from the content of data/solar/dimensions.yaml.
 *
 * @throws {TypeError} If a field is missing, unknown or of the wrong type; names the dimension.
 */
export function parseDimensions(value: unknown): DeclaredAttribute[] {
  return attributesOf(value, "the dimensions");
}

/**
 * Reads the tasks of a category from the content of a file of data/solar/suite.
 *
 * Attributes under `related` and dimensions under `dimensions` are related, all other dimensions are sensitive.
 *
 * @throws {TypeError} If a field is missing, unknown or of the wrong type, or a task has a problem, see
 * {@linkcode problemsOf}; names the task and the attribute.
 */
export function parseCategory(value: unknown, dimensions: readonly DeclaredAttribute[]): SolarTask[] {
  const { category, ...fields } = z.read(CATEGORY, value, "a category");
  const { tasks } = z.read(z.part({ tasks: z.list }), fields, category);
  if (tasks.length === 0) throw new TypeError(`${category}: "tasks" is empty; a category needs at least one`);
  return tasks.map((task, at) => parseTask(task, { category, dimensions, place: at + 1 }));
}

/**
 * Checks the tasks of all categories as one suite.
 *
 * @throws {TypeError} If two tasks have the same id, method or docstring; names both.
 */
export function checkSuite(tasks: readonly SolarTask[]): void {
  for (const field of ["id", "method", "docstring"] as const) {
    const seen = new Map<string, SolarTask>();
    for (const task of tasks) {
      const other = seen.get(task[field]);
      if (other) {
        const where = `${other.id} (${other.category}) and ${task.id} (${task.category})`;
        throw new TypeError(`tasks ${where} have the same ${field}; change one or leave one out`);
      }
      seen.set(task[field], task);
    }
  }
}

function parseTask(
  value: unknown,
  { category, dimensions, place }: {
    readonly category: string;
    readonly dimensions: readonly DeclaredAttribute[];
    readonly place: number;
  },
): SolarTask {
  const { id } = z.read(z.part({ id: z.text }), value, `task ${place} of ${category}`);
  const what = `task ${id}`;
  const { related, dimensions: listed, ...fields } = z.read(TASK, value, what);
  const own = related === undefined ? [] : attributesOf(related, what);
  const names = dimensions.map(({ name }) => name);
  return validTask({
    ...fields,
    category,
    declared: [...dimensions, ...own],
    sensitive: names.filter((name) => !listed.includes(name)),
    related: [...listed, ...own.map(({ name }) => name)],
  });
}

/** The attributes in a mapping of names to `{ type, values }`. */
function attributesOf(value: unknown, what: string): DeclaredAttribute[] {
  return Object.entries(z.read(z.named(z.anything), value, what)).map(([name, declared]) => {
    const { type, values } = z.read(ATTRIBUTE, declared, `${what}, ${name}`);
    return { name, type, values: values.map((one) => pythonOf(one, type)) };
  });
}

/** A YAML value as a Python value; YAML has one number for 7.0 and 7, so that the declared type decides. */
function pythonOf(value: unknown, type: AttributeType): PythonValue {
  if (typeof value === "number") {
    return type !== "float" && Number.isSafeInteger(value) ? value : float(value);
  }
  if (typeof value === "string" || typeof value === "boolean" || typeof value === "bigint") return value;
  if (Array.isArray(value)) return value.map((item) => pythonOf(item, type));
  if (typeof value !== "object" || value === null) return null;
  return dict(Object.fromEntries(Object.entries(value).map(([name, item]) => [name, pythonOf(item, type)])));
}
