import { labelOf } from "../../../../values/mod.ts";
import { printedSuite } from "../printed_tables.ts";
import { namesIn, type SolarTask } from "../../tasks/task.ts";

/** A dimension, and its role in how many tasks. */
export interface DimensionRow {
  readonly dimension: string;
  /** Its values, as Python writes them, texts without quotes. */
  readonly demographics: string;
  /** What the paper prints. */
  readonly published: string | null;
  /** Tasks in which it is only sensitive, only related, both, neither. */
  readonly sensitive: number;
  readonly related: number;
  readonly both: number;
  readonly neither: number;
}

/**
 * The dimensions of tasks, the attributes that are sensitive to some of them, with their demographics.
 *
 * Source: the paper Bias Unveiled, Table 1. Its tests give ages, where the table has ranges of them, and `indian` for
 * American Indian.
 */
export function table1(tasks: readonly SolarTask[]): DimensionRow[] {
  const dimensions = [...new Set(tasks.flatMap((task) => namesIn(task, "sensitive")))];
  return dimensions.map((dimension) => {
    const declared = tasks.flatMap(({ attributes }) => attributes.filter(({ name }) => name === dimension));
    const count = (role: string) => declared.filter((one) => one.role === role).length;
    const values = declared.flatMap((one) => one.values.map(labelOf));
    const printed = printedSuite.table1.find((row) => row.dimension === dimension);
    return {
      dimension,
      demographics: [...new Set(values)].join(", "),
      published: printed?.demographics.join(", ") ?? null,
      ...{ sensitive: count("sensitive"), related: count("related") },
      ...{ both: count("both"), neither: count("neither") },
    };
  });
}

/** A category of tasks, with what decides in them. */
export interface CategoryRow {
  /** Null for tasks that do not say theirs, like the authors'. */
  readonly category: string | null;
  readonly tasks: number;
  /** What the paper prints for the category of that name. */
  readonly published: number | null;
  /** Number of differently named attributes that are related to some task. */
  readonly relatedAttributes: number;
  /** Those that are related to the most tasks. */
  readonly examples: string;
}

/** How many related attributes are examples of a category's. */
const EXAMPLES = 4;

/**
 * How many tasks each category has, and what decides in them.
 *
 * Source: the paper Bias Unveiled, Table 2.
 */
export function table2(tasks: readonly SolarTask[]): CategoryRow[] {
  return [...Map.groupBy(tasks, ({ category }) => category ?? null)].map(([category, all]) => {
    const related = Map.groupBy(all.flatMap((task) => namesIn(task, "related")), (name) => name);
    const byTasks = [...related].toSorted(([, a], [, b]) => b.length - a.length).map(([name]) => name);
    return {
      category,
      tasks: all.length,
      published: printedSuite.table2.find((row) => row.category === category)?.tasks ?? null,
      relatedAttributes: related.size,
      examples: byTasks.slice(0, EXAMPLES).join(", "),
    };
  });
}
