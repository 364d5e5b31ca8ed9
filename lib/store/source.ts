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

/** The part of a study that says where its data lie. */
export interface Sourced<T extends Task, S extends Settings> {
  readonly name: string;
  readonly layout: DatasetLayout<T, S>;
}

/**
 * Opens a study's data: the authors' artifact, the demonstration that comes with the project, or, for a model to be
 * asked, the project's own suite of tasks, which has no completions.
 *
 * @throws {RangeError} If the study has no suite of its own, or no demonstration.
 * @throws {DataError} If the artifact is asked for, or its folder is named, and it is not there; with what to do.
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
  // A folder that was named is meant: something else in its place would pass unnoticed.
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

/** What a source holds: models' recorded completions, handwritten ones, or tasks alone. */
export type SourceKind = "demo" | "artifact" | "suite";

const LABELS: Readonly<Record<Exclude<SourceKind, "artifact">, string>> = {
  demo: "demonstration data, written by hand: no model produced it",
  suite: "tasks of the project's own suite",
};

/** Data of a study on disk. Remembers what was read, for the manifest. */
export class Source<T extends Task = Task, S extends Settings = Settings> {
  readonly kind: SourceKind;
  readonly root: string;
  /** SHA-256 of every file read so far, by its path in the source. */
  readonly files: Map<string, string> = new Map<string, string>();
  /** What a reader of the results should know about the data, e.g. tasks without samples. */
  readonly notices: string[] = [];
  readonly #study: Sourced<T, S>;
  #tasks?: Promise<readonly T[]>;

  constructor(study: Sourced<T, S>, kind: SourceKind, root: string) {
    this.#study = study;
    this.kind = kind;
    this.root = root;
  }

  /** How to call the source in a title or a caption. */
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
   * The prompting methods by name: texts with `{prompt}` in the task's place. The project's own if the artifact has none.
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
   * @throws {DataError} If there are none, though the source is for them.
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
   * The recorded costs of programs, by model, file name and place; none if the dataset has none of a model.
   *
   * @throws {DataError} If a file is damaged, names a task that is not in the dataset or a completion twice.
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
   * What one of the study's further files holds.
   *
   * @param path As the study's layout has it.
   * @param parse Reads its lines; as the study has it.
   * @throws {RangeError} If the source is not the artifact, or the study has no such file, with the nearest.
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
   * What those files hold that are there, each with its rows; none without the artifact.
   *
   * @param files Some of the study's further ones, as it lists them.
   * @param parse Reads the lines of one; as the study has it.
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

  /** Path, size and time of change of every file from elsewhere that may be read: changes when the data do. */
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

  /** Those of the study's further files that are there; a notice names the others. None without the artifact. */
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

  /** Notes what a reader should know, once. */
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
