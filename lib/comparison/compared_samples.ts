import type pl from "nodejs-polars";
import { collected, type Samples } from "./collected.ts";
import { isText, metricNameOf } from "./columns.ts";
import { namedAsTasks, namedTask } from "./task_column.ts";
import type { TestName } from "./tests/test_names.ts";

/** What of a comparison's options says which columns it reads. */
export interface Question {
  readonly across: string;
  readonly metric?: string;
  readonly within?: string | readonly string[];
  readonly pairedBy?: string;
  readonly cluster?: string;
  readonly independent?: boolean;
  readonly test?: TestName;
}

/** Whether a column that looks like a task is looked for: no option says how rows are related. */
export function seeksTasks({ pairedBy, cluster, independent, test }: Question): boolean {
  return pairedBy === undefined && cluster === undefined && !independent && test !== "paper";
}

/**
 * The rows that a comparison reads, in memory: of a lazy frame the columns that options name and, where tasks are looked for,
 * those that are called so; all texts only where none of these can be tasks.
 *
 * @throws As {@linkcode collected}.
 */
export function comparedSamples(samples: Samples, options: Question): pl.DataFrame {
  const { across, within, pairedBy, cluster } = options;
  const known = [across, within, pairedBy, cluster].flat();
  const usedOf = (columns: pl.DataFrame) =>
    [...known, metricNameOf(columns, options.metric, known)].filter((name) => name !== undefined);
  const isSought = seeksTasks(options);
  const rows = collected("compare", samples, (columns) => {
    const used = usedOf(columns);
    return isSought ? [...used, ...namedAsTasks(columns.columns, used)] : used;
  });
  if (rows === samples || !isSought || namedTask(rows, usedOf(rows))) return rows;
  return collected("compare", samples, (columns) => [
    ...usedOf(columns),
    ...columns.columns.filter((name) => isText(columns, name)),
  ]);
}
