import { fileError } from "./files/files.ts";
import { join } from "node:path";
import { DataError } from "../core/errors.ts";
import type { DatasetLayout, MadeTasks, Settings, Task, TaskFiles, TaskLines } from "../core/types.ts";
import { readJsonLines, readText } from "./files/json_lines.ts";
import { isObject } from "../values/plain_json.ts";
import { OTHER_DATASET, parsed, parsedJson } from "./files/parsed.ts";
import { shortPath } from "./paths.ts";
import { readYamlFile, readYamlFiles } from "./own_data.ts";

/** A callback that is called with every file that was read. */
type Remember = (path: string, bytes: Uint8Array) => void;

/** The tasks in the dataset's order, and notices about them for the reader. */
type ReadTasks<T extends Task> = ReturnType<TaskFiles<T>["parseAll"]>;

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

/** The paths of the files from which tasks are read. */
export function taskPaths(layout: DatasetLayout<Task, Settings>["tasks"]): readonly string[] {
  if (isMade(layout)) return [];
  return "paths" in layout ? layout.paths : [layout.path];
}

/** Whether a layout holds the tasks themselves, or a function that makes them, instead of files. */
export function isMade<T extends Task>(layout: DatasetLayout<T, Settings>["tasks"]): layout is MadeTasks<T> {
  return Array.isArray(layout) || typeof layout === "function";
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

/** The content of a JSON or JSON Lines file. */
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

/**
 * Reads a suite of the project's own: YAML files with one or several tasks each.
 *
 * @param root The study's folder of data.
 * @throws {DataError} If a file cannot be read, a field is wrong, or two tasks have the same id.
 */
export async function readSuite<T extends Task>(
  root: string,
  { tasks: folder, shared, parse, check }: NonNullable<DatasetLayout<T, Settings>["suite"]>,
  remember: Remember,
): Promise<T[]> {
  const common = shared === undefined ? undefined : await readYamlFile(join(root, shared));
  if (common) remember(shared!, common.bytes);
  const seen = new Map<string, string>();
  const tasks = (await readYamlFiles(join(root, folder))).flatMap(({ name, file, value, bytes }) => {
    remember(join(folder, `${name}.yaml`), bytes);
    const own = parsed(() => [parse(value, common?.value)].flat() as T[], { file });
    for (const { id } of own) {
      const other = seen.get(id);
      if (other) {
        throw fileError(file, `task ${id} is also in ${other}; task ids must be unique`);
      }
      seen.set(id, file);
    }
    return own;
  });
  parsed(() => check?.(tasks), { file: shortPath(join(root, folder)) });
  return tasks;
}

/** The placeholder for the task in a prompting method. */
const PLACE = "{prompt}";

/**
 * Reads prompting methods: a JSON object that maps the name of each method to a text with `{prompt}` in place of the task.
 *
 * @throws {DataError} If the file cannot be read or has another form; names the method.
 */
export async function readMethods(
  root: string,
  path: string,
  remember: Remember,
): Promise<Record<string, string>> {
  const place = { file: shortPath(join(root, path)) };
  const { text, bytes } = await readText(join(root, path));
  remember(path, bytes);
  const value = parsedJson(text, place, "fetch the file again");
  if (!isObject(value)) throw new DataError("prompting methods must be a JSON object of texts", { place });
  return Object.fromEntries(
    Object.entries(value).map(([name, template]) => {
      if (typeof template === "string" && template.split(PLACE).length === 2) return [name, template];
      throw new DataError(`the prompting method ${name} must be a text with ${PLACE} in it, once`, { place });
    }),
  );
}
