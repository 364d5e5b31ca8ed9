import { basename, dirname, join } from "node:path";
import { DataError, type Place } from "../core/errors.ts";
import type { Completion, DatasetLayout, Settings, Task, Timing } from "../core/types.ts";
import { ifThere } from "./files/files.ts";
import { type JsonRecord, readable } from "./files/json_lines.ts";
import { unknownName } from "../core/nearest.ts";
import { OTHER_DATASET, parsed } from "./files/parsed.ts";

/** A file with the records of one model at one setting, and the function that parses them. */
export interface ModelFile<S extends Settings, P> {
  readonly model: string;
  /** Relative to the source. */
  readonly path: string;
  readonly settings: S;
  readonly parse: P;
}

/** A folder with the files of models: with a subfolder for each model, or with file names that name the model. */
type ModelFolder<S extends Settings, P> =
  & Pick<DatasetLayout<Task, S>["recordings"][number], "folder" | "model" | "settings">
  & Pick<ModelFile<S, P>, "parse">;

/**
 * The files of each model, in alphabetical order of the models. A model's files are those of the first folder that has any
 * for that model, so that a folder with files for some models does not hide the other models.
 *
 * @param root The folder of the source.
 * @throws {DataError} If a folder cannot be read.
 */
export async function modelFiles<S extends Settings, P>(
  root: string,
  folders: readonly ModelFolder<S, P>[],
): Promise<Map<string, ModelFile<S, P>[]>> {
  const models = new Map<string, ModelFile<S, P>[]>();
  for (const { folder, model: modelOf, settings: settingsOf, parse } of folders) {
    for (const name of await namesIn(join(root, folder), modelOf ? "isFile" : "isDirectory")) {
      const model = modelOf ? modelOf(name) : name;
      if (model === undefined || models.has(model)) continue;
      const paths = modelOf
        ? [join(folder, name)]
        : (await namesIn(join(root, folder, name), "isFile")).map((file) => join(folder, name, file));
      const files = paths.flatMap((path) => {
        const settings = settingsOf(basename(path));
        return settings ? [{ model, path, settings, parse }] : [];
      });
      if (files.length > 0) models.set(model, files);
    }
  }
  return new Map([...models].sort(([a], [b]) => a < b ? -1 : 1));
}

/** The names of the files or the folders in a folder, links followed, in order of name; none if there is no such folder. */
async function namesIn(path: string, kind: "isFile" | "isDirectory"): Promise<string[]> {
  const found = await readable(path, ifThere(Array.fromAsync(Deno.readDir(path), ({ name }) => name)));
  const entries = await Promise.all(
    (found ?? []).sort().map(async (name) => {
      const full = join(path, name);
      return { name, info: await readable(full, Deno.stat(full)) };
    }),
  );
  return entries.filter(({ info }) => info[kind]).map(({ name }) => name);
}

/**
 * A sentence about the recordings that a model lacks although other models have them; undefined if it lacks none.
 *
 * @param models The recordings of all models.
 * @param where Whether a setting is of interest.
 */
export function missingRecordings<S extends Settings>(
  models: ReadonlyMap<string, readonly ModelFile<S, unknown>[]>,
  model: string,
  where: (settings: S) => boolean,
): string | undefined {
  const own = models.get(model) ?? [];
  const has = new Set(own.map(({ settings }) => key(settings)));
  const folder = dirname(own[0].path);
  const missing = new Map<string, string>();
  for (const { path, settings } of [...models.values()].flat()) {
    if (has.has(key(settings)) || !where(settings)) continue;
    // The folders of models side by side have files of equal names; in another folder, only a path can show the setting.
    const sibling = dirname(dirname(path)) === dirname(folder);
    if (sibling || !missing.has(key(settings))) missing.set(key(settings), sibling ? basename(path) : path);
  }
  if (missing.size === 0) return undefined;
  return `${folder} lacks recordings that other models have: ${[...missing.values()].sort().join(", ")}`;
}

function key(settings: Settings): string {
  return JSON.stringify(Object.entries(settings).sort());
}

/**
 * The completions in the records of a file, with epochs that are counted per task.
 *
 * @returns The completions and, if tasks have no samples, a notice for the reader that names these tasks.
 * @throws {DataError} If a record is damaged or names an unknown task, or a completion occurs twice.
 */
export function completionsIn<T extends Task, S extends Settings>(
  records: readonly JsonRecord[],
  tasks: readonly T[],
  { model, settings, parse }: ModelFile<S, DatasetLayout<T, S>["recordings"][number]["parse"]>,
) {
  const epochs = new Map(tasks.map((task) => [task.id, 0]));
  const seen = new Map<string, Place>();
  const completions = records.map(({ place, value }): Completion<S> => {
    const { taskId, text, recorded, number } = parsed(() => parse(value, tasks), place, OTHER_DATASET);
    const before = epochs.get(taskId);
    if (before === undefined) {
      const unknown = unknownName("task", taskId, [...epochs.keys()]).message.split("? Known")[0];
      throw new DataError(
        `${unknown}; tasks and completions must come from the same copy of the dataset`,
        { place },
      );
    }
    if (number !== undefined) checkOnce(seen, `completion ${number} of task ${taskId}`, place);
    epochs.set(taskId, before + 1);
    return { taskId, model, settings, epoch: before + 1, text, ...(recorded && { recorded }) };
  });
  const without = [...epochs].filter(([, count]) => count === 0).map(([id]) => id);
  return {
    completions,
    ...(without.length > 0 &&
      { notice: `has no samples for ${without.length} tasks: ${without.join(", ")}` }),
  };
}

/** Refuses a name that was seen before. */
function checkOnce(seen: Map<string, Place>, name: string, place: Place): void {
  const first = seen.get(name);
  if (first) {
    const where = first.line === undefined ? `item ${first.item}` : `line ${first.line}`;
    throw new DataError(`${name} appears twice, first in ${where}; fetch the file again`, { place });
  }
  seen.set(name, place);
}

/**
 * The costs of programs in the records of a file.
 *
 * @throws {DataError} If a record is damaged or names an unknown task, or a completion occurs twice.
 */
export function timingsIn<S extends Settings>(
  records: readonly JsonRecord[],
  tasks: readonly Task[],
  { model, settings, parse }: ModelFile<S, NonNullable<DatasetLayout<Task, S>["timings"]>["parse"]>,
): Timing<S>[] {
  const known = new Set(tasks.map(({ id }) => id));
  const seen = new Map<string, Place>();
  const read = records.map(({ place, value }) => ({
    place,
    timing: parsed(() => parse(value), place, OTHER_DATASET),
  }));
  return read.map(({ place, timing }) => {
    const { taskId, epoch } = timing;
    if (!known.has(taskId)) {
      throw new DataError(
        `unknown task "${taskId}"; tasks and timings must come from the same copy of the dataset`,
        { place },
      );
    }
    checkOnce(seen, `completion ${epoch - 1} of task ${taskId}`, place);
    return { model, settings, ...timing };
  });
}
