import { basename, dirname, join } from "node:path";
import { DataError, type Place } from "../core/errors.ts";
import type { Completion, DatasetLayout, Settings, Task, Timing } from "../core/types.ts";
import { fileError, ifThere } from "./files/files.ts";
import { unreadable } from "./files/json_lines.ts";
import { unknownName } from "../core/nearest.ts";
import type { JsonRecord } from "./files/json_lines.ts";
import { OTHER_DATASET, parsed } from "./files/parsed.ts";

type Folders<T extends Task, S extends Settings> = DatasetLayout<T, S>["recordings"];

/** A file with recorded completions of one model at one setting. */
export interface Recording<T extends Task, S extends Settings> {
  /** Relative to the source. */
  readonly path: string;
  readonly settings: S;
  readonly parse: Folders<T, S>[number]["parse"];
}

/**
 * The recording files of each model, in alphabetical order of the models. A model's files are those of the
 * first folder that has any of that model: one model's verdicts do not hide a model without.
 *
 * @param root Where the source lies.
 * @throws {DataError} If there are none.
 */
export async function findRecordings<T extends Task, S extends Settings>(
  root: string,
  folders: Folders<T, S>,
): Promise<Map<string, Recording<T, S>[]>> {
  const models = new Map<string, Recording<T, S>[]>();
  for (const { folder, model: modelOf, settings, parse } of folders) {
    for (const name of modelOf ? await fileNames(join(root, folder)) : []) {
      const [model, known] = [modelOf!(name), settings(name)];
      if (model === undefined || !known || models.has(model)) continue;
      models.set(model, [{ path: join(folder, name), settings: known, parse }]);
    }
    for (const model of modelOf ? [] : await folderNames(join(root, folder))) {
      if (models.has(model)) continue;
      const files = await settledFiles(root, join(folder, model), settings);
      if (files.length > 0) models.set(model, files.map((file) => ({ ...file, parse })));
    }
  }
  if (models.size > 0) return new Map([...models].sort(([a], [b]) => a < b ? -1 : 1));
  const looked = folders.map(({ folder }) => folder).join(" or ");
  throw fileError(root, `there are no recorded completions in ${looked}`);
}

/** A file with recorded costs of one model's programs at one setting. */
export type TimingFile<S extends Settings> = Omit<Recording<Task, S>, "parse">;

/**
 * The files with recorded costs of each model, in alphabetical order of the models; none if the dataset has none.
 *
 * @param root Where the source lies.
 */
export async function findTimings<S extends Settings>(
  root: string,
  timings: DatasetLayout<Task, S>["timings"],
): Promise<Map<string, TimingFile<S>[]>> {
  const models = new Map<string, TimingFile<S>[]>();
  if (!timings) return models;
  for (const model of await folderNames(join(root, timings.folder))) {
    const files = await settledFiles(root, join(timings.folder, model), timings.settings);
    if (files.length > 0) models.set(model, files);
  }
  return models;
}

/** The files of a folder whose names tell settings. */
async function settledFiles<S extends Settings>(
  root: string,
  folder: string,
  settingsOf: (name: string) => S | undefined,
): Promise<TimingFile<S>[]> {
  return (await fileNames(join(root, folder))).flatMap((name) => {
    const settings = settingsOf(name);
    return settings ? [{ path: join(folder, name), settings }] : [];
  });
}

/**
 * What a model lacks although others have it: a sentence, or undefined if it lacks nothing.
 *
 * @param models The recordings of all models.
 * @param where The settings that matter.
 */
export function missingRecordings<S extends Settings>(
  models: ReadonlyMap<string, readonly Omit<Recording<Task, S>, "parse">[]>,
  model: string,
  where: (settings: S) => boolean,
): string | undefined {
  const own = models.get(model) ?? [];
  const has = new Set(own.map(({ settings }) => key(settings)));
  const folder = dirname(own[0].path);
  const missing = new Map<string, string>();
  for (const { path, settings } of [...models.values()].flat()) {
    if (has.has(key(settings)) || !where(settings)) continue;
    // Files of one folder have the same names; in another folder, only their setting can be pointed out.
    const sibling = dirname(dirname(path)) === dirname(folder);
    if (sibling || !missing.has(key(settings))) missing.set(key(settings), sibling ? basename(path) : path);
  }
  if (missing.size === 0) return undefined;
  return `${folder} lacks recordings that other models have: ${[...missing.values()].sort().join(", ")}`;
}

/** Refuses tasks that are not in the dataset, and costs of the same completion that are there twice. @throws {DataError} Then. */
export function checkTimings(
  timings: readonly Pick<Timing, "taskId" | "epoch">[],
  known: ReadonlySet<string>,
  file: string,
): void {
  const seen = new Set<string>();
  for (const [at, { taskId, epoch }] of timings.entries()) {
    const place = { file, item: at + 1 };
    if (!known.has(taskId)) {
      throw new DataError(
        `unknown task "${taskId}"; tasks and timings must come from the same copy of the dataset`,
        { place },
      );
    }
    const name = `completion ${epoch - 1} of task ${taskId}`;
    if (seen.has(name)) throw new DataError(`${name} appears twice; fetch the file again`, { place });
    seen.add(name);
  }
}

function key(settings: Settings): string {
  return JSON.stringify(Object.entries(settings).sort());
}

async function folderNames(path: string): Promise<string[]> {
  return (await entries(path)).filter(({ info }) => info.isDirectory).map(({ name }) => name);
}

async function fileNames(path: string): Promise<string[]> {
  return (await entries(path)).filter(({ info }) => info.isFile).map(({ name }) => name);
}

/** What a folder holds, links followed, in order of name; nothing if it is not there. */
async function entries(path: string): Promise<{ name: string; info: Deno.FileInfo }[]> {
  const found = await ifThere(Array.fromAsync(Deno.readDir(path), ({ name }) => name)).catch((cause) =>
    Promise.reject(unreadable(path, cause))
  );
  const names = (found ?? []).sort();
  return await Promise.all(names.map(async (name) => {
    const full = join(path, name);
    return { name, info: await Deno.stat(full).catch((cause) => Promise.reject(unreadable(full, cause))) };
  }));
}

/** Whose completions a file has and how to read them. */
export type RecordedFile<T extends Task, S extends Settings> =
  & Pick<Recording<T, S>, "settings" | "parse">
  & {
    readonly model: string;
  };

/** What a file holds. */
export interface RecordedCompletions<S extends Settings> {
  readonly completions: readonly Completion<S>[];
  /** What a reader should know of the file, e.g. tasks without samples. */
  readonly notice?: string;
}

/**
 * The completions in the records of a file, numbered by task.
 *
 * @throws {DataError} If a record is damaged, names a task that is not there or a completion twice.
 */
export function completionsIn<T extends Task, S extends Settings>(
  records: readonly JsonRecord[],
  tasks: readonly T[],
  { model, settings, parse }: RecordedFile<T, S>,
): RecordedCompletions<S> {
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

/** Refuses duplicates. */
function checkOnce(seen: Map<string, Place>, name: string, place: Place): void {
  const first = seen.get(name);
  if (first) {
    const where = first.line === undefined ? `item ${first.item}` : `line ${first.line}`;
    throw new DataError(`${name} appears twice, first in ${where}; fetch the file again`, { place });
  }
  seen.set(name, place);
}
