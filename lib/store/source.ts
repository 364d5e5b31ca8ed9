import { hash } from "node:crypto";
import { join, relative } from "node:path";
import { refuseOther } from "../core/kinds.ts";
import { refuseUnknown, refuseUnknownOptions, unknownName } from "../core/nearest.ts";
import type { Completion, DatasetLayout, Settings, Task, Timing } from "../core/types.ts";
import { hasRepository, locateRepository, namedArtifacts } from "./artifacts.ts";
import { exists, fileError, fileStamps } from "./files/files.ts";
import { type JsonRecord, readJsonRecords } from "./files/json_lines.ts";
import { parsedRows } from "./files/parsed.ts";
import { paths, shortPath } from "./paths.ts";
import { readPickledList } from "./files/pickle.ts";
import { completionsIn, missingRecordings, modelFiles, timingsIn } from "./recordings.ts";
import { type Selection, type SourceOptions, withoutSettings } from "./source_options.ts";
import { isMade, readMethods, readSuite, readTasks, taskPaths } from "./tasks.ts";

/** The part of a study that describes the layout of its data. */
export interface Sourced<T extends Task, S extends Settings> {
  readonly name: string;
  readonly layout: DatasetLayout<T, S>;
}

/**
 * Opens a study's data: the authors' artifact, the demonstration that comes with the project, or, for a model to be
 * asked, the project's own suite of tasks, which has no completions.
 *
 * @throws {RangeError} If the study has no suite of its own, or no demonstration.
 * @throws {DataError} If the artifact is asked for, or its folder is named, and it is missing; the message says what to do.
 */
export async function openSource<T extends Task, S extends Settings>(
  study: Sourced<T, S>,
  options: SourceOptions = {},
): Promise<Source<T, S>> {
  refuseOther("open the data of", study, "an object", ["name", "layout"]);
  const known = ["source", "suite", "artifacts"] as const;
  refuseUnknownOptions(withoutSettings(options, known), known);
  refuseUnknown("source", options.source, ["demo", "artifact", "model"]);
  refuseUnknown("suite", options.suite, ["own", "published"]);
  const { repository, tasks, suite, recordings, files = [], demonstration = true } = study.layout;
  const bare = recordings.length === 0 || !demonstration;
  if (bare && options.source === "demo") {
    throw new RangeError(`Cannot open the demonstration of ${study.name}: it has none; use source "model"`);
  }
  // A named folder must be used: that another source was used in its place would pass unnoticed.
  const named = namedArtifacts(options.artifacts) !== undefined;
  const isThere = files.length > 0 && (named || await hasRepository(repository));
  const model = options.source === "model" || (bare && options.source === undefined && !isThere);
  if (model && options.suite === "published" && isMade(tasks)) {
    throw new RangeError(
      `Cannot open the published suite of ${study.name}: its prompts are not available; use the project's own`,
    );
  }
  if (model && options.suite !== "published") {
    if (!suite && !isMade(tasks)) {
      throw new RangeError(`Cannot open the suite of ${study.name}: the study has none of its own`);
    }
    return new Source(study, "suite", join(paths.data, study.name));
  }
  const kind = bare
    ? "artifact"
    : options.source ?? (named || await hasRepository(repository) ? "artifact" : "demo");
  if (kind === "demo") return new Source(study, kind, join(paths.data, study.name, "demonstration"));
  return new Source(study, "artifact", await locateRepository(repository, options));
}

/** The kind of a source: handwritten completions (demo), recorded completions of models (artifact), or tasks alone (suite). */
export type SourceKind = "demo" | "artifact" | "suite";

const LABELS: Readonly<Record<Exclude<SourceKind, "artifact">, string>> = {
  demo: "demonstration data, written by hand: no model produced it",
  suite: "tasks of the project's own suite",
};

/** The data of a study on disk. Keeps the hashes of the files that were read, for the manifest. */
export class Source<T extends Task = Task, S extends Settings = Settings> {
  readonly kind: SourceKind;
  readonly root: string;
  /** SHA-256 of every file read so far, by its path in the source. */
  readonly files: Map<string, string> = new Map<string, string>();
  /** Sentences about the data for the reader of the results, e.g. about tasks without samples. */
  readonly notices: string[] = [];
  readonly #study: Sourced<T, S>;
  #tasks?: Promise<readonly T[]>;

  constructor(study: Sourced<T, S>, kind: SourceKind, root: string) {
    this.#study = study;
    this.kind = kind;
    this.root = root;
  }

  /** The name of the source in a title or a caption. */
  get label(): string {
    return this.kind === "artifact" ? `artifact ${this.#study.layout.repository.name}` : LABELS[this.kind];
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
   * The prompting methods by name: templates with `{prompt}` in place of the task. The project's own if the artifact has none.
   *
   * @throws {DataError} If the file is missing or damaged.
   * @throws {RangeError} If the study has none.
   */
  async methods(): Promise<Record<string, string>> {
    const { methods, suite } = this.#study.layout;
    const own = this.kind === "suite" || methods === undefined;
    const path = own ? suite?.methods : methods;
    if (path === undefined) throw new RangeError(`The study ${this.#study.name} has no prompting methods`);
    const root = own ? join(paths.data, this.#study.name) : this.root;
    return await readMethods(root, path, this.#remember);
  }

  /**
   * The models with recorded completions, in alphabetical order.
   *
   * @throws {DataError} If there are none, although the study's layout has recordings.
   */
  async models(): Promise<string[]> {
    return [...(await this.#recordings()).keys()];
  }

  /**
   * The recorded completions, ordered by model, file name and line.
   *
   * @throws {DataError} If a file is damaged, or names an unknown task, or a completion occurs twice.
   * @throws {RangeError} If there is no such model; the message lists the nearest names.
   */
  async completions(selection: Selection<S> = {}): Promise<Completion<S>[]> {
    refuseUnknownOptions(selection, ["models", "where"]);
    const tasks = await this.tasks();
    const recordings = await this.#recordings();
    const { models = recordings.keys(), where = () => true } = selection;
    const completions: Completion<S>[] = [];
    for (const model of models) {
      const files = recordings.get(model);
      if (!files) throw unknownName("model", model, [...recordings.keys()]);
      this.#notice(missingRecordings(recordings, model, where));
      for (const file of files) {
        if (!where(file.settings)) continue;
        const found = completionsIn(await this.#records(file.path), tasks, file);
        this.#notice(found.notice && `${file.path} ${found.notice}`);
        completions.push(...found.completions);
      }
    }
    return completions;
  }

  /**
   * The recorded costs of programs, ordered by model, file name and item; empty if the dataset has none for a model.
   *
   * @throws {DataError} If a file is damaged, or names an unknown task, or a completion occurs twice.
   */
  async timings(selection: Selection<S> = {}): Promise<Timing<S>[]> {
    refuseUnknownOptions(selection, ["models", "where"]);
    const files = await this.#timings();
    const { models = files.keys(), where = () => true } = selection;
    const tasks = await this.tasks();
    const timings: Timing<S>[] = [];
    for (const model of models) {
      for (const file of files.get(model) ?? []) {
        if (where(file.settings)) timings.push(...timingsIn(await this.#pickled(file.path), tasks, file));
      }
    }
    return timings;
  }

  /**
   * The parsed content of one of the study's further files.
   *
   * @param path The path as in the study's layout.
   * @param parse The study's parser of the records of this file.
   * @throws {RangeError} If the source is not the artifact, or the study has no such file; the message lists the nearest.
   * @throws {DataError} If the file is missing, damaged, or `parse` refuses it.
   */
  async records<R>(
    path: string,
    parse: (records: readonly unknown[], options: { readonly file: string }) => R,
  ): Promise<R> {
    const { files = [], optionalFiles = [] } = this.#study.layout;
    if (this.kind !== "artifact") {
      throw new RangeError(
        `Cannot read ${path}: the source has ${this.label}; open it with source "artifact"`,
      );
    }
    const known = [...files, ...optionalFiles];
    if (!known.includes(path)) throw unknownName("file", path, known);
    const values = (await this.#records(path)).map(({ value }) => value);
    return parsedRows(() => parse(values, { file: path }), { file: shortPath(join(this.root, path)) });
  }

  /**
   * Those of the given files that are present, each with its rows; none if the source is not the artifact.
   *
   * @param files Some of the study's further files, as the study lists them.
   * @param parse The study's parser of the records of such a file.
   * @throws {DataError} As {@linkcode records}.
   */
  async rowsOf<F extends { readonly path: string }, R>(
    files: readonly F[],
    parse: (records: readonly unknown[], options: F & { readonly file: string }) => readonly R[],
  ): Promise<(F & { readonly rows: readonly R[] })[]> {
    const present = this.#present();
    return await Promise.all(
      files.filter(({ path }) => present.includes(path)).map(async (own) => {
        const rows = await this.records(own.path, (all, of) => parse(all, { ...own, ...of }));
        return { ...own, rows };
      }),
    );
  }

  /** The path, size and modification time of each file of the artifact or demonstration that may be read; see `fileStamps`. */
  async fileList(): Promise<string[]> {
    if (this.kind === "suite") return [];
    const ofModels = [await this.#recordings(), await this.#timings()].flatMap((files) =>
      [...files.values()].flat().map(({ path }) => path)
    );
    const files = [
      ...this.#study.layout.files ?? [],
      ...this.#study.layout.optionalFiles?.filter((path) => exists(join(this.root, path))) ?? [],
      ...taskPaths(this.#study.layout.tasks),
      ...ofModels,
    ];
    return await fileStamps(files, this.root, this.#study.layout.repository);
  }

  /** Those of the study's further files that are present; a notice names the missing ones. None without the artifact. */
  #present(): string[] {
    if (this.kind !== "artifact") return [];
    const { files = [], optionalFiles = [], repository } = this.#study.layout;
    const missing = optionalFiles.filter((path) => !exists(join(this.root, path)));
    if (missing.length > 0) {
      this.#notice(`${repository.name} is incomplete here: there is no ${missing.join(", no ")}`);
    }
    return [...files, ...optionalFiles.filter((path) => !missing.includes(path))];
  }

  async #readTasks(): Promise<readonly T[]> {
    const { suite, tasks: own } = this.#study.layout;
    if (isMade(own)) return typeof own === "function" ? own() : own;
    if (this.kind === "suite") return await readSuite(this.root, suite!, this.#remember);
    const { tasks, notices } = await readTasks(this.root, own, this.#remember);
    notices.forEach((notice) => this.#notice(notice));
    return tasks;
  }

  async #recordings() {
    const recordings = this.kind === "suite" ? [] : this.#study.layout.recordings;
    const found = await modelFiles(this.root, recordings);
    if (found.size > 0 || recordings.length === 0) return found;
    const looked = recordings.map(({ folder }) => folder).join(" or ");
    throw fileError(this.root, `there are no recorded completions in ${looked}`);
  }

  async #timings() {
    const { timings } = this.#study.layout;
    return await modelFiles(this.root, timings ? [timings] : []);
  }

  /** Adds a notice for the reader, unless it is there already. */
  #notice(text: string | undefined): void {
    if (text !== undefined && !this.notices.includes(text)) this.notices.push(text);
  }

  async #records(path: string): Promise<JsonRecord[]> {
    const { records, bytes } = await readJsonRecords(join(this.root, path));
    this.#remember(path, bytes);
    return records;
  }

  async #pickled(path: string): Promise<JsonRecord[]> {
    const full = join(this.root, path);
    const { items, bytes } = await readPickledList(full);
    this.#remember(path, bytes);
    return items.map((value, at) => ({ place: { file: shortPath(full), item: at + 1 }, value }));
  }

  readonly #remember = (path: string, bytes: Uint8Array): void => {
    this.files.set(relative(this.root, join(this.root, path)), hash("sha256", bytes));
  };
}
