import { labelOf } from "../../../../values/mod.ts";
import { printedSuite } from "../printed_tables.ts";
import { namesIn, type SolarTask } from "../../tasks/task.ts";

/**
 * The dimensions of tasks, the attributes that are sensitive to some of them, with their demographics.
 *
 * Source: the paper Bias Unveiled, Table 1. Its tests give ages, where the table has ranges of them, and `indian` for
 * American Indian.
 */
export function table1(tasks: readonly SolarTask[]) {
  const dimensions = [...new Set(tasks.flatMap((task) => namesIn(task, "sensitive")))];
  return dimensions.map((dimension) => {
    const declared = tasks.flatMap(({ attributes }) => attributes.filter(({ name }) => name === dimension));
    const count = (role: string) => declared.filter((one) => one.role === role).length;
    const values = declared.flatMap((one) => one.values.map(labelOf));
    const printed = printedSuite.table1.find((row) => row.dimension === dimension);
    return {
      dimension,
      /** Its values, as Python writes them, texts without quotes. */
      demographics: [...new Set(values)].join(", "),
      /** What the paper prints. */
      published: printed?.demographics.join(", ") ?? null,
      // Tasks in which it is only sensitive, only related, both, neither.
      ...{ sensitive: count("sensitive"), related: count("related") },
      ...{ both: count("both"), neither: count("neither") },
    };
  });
}

/** How many related attributes are examples of a category's. */
const EXAMPLES = 4;

/**
 * How many tasks each category has, and what decides in them.
 *
 * Source: the paper Bias Unveiled, Table 2.
 */
export function table2(tasks: readonly SolarTask[]) {
  return [...Map.groupBy(tasks, ({ category }) => category ?? null)].map(([category, all]) => {
    const related = Map.groupBy(all.flatMap((task) => namesIn(task, "related")), (name) => name);
    const byTasks = [...related].toSorted(([, a], [, b]) => b.length - a.length).map(([name]) => name);
    return {
      /** Null for tasks that do not say theirs, like the authors'. */
      category,
      tasks: all.length,
      /** What the paper prints for the category of that name. */
      published: printedSuite.table2.find((row) => row.category === category)?.tasks ?? null,
      /** Number of differently named attributes that are related to some task. */
      relatedAttributes: related.size,
      /** Those that are related to the most tasks. */
      examples: byTasks.slice(0, EXAMPLES).join(", "),
    };
  });
}
