import { join } from "node:path";
import type { ModelDescription } from "../../core/types.ts";
import { unknownName } from "../../core/nearest.ts";
import { fileError } from "../files/files.ts";
import { paths } from "../paths.ts";
import { BegunRun } from "./begun_run.ts";
import { addCompletion } from "./completions.ts";
import { Database } from "../database/database.ts";
import type { DatabaseFormat } from "../database/database_file.ts";
import { Run } from "./run.ts";
import type { ImportedSample } from "./exchange/exported_sample.ts";
import { planOf, type RunPlan, type RunRequest } from "./run_plan.ts";
import { addModel, addPart, addRun, nameRun, placeSample, readFrom } from "./run_rows.ts";
import { fromStored, type StoredText } from "./stored_text.ts";
import tables from "./run_store.sql" with { type: "text" };

/** The format of the run store; its tables are described in `run_store.sql`. */
export const RUN_STORE: DatabaseFormat = {
  ...{ name: "the run store", applicationId: 0x63627273, version: 1, tables },
  additions: [{ table: "completion", column: "digest", type: "TEXT" }],
};

/**
 * Opens the run store, creating it if need be. Several notebooks may have it open at once.
 *
 * @param path The file. @default outputs/runs.sqlite in this checkout
 * @throws {DataError} If it cannot be opened or written, or has another format.
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
 * Frees the disk space of removed runs.
 *
 * @param path As for {@linkcode openStore}.
 * @throws {DataError} If somebody has the store open, or it cannot be written.
 */
export function compactRuns(path: string): void {
  Database.compact(path, RUN_STORE, REMOVE_ORPHANS.map((step) => [step]));
}

/**
 * A store of the answers of models, by the key of the request, and of the runs that asked for them. An answer is on the
 * disk as soon as it is stored, and survives when the process is killed.
 */
export class RunStore implements Disposable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Begins a run, or continues it if the store has a run of the same samples.
   *
   * @param description The current description of the model.
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
    const location = { database, part, model };
    return new BegunRun(
      run,
      location,
      renamed.map((id) =>
        `"${request.name}" now names run ${run.id}; run ${id}, which had this name, has other samples and keeps them`
      ),
    );
  }

  /**
   * Opens a run of the store for reading.
   *
   * @param name The run's id or name, or the beginning of either.
   * @throws {RangeError} If none or more than one fits; the message lists the nearest or the fitting ones.
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

  /** All runs as plain rows for `table`, the run begun latest first. */
  listRuns(): RunSummary[] {
    return this.#database.all<Row>(SELECT).map((
      { id, name, study, spec, description, created, updated, ...row },
    ) =>
      this.#database.decoded(() => {
        const { identity, synthetic }: ModelDescription = JSON.parse(description);
        return {
          id,
          name: name === null ? null : fromStored(name),
          study: fromStored(study),
          model: fromStored(spec),
          ...{ identity, synthetic },
          created: new Date(created).toISOString(),
          updated: updated === null ? null : new Date(updated).toISOString(),
          ...row,
        };
      })
    );
  }

  /**
   * Stores a run that was exported, see `importRun`.
   *
   * @throws {DataError} If the store has other answers to the same requests; then nothing is stored.
   */
  restore({ name, plan, createdAt, models, samples }: ExportedRun): Run {
    const database = this.#database;
    const { number, part } = database.write(() => {
      const numbers = models.map((description) => addModel(database, description));
      const { number, read } = addRun(database, plan, createdAt);
      const { identity } = models[0];
      const part = addPart(database, { run: number, model: numbers.at(-1)!, identity });
      if (!read) readFrom(database, number, part);
      if (!read && name !== undefined) nameRun(database, number, name);
      const others = samples.filter((sample) => {
        const model = numbers[sample.description];
        const found = addCompletion(database, { ...sample, request: sample, reply: sample, model });
        placeSample(database, { part, position: plan.position(sample), turn: sample.turn }, found);
        return (["text", "finish", "reasoning"] as const).some((name) => found.reply[name] !== sample[name]);
      });
      if (others.length === 0) return { number, part };
      throw fileError(
        database.path,
        `cannot import run ${plan.id}: this store has other answers to ${others.length} of its ${samples.length} ` +
          "requests; import it into another store",
      );
    });
    return new Run(database, number, part);
  }

  /**
   * Removes a run, and the completions that no other run has.
   *
   * @param name The run's whole id or name: the beginning of one is not enough.
   * @returns The number of removed completions, including those of earlier models.
   * @throws {RangeError} If there is no such run, or more than one.
   * @throws {DataError} If it cannot be removed.
   */
  removeRun(name: string): number {
    const run = this.openRun(name);
    if (name !== run.id && name !== run.name) {
      throw new RangeError(`Cannot remove "${name}": give the whole id, ${run.id}, or the whole name`);
    }
    return this.#database.write(() => {
      const sql = "SELECT number FROM run WHERE id = ?";
      const { number } = this.#database.one<{ number: number }>(sql, run.id);
      const [{ changes }] = STEPS.map((step) => this.#database.run(step, number));
      return changes;
    });
  }

  /** Closes the file. Everything stored is on the disk already. */
  [Symbol.dispose](): void {
    this.#database[Symbol.dispose]();
  }
}

/** A run that was read from an export. */
export interface ExportedRun {
  readonly name?: string;
  readonly plan: RunPlan;
  readonly createdAt: Date;
  /** The descriptions of the model at the times when it answered, the latest one last; all with one identity. */
  readonly models: readonly ModelDescription[];
  readonly samples: readonly ImportedSample[];
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

/** SQL that removes the rows of a run, children first. A completion stays if another run has it. */
const STEPS = [
  `DELETE FROM completion WHERE id IN (SELECT completion FROM sample WHERE part IN (SELECT id FROM part WHERE run = ?1))
    AND id NOT IN (SELECT completion FROM sample WHERE part NOT IN (SELECT id FROM part WHERE run = ?1))`,
  "DELETE FROM sample WHERE part IN (SELECT id FROM part WHERE run = ?1)",
  "DELETE FROM failure WHERE part IN (SELECT id FROM part WHERE run = ?1)",
  "DELETE FROM part WHERE run = ?1",
  "DELETE FROM run WHERE number = ?1",
];

/**
 * SQL that removes prompts, samplings and models to which no completion and no run refers. It needs the store for itself,
 * since a process that has the store open may still use their row ids.
 */
const REMOVE_ORPHANS = [
  "DELETE FROM prompt WHERE id NOT IN (SELECT prompt FROM completion)",
  "DELETE FROM sampling WHERE id NOT IN (SELECT sampling FROM completion)",
  "DELETE FROM model WHERE id NOT IN (SELECT model FROM completion UNION SELECT model FROM part)",
];

/** A run in a list: a row of plain cells. Times are ISO 8601, UTC. */
export interface RunSummary {
  readonly id: string;
  readonly name: string | null;
  readonly study: string;
  /** The model as the analyst named it. */
  readonly model: string;
  /** The model's identity when the run was last begun. */
  readonly identity: string;
  /** Whether the model is only an imitation, so that nothing in the run is a finding. */
  readonly synthetic: boolean;
  readonly created: string;
  /** The time of its latest answer; null if it has no samples. */
  readonly updated: string | null;
  /** The numbers of planned, answered and failed samples; a conversation counts once. */
  readonly wanted: number;
  readonly samples: number;
  readonly failed: number;
  /** The total tokens of all samples, as far as the server counted them. */
  readonly promptTokens: number;
  readonly completionTokens: number;
}

interface Row
  extends Omit<RunSummary, "name" | "study" | "model" | "identity" | "synthetic" | "created" | "updated"> {
  readonly name: StoredText | null;
  readonly study: StoredText;
  readonly spec: StoredText;
  readonly description: string;
  readonly created: number;
  readonly updated: number | null;
}

const SELECT = `SELECT run.id, run.name, run.study, run.spec, model.description, run.created_at AS created,
    max(sample.answered_at) AS updated, run.size AS wanted, count(DISTINCT sample.position) AS samples,
    (SELECT count(DISTINCT position) FROM open_failure WHERE part = run.part) AS failed,
    total(sample.prompt_tokens) AS promptTokens, total(sample.completion_tokens) AS completionTokens
  FROM run JOIN part ON part.id = run.part JOIN model ON model.id = part.model
  LEFT JOIN sample ON sample.part = run.part
  GROUP BY run.number ORDER BY run.number DESC`;
