import { labelOf } from "../../../../values/mod.ts";
import { printedSuite } from "../printed_tables.ts";
import { namesIn, type SolarTask } from "../../tasks/task.ts";

/**
 * The dimensions of tasks, i.e. the attributes that are sensitive in some of them, with their demographics.
 *
 * Source: the paper Bias Unveiled, Table 1. Its tests use single ages where the table has ranges, and `indian` for
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
      /** The values of the dimension, as Python writes them, strings without quotes. */
      demographics: [...new Set(values)].join(", "),
      /** The demographics that the paper prints. */
      published: printed?.demographics.join(", ") ?? null,
      // The numbers of tasks in which the attribute is only sensitive, only related, both, neither.
      ...{ sensitive: count("sensitive"), related: count("related") },
      ...{ both: count("both"), neither: count("neither") },
    };
  });
}

/** The number of related attributes that are listed as examples of a category. */
const EXAMPLES = 4;

/**
 * The number of tasks of each category, and the attributes that decide in them.
 *
 * Source: the paper Bias Unveiled, Table 2.
 */
export function table2(tasks: readonly SolarTask[]) {
  return [...Map.groupBy(tasks, ({ category }) => category ?? null)].map(([category, all]) => {
    const related = Map.groupBy(all.flatMap((task) => namesIn(task, "related")), (name) => name);
    const byTasks = [...related].toSorted(([, a], [, b]) => b.length - a.length).map(([name]) => name);
    return {
      /** Null for tasks without a category, such as the authors'. */
      category,
      tasks: all.length,
      /** The number of tasks that the paper prints for the category of that name. */
      published: printedSuite.table2.find((row) => row.category === category)?.tasks ?? null,
      /** The number of distinct names of attributes that are related in some task. */
      relatedAttributes: related.size,
      /** The names of the attributes that are related in the most tasks. */
      examples: byTasks.slice(0, EXAMPLES).join(", "),
    };
  });
}
