import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import { DataError, type Place } from "../errors.ts";
import type { Completion, DatasetLayout, Settings, Task, Timing } from "../types.ts";
import { hasRepository, locateRepository, namedArtifacts } from "./artifacts.ts";
import { type JsonLine, readJsonLines } from "./json_lines.ts";
import { unknownName } from "../nearest.ts";
import { paths, shortPath } from "./paths.ts";
import { readPickledList } from "./pickle.ts";
import { findRecordings, findTimings, missingRecordings, type Recording } from "./recordings.ts";

/** The part of a study that says where its data lie. */
export interface Sourced<T extends Task, S extends Settings> {
  readonly name: string;
  readonly layout: DatasetLayout<T, S>;
}

/** How to choose a source. */
export interface SourceOptions {
  /** @default the artifact when its folder is named or it is in data/artifacts, else the demonstration */
  readonly source?: "demo" | "artifact";
  /** Folder with one folder per repository. @default CODEBIAS_ARTIFACTS, else data/artifacts */
  readonly artifacts?: string;
}

/** Which completions to load. */
export interface Selection<S extends Settings> {
  /** Folder names of the models. @default all */
  readonly models?: readonly string[];
  /** @default all */
  readonly where?: (settings: S) => boolean;
}

/**
 * Opens a study's recorded data: the authors' artifact, or the demonstration that comes with the project.
 *
 * @throws {DataError} If the artifact is asked for, or its folder is named, and it is not there; with what to do.
 */
export async function openSource<T extends Task, S extends Settings>(
  study: Sourced<T, S>,
  options: SourceOptions = {},
): Promise<Source<T, S>> {
  const { repository } = study.layout;
  // Whoever names a folder means it: the demonstration in its place would pass unnoticed.
  const named = namedArtifacts(options.artifacts) !== undefined;
  const kind = options.source ?? (named || await hasRepository(repository) ? "artifact" : "demo");
  if (kind === "demo") return new Source(study, kind, join(paths.data, study.name, "demonstration"));
  return new Source(study, kind, await locateRepository(repository, options));
}

/** Recorded data of a study on disk. Remembers what was read, for the manifest. */
export class Source<T extends Task = Task, S extends Settings = Settings> {
  readonly kind: "demo" | "artifact";
  readonly root: string;
  /** SHA-256 of every file read so far, by its path in the source. */
  readonly files: Map<string, string> = new Map<string, string>();
  /** What a reader of the results should know about the data, e.g. tasks without samples. */
  readonly notices: string[] = [];
  readonly #study: Sourced<T, S>;
  #tasks?: Promise<readonly T[]>;

  constructor(study: Sourced<T, S>, kind: "demo" | "artifact", root: string) {
    this.#study = study;
    this.kind = kind;
    this.root = root;
  }

  /** How to call the source in a title or a caption. */
  get label(): string {
    return this.kind === "demo"
      ? "demonstration data, written by hand: no model produced it"
      : `artifact ${this.#study.layout.repository.name}`;
  }

  /**
   * The tasks, in the dataset's order.
   *
   * @throws {DataError} If the file is missing or damaged, a field is wrong, or two tasks have the same id.
   */
  tasks(): Promise<readonly T[]> {
    return this.#tasks ??= this.#readTasks();
  }

  /**
   * The models with recorded completions, in alphabetical order.
   *
   * @throws {DataError} If there are none.
   */
  async models(): Promise<string[]> {
    return [...(await this.#recordings()).keys()];
  }

  /**
   * The recorded completions, by model, file name and line.
   *
   * @throws {DataError} If a file is damaged, names a task that is not in the dataset or a completion twice.
   * @throws {RangeError} If a model is not there, with the nearest names.
   */
  async completions(selection: Selection<S> = {}): Promise<Completion<S>[]> {
    const tasks = await this.tasks();
    const recordings = await this.#recordings();
    const { models = recordings.keys(), where = () => true } = selection;
    const completions: Completion<S>[] = [];
    for (const model of models) {
      const files = recordings.get(model);
      if (!files) throw unknownName("model", model, [...recordings.keys()]);
      this.#notice(missingRecordings(recordings, model, where));
      for (const { path, settings, parse } of files) {
        if (!where(settings)) continue;
        completions.push(...await this.#readCompletions(path, tasks, { model, settings, parse }));
      }
    }
    return completions;
  }

  /**
   * The recorded costs of programs, by model, file name and place; none if the dataset has none of a model.
   *
   * @throws {DataError} If a file is damaged, names a task that is not in the dataset or a completion twice.
   */
  async timings(selection: Selection<S> = {}): Promise<Timing<S>[]> {
    const layout = this.#study.layout.timings;
    const files = await findTimings(this.root, layout);
    const { models = files.keys(), where = () => true } = selection;
    const known = new Set((await this.tasks()).map(({ id }) => id));
    const timings: Timing<S>[] = [];
    for (const model of models) {
      for (const { path, settings } of files.get(model) ?? []) {
        if (!where(settings)) continue;
        const read = (await this.#pickled(path)).map((record, at) =>
          parsed(layout!.parse, record, { file: shortPath(join(this.root, path)), item: at + 1 })
        );
        checkTimings(read, known, shortPath(join(this.root, path)));
        timings.push(...read.map((timing) => ({ model, settings, ...timing })));
      }
    }
    return timings;
  }

  /** Path, size and time of change of every file that may be read: changes when the data do. */
  async fileList(): Promise<string[]> {
    const recordings = [...(await this.#recordings()).values()].flat().map(({ path }) => path);
    const timings = [...(await findTimings(this.root, this.#study.layout.timings)).values()].flat();
    const files = [this.#study.layout.tasks.path, ...recordings, ...timings.map(({ path }) => path)];
    return await Promise.all(files.map(async (path) => {
      const { size, mtime } = await Deno.stat(join(this.root, path));
      return `${path} ${size} ${mtime?.getTime()}`;
    }));
  }

  async #readTasks(): Promise<readonly T[]> {
    const { path, parse } = this.#study.layout.tasks;
    const tasks = new Map<string, T>();
    for (const { line, value } of await this.#lines(path)) {
      const place = { file: shortPath(join(this.root, path)), line };
      const task = parsed(parse, value, place);
      if (tasks.has(task.id)) {
        throw new DataError(`task ${task.id} is there twice; task ids must be unique`, { place });
      }
      tasks.set(task.id, task);
    }
    return [...tasks.values()];
  }

  async #readCompletions(
    path: string,
    tasks: readonly T[],
    file: { model: string; settings: S; parse: Recording<S>["parse"] },
  ): Promise<Completion<S>[]> {
    const epochs = new Map(tasks.map((task) => [task.id, 0]));
    const seen = new Map<string, number>();
    const completions: Completion<S>[] = [];
    for (const { line, value } of await this.#lines(path)) {
      const place = { file: shortPath(join(this.root, path)), line };
      const { taskId, text, recorded, number } = parsed(file.parse, value, place);
      const before = epochs.get(taskId);
      if (before === undefined) {
        throw new DataError(
          `${
            unknownName("task", taskId, [...epochs.keys()]).message.split("? Known")[0]
          }; tasks and completions ` +
            `must come from the same copy of the dataset`,
          { place },
        );
      }
      if (number !== undefined) {
        const name = `completion ${number} of task ${taskId}`;
        const first = seen.get(name);
        if (first) {
          throw new DataError(`${name} is there twice, first in line ${first}; fetch the file again`, {
            place,
          });
        }
        seen.set(name, line);
      }
      epochs.set(taskId, before + 1);
      const { model, settings } = file;
      completions.push({ taskId, model, settings, epoch: before + 1, text, ...(recorded && { recorded }) });
    }
    const missing = [...epochs].filter(([, count]) => count === 0).map(([id]) => id);
    if (missing.length > 0) {
      this.#notice(`${path} has no samples for ${missing.length} tasks: ${missing.join(", ")}`);
    }
    return completions;
  }

  async #recordings(): Promise<Map<string, Recording<S>[]>> {
    return await findRecordings(this.root, this.#study.layout.recordings);
  }

  /** Notes what a reader should know, once. */
  #notice(text: string | undefined): void {
    if (text !== undefined && !this.notices.includes(text)) this.notices.push(text);
  }

  async #lines(path: string): Promise<JsonLine[]> {
    const { lines, bytes } = await readJsonLines(join(this.root, path));
    this.#remember(path, bytes);
    return lines;
  }

  async #pickled(path: string): Promise<Record<string, unknown>[]> {
    const { items, bytes } = await readPickledList(join(this.root, path));
    this.#remember(path, bytes);
    return items;
  }

  #remember(path: string, bytes: Uint8Array): void {
    this.files.set(
      relative(this.root, join(this.root, path)),
      createHash("sha256").update(bytes).digest("hex"),
    );
  }
}

/** Refuses tasks that are not in the dataset, and costs of the same completion that are there twice. */
function checkTimings(
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
    if (seen.has(name)) throw new DataError(`${name} is there twice; fetch the file again`, { place });
    seen.add(name);
  }
}

function parsed<R>(
  parse: (record: Readonly<Record<string, unknown>>) => R,
  value: Record<string, unknown>,
  place: Place,
): R {
  try {
    return parse(value);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new DataError(`${cause.message}; is this file from another dataset?`, { place, cause });
  }
}
