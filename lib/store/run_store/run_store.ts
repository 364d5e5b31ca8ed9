import { join } from "node:path";
import type { ModelDescription, Reply } from "../../core/types.ts";
import { unknownName } from "../../core/nearest.ts";
import { paths } from "../paths.ts";
import { BegunRun } from "./begun_run.ts";
import { Completions } from "./completions.ts";
import { Database } from "../database/database.ts";
import { Run } from "./run.ts";
import { listRuns, type RunSummary } from "./run_list.ts";
import { planOf, type RunRequest } from "./run_plan.ts";
import { REMOVE_ORPHANS, removeRun } from "./remove_run.ts";
import { type ExportedRun, restoreRun } from "./restore_run.ts";
import { addModel, addPart, addRun, nameRun, readFrom } from "./run_rows.ts";
import { fromStored, type StoredText } from "./stored_text.ts";
import { RUN_STORE } from "./tables.ts";

/**
 * Opens the store of runs, creating it if need be. Several notebooks may have it open at once.
 *
 * @param path The file. @default outputs/runs.sqlite in this checkout
 * @throws {DataError} If it cannot be opened or written, or a newer version of codebias made it.
 *
 * @example
 * ```ts ignore
 * using store = openStore();
 * console.log(store.listRuns());
 * const samples = store.openRun("pilot").frame();
 * ```
 */
export function openStore(path: string = join(paths.outputs, "runs.sqlite")): RunStore {
  return new RunStore(new Database(path, RUN_STORE));
}

/**
 * Gives back the room of runs that were removed.
 *
 * @param path As for {@linkcode openStore}.
 * @throws {DataError} If somebody has the store open, or it cannot be written.
 */
export function compactRuns(path: string): void {
  Database.compact(path, RUN_STORE, REMOVE_ORPHANS.map((step) => [step]));
}

/**
 * Everything that models answered, by what determines it, and the runs that asked for it. An answer is on the disk as
 * soon as it is stored, and stays there when the process is killed.
 */
export class RunStore implements Disposable {
  readonly #database: Database;
  readonly #completions: Completions;

  constructor(database: Database) {
    this.#database = database;
    this.#completions = new Completions(database);
  }

  /**
   * Begins a run, or goes on with it if the store has one of the same samples.
   *
   * @param description What the model is now.
   * @throws {RangeError} If there are no samples, one is repeated, or they have different studies or seeds.
   */
  beginRun(request: RunRequest, description: ModelDescription): BegunRun {
    const database = this.#database;
    const plan = planOf(request);
    const { number, part, model, renamed } = database.write(() => {
      const model = addModel(database, description);
      const { number } = addRun(database, plan);
      const part = addPart(database, { run: number, model, identity: description.identity });
      readFrom(database, number, part);
      const renamed = request.name === undefined ? [] : nameRun(database, number, request.name);
      return { number, part, model, renamed };
    });
    const run = new Run(database, number, part);
    const location = { database, completions: this.#completions, part, model };
    return new BegunRun(
      run,
      location,
      renamed.map((id) =>
        `"${request.name}" now names run ${run.id}; run ${id}, which had this name, has other samples and keeps them`
      ),
    );
  }

  /**
   * A run of the store, to be read.
   *
   * @param name Its id or name, or the beginning of either.
   * @throws {RangeError} If there is none or more than one; lists the nearest.
   */
  openRun(name: string): Run {
    const runs = this.#database.all<NameRow>(NAMES).map((run) => ({
      ...run,
      name: run.name && this.#database.decoded(() => fromStored(run.name!)),
    }));
    const matches = [
      runs.filter((run) => run.id === name),
      runs.filter((run) => run.name === name),
      runs.filter((run) => name !== "" && (run.id.startsWith(name) || run.name?.startsWith(name))),
    ].find(({ length }) => length > 0);
    if (!matches) {
      throw unknownName("run", name, runs.flatMap((run) => run.name === null ? run.id : [run.name, run.id]));
    }
    if (matches.length === 1) return new Run(this.#database, matches[0].number);
    const which = matches.map(({ id, name, created }) =>
      `${id} (${name ?? "no name"}, begun ${created} UTC)`
    );
    throw new RangeError(`Cannot open the run "${name}": it may be ${which.join(" or ")}; give the whole id`);
  }

  /** All runs, the latest begun first; plain rows, as `table` shows them. */
  listRuns(): RunSummary[] {
    return listRuns(this.#database);
  }

  /** What is stored under a key, see `completionKey`; undefined if nothing is. */
  completion(key: string): Reply | undefined {
    return this.#completions.find(key)?.reply;
  }

  /**
   * Brings back a run that was exported, see `importRun`.
   *
   * @throws {DataError} If the store has other answers to the same requests; then nothing is stored.
   */
  restore(run: ExportedRun): Run {
    return restoreRun(this.#database, this.#completions, run);
  }

  /**
   * Removes a run, and the completions that no other run has.
   *
   * @param name Its whole id or name: the beginning of one is not enough.
   * @returns How many completions were removed, those of earlier models among them.
   * @throws {RangeError} If there is no such run, or more than one.
   * @throws {DataError} If it cannot be removed.
   */
  removeRun(name: string): number {
    const run = this.openRun(name);
    if (name !== run.id && name !== run.name) {
      throw new RangeError(`Cannot remove "${name}": give the whole id, ${run.id}, or the whole name`);
    }
    return removeRun(this.#database, run.id);
  }

  /** Closes the file. What was stored is there already. */
  [Symbol.dispose](): void {
    this.#database[Symbol.dispose]();
  }
}

interface NameRow {
  readonly number: number;
  readonly id: string;
  readonly name: StoredText | null;
  readonly created: string;
}

const NAMES =
  "SELECT number, id, name, strftime('%F %H:%M', created_at / 1000, 'unixepoch') AS created FROM run " +
  "ORDER BY number";
