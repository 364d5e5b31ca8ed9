import { join } from "node:path";
import { DataError } from "../core/errors.ts";
import type { DatasetLayout, Settings, Task, TaskFiles, TaskLines } from "../core/types.ts";
import { readJsonLines, readText } from "./files/json_lines.ts";
import { OTHER_DATASET, parsed, parsedJson } from "./files/parsed.ts";
import { shortPath } from "./paths.ts";

/** Called with every file that was read. */
type Remember = (path: string, bytes: Uint8Array) => void;

/** Tasks in the dataset's order, and what a reader should know about them. */
interface ReadTasks<T extends Task> {
  readonly tasks: readonly T[];
  readonly notices: readonly string[];
}

/**
 * Reads the tasks of an artifact.
 *
 * @param root The artifact's folder.
 * @throws {DataError} If a file is missing or damaged, a field is wrong, or two tasks have the same id.
 */
export async function readTasks<T extends Task>(
  root: string,
  layout: TaskLines<T> | TaskFiles<T>,
  remember: Remember,
): Promise<ReadTasks<T>> {
  return "paths" in layout
    ? await together(root, layout, remember)
    : await lineByLine(root, layout, remember);
}

/** The files that tasks are read from. */
export function taskPaths(layout: DatasetLayout<Task, Settings>["tasks"]): readonly string[] {
  if (isMade(layout)) return [];
  return "paths" in layout ? layout.paths : [layout.path];
}

/** Whether a layout has the tasks themselves. */
export function isMade<T extends Task>(layout: DatasetLayout<T, Settings>["tasks"]): layout is readonly T[] {
  return Array.isArray(layout);
}

async function lineByLine<T extends Task>(
  root: string,
  { path, parse }: TaskLines<T>,
  remember: Remember,
): Promise<ReadTasks<T>> {
  const { lines, bytes } = await readJsonLines(join(root, path));
  remember(path, bytes);
  const tasks = new Map<string, T>();
  for (const { line, value } of lines) {
    const place = { file: shortPath(join(root, path)), line };
    const task = parsed(() => parse(value), place, OTHER_DATASET);
    if (tasks.has(task.id)) {
      throw new DataError(`task ${task.id} appears twice; task ids must be unique`, { place });
    }
    tasks.set(task.id, task);
  }
  return { tasks: [...tasks.values()], notices: [] };
}

async function together<T extends Task>(
  root: string,
  { paths, parseAll }: TaskFiles<T>,
  remember: Remember,
): Promise<ReadTasks<T>> {
  const contents = await Promise.all(paths.map((path) => contentOf(root, path, remember)));
  const place = { file: paths.map((path) => shortPath(join(root, path))).join(" or ") };
  return parsed(() => parseAll(contents), place);
}

/** What a file of JSON or of JSON Lines holds. */
async function contentOf(root: string, path: string, remember: Remember): Promise<unknown> {
  if (path.endsWith(".jsonl")) {
    const { lines, bytes } = await readJsonLines(join(root, path));
    remember(path, bytes);
    return lines.map(({ value }) => value);
  }
  const { text, bytes } = await readText(join(root, path));
  remember(path, bytes);
  return parsedJson(text, { file: shortPath(join(root, path)) }, "fetch the file again");
}
