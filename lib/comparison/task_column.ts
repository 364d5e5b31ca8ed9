import type pl from "nodejs-polars";
import { tally } from "../statistics/descriptive.ts";
import { orNull } from "../statistics/intervals/task_estimates.ts";
import { columnOf, isText, type Key, type Value } from "./columns.ts";

/** Names of columns with tasks, the surest first; letter case and separators between words are ignored. */
const NAMES: readonly string[] = ["taskid", "task", "questionid", "question", "promptid", "prompt"];

/** A text with fewer values is a category, such as a language, rather than a task. */
const FEWEST_TEXTS = 5;

/** Where to look for tasks: columns with another use are none. */
export interface TaskSearch {
  /** Names of columns that have another use. */
  readonly used: readonly string[];
  /** The group and level of a row as one text. */
  readonly cellOf: (row: number) => string;
}

/**
 * The column that looks like tasks with several rows each, which are then not independent: one with the name of
 * tasks (taskId, task_id, task, question, prompt) and a value in more than one row, or else the
 * column of texts with the most values, at least five, where at least half of the rows share their value with
 * another row of the same level.
 *
 * A row without a task is a task of its own. A column with the same task in all rows says nothing about how tasks vary, and is not used.
 *
 * @returns Undefined if there is none.
 */
export function taskColumn(samples: pl.DataFrame, { used, cellOf }: TaskSearch): Key | undefined {
  const named = namedTask(samples, used);
  if (named) return named;
  const free = samples.columns.filter((name) => !used.includes(name));
  const texts = free.filter((name) => isText(samples, name)).flatMap((name) => keyIn(samples, name) ?? []);
  return texts.filter(({ distinct }) => distinct >= FEWEST_TEXTS)
    .toSorted((a, b) => b.distinct - a.distinct)
    .find(({ values }) => repeats(values, cellOf));
}

/** The column with the name of tasks and a value in more than one row; undefined if there is none. */
export function namedTask(samples: pl.DataFrame, used: readonly string[]): Key | undefined {
  const keys = namedAsTasks(samples.columns, used).flatMap((name) => keyIn(samples, name) ?? []);
  return keys.find(({ distinct }) => distinct > 1 && distinct < samples.height);
}

/** The columns with names of tasks, the surest first. */
export function namedAsTasks(columns: readonly string[], used: readonly string[]): string[] {
  const free = columns.filter((name) => !used.includes(name));
  return NAMES.flatMap((known) => free.filter((one) => plainName(one) === known));
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** The values of a column, where each empty cell is a value of its own; undefined if its cells are lists or the like. */
function keyIn(samples: pl.DataFrame, name: string): Key & { readonly distinct: number } | undefined {
  const cells = orNull(() => columnOf(samples, name));
  if (!cells) return undefined;
  const values = cells.map((value, row) => value ?? `\0${row}`);
  return { name, values, distinct: new Set(values).size };
}

function repeats(values: readonly Value[], cellOf: (row: number) => string): boolean {
  const cells = values.map((value, row) => JSON.stringify([cellOf(row), value]));
  const counts = tally(cells);
  return 2 * cells.filter((cell) => counts.get(cell)! > 1).length >= cells.length;
}
