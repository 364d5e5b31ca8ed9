import type pl from "nodejs-polars";
import type { Alternative } from "../statistics/checks.ts";
import { collected, type Samples } from "./collected.ts";
import { isText, metricNameOf } from "./columns.ts";
import { namedAsTasks, namedTask } from "./task_column.ts";
import type { Correction } from "./tests/correction.ts";
import type { TestName } from "./tests/test_names.ts";
import type { Unpaired } from "./units.ts";

/** What to compare, and how. Columns are named as the samples call them. */
export interface CompareOptions {
  /** The column whose levels are compared, e.g. `temperature`. */
  readonly across: string;
  /**
   * What is measured: numbers, or true and false. Empty cells are rows that could not be judged.
   * @default the only column of true and false
   */
  readonly metric?: string;
  /** Compare separately within each combination of these columns. @default all rows together */
  readonly within?: string | readonly string[];
  /** The column with the ids that the levels share, e.g. `taskId`. @default none: the levels' rows are unrelated */
  readonly pairedBy?: string;
  /**
   * The column with the groups of rows that are not independent, e.g. `taskId`.
   * @default without `test`, `pairedBy` and `independent` what looks like a task (taskId, task_id, task, question, prompt, or a
   * text of five values or more that most rows of a level share with another), and a remark says so; else none
   */
  readonly cluster?: string;
  /** Whether all rows are independent, even where a column looks like a task that several share. @default false */
  readonly independent?: boolean;
  /** @default `paired` where rows are paired, else `welch` */
  readonly test?: TestName;
  /** How p is adjusted for the number of rows of the result; "none" leaves `p_adjusted` empty. @default "holm"; "none" for the test `paper` */
  readonly correction?: Correction;
  /** `greater`: the higher level's values are greater. @default "two-sided" */
  readonly alternative?: Alternative;
  /** Confidence level of intervals. @default 0.95 */
  readonly level?: number;
  /** What to do with ids that one level has no row for. @default "refuse" */
  readonly unpaired?: Unpaired;
  /** Seed of random permutations. @default 1 */
  readonly seed?: number;
}

/** Whether a column that looks like a task is looked for: no option says how rows are related. */
export function seeksTasks({ pairedBy, cluster, independent, test }: CompareOptions): boolean {
  return pairedBy === undefined && cluster === undefined && !independent && test !== "paper";
}

/**
 * The rows that a comparison reads, in memory: of a lazy frame the columns that options name and, where tasks are looked for,
 * those that are called so; all texts only where none of these can be tasks.
 *
 * @throws As {@linkcode collected}.
 */
export function comparedSamples(samples: Samples, options: CompareOptions): pl.DataFrame {
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
