import { fileError } from "../files/files.ts";
import { type ModelError } from "../../core/errors.ts";
import type { GenerationRequest, Reply } from "../../core/types.ts";
import { completionKey } from "./completion_key.ts";
import { addCompletion, type Answered, findCompletion } from "./completions.ts";
import type { Database } from "../database/database.ts";
import { changedModelNotices, type Run } from "./run.ts";
import { placeSample } from "./run_rows.ts";
import { toStored } from "./stored_text.ts";

/** The place of a begun run in its store. */
interface Location {
  readonly database: Database;
  /** The row ids of the run's part and of the model's description. */
  readonly part: number;
  readonly model: number;
}

/** A run to which samples are added. */
export class BegunRun {
  /** The run, to be read. */
  readonly run: Run;
  /** Sentences for the analyst, e.g. that the model has changed. */
  readonly notices: readonly string[];
  readonly #location: Location;
  /** The keys of requests that were looked up, kept since most of them are stored afterwards. */
  readonly #keys = new WeakMap<GenerationRequest, string>();

  constructor(run: Run, location: Location, notices: readonly string[] = []) {
    this.run = run;
    this.#location = location;
    this.notices = [...notices, ...changedModelNotices(run.model, run.earlierModels)];
  }

  /**
   * The stored answer to a request, from this run or another; undefined if the model must be asked.
   * An answer from another run becomes a sample of this run, too.
   *
   * @throws {RangeError} If the run has no such sample.
   */
  known(request: GenerationRequest): Reply | undefined {
    const { database, part } = this.#location;
    const position = this.run.plan.position(request.sample);
    const completion = findCompletion(database, this.#key(request));
    if (!completion) return undefined;
    const { turn } = request.sample;
    const there = database.get<{ completion: number }>(PLACED, part, position, turn);
    if (there?.completion !== completion.id) {
      database.write(() => {
        this.#ensureThere();
        placeSample(database, { part, position, turn }, completion);
      });
    }
    return completion.reply;
  }

  /**
   * Stores an answer as a sample of this run. When this returns, the answer survives even if the process is killed.
   *
   * @returns The stored reply: another one if another process was faster to store an answer to the same request.
   * @throws {RangeError} If the run has no such sample.
   * @throws {DataError} If it cannot be stored, e.g. because the disk is full; data stored before are not affected.
   */
  put(request: GenerationRequest, answered: Answered): Reply {
    const { database, part, model } = this.#location;
    const position = this.run.plan.position(request.sample);
    const key = this.#key(request);
    return database.write(() => {
      this.#ensureThere();
      const completion = addCompletion(database, { ...answered, key, request, model });
      placeSample(database, { part, position, turn: request.sample.turn }, completion);
      return completion.reply;
    });
  }

  /**
   * Records that a sample failed. A failure is not a completion: a later failure replaces it, and it counts until there is
   * an answer.
   *
   * @throws As {@linkcode put}.
   */
  putFailure(request: GenerationRequest, error: Pick<ModelError, "failure" | "message">): void {
    const { database, part } = this.#location;
    const position = this.run.plan.position(request.sample);
    const { turn } = request.sample;
    const { failure, message } = error;
    database.write(() => {
      this.#ensureThere();
      database.run(FAIL, part, position, turn, failure, Date.now(), toStored(message));
    });
  }

  /** As `Database.checkpoint`. */
  checkpoint(): void {
    this.#location.database.checkpoint();
  }

  /** Refuses to add to a run that was removed; its row id may belong to another run now, so its id is compared, too. */
  #ensureThere(): void {
    const { database, part } = this.#location;
    if (database.get(THERE, part, this.run.id)) return;
    throw fileError(database.path, `run ${this.run.id} was removed meanwhile: begin it again`);
  }

  #key(request: GenerationRequest): string {
    const { identity } = this.run.description;
    return this.#keys.getOrInsertComputed(request, () => completionKey(identity, request));
  }
}

const PLACED = "SELECT completion FROM sample WHERE part = ? AND position = ? AND turn = ?";

const THERE = "SELECT 1 FROM part JOIN run ON run.number = part.run WHERE part.id = ? AND run.id = ?";

const FAIL = "INSERT OR REPLACE INTO failure (part, position, turn, failure, failed_at, message) " +
  "VALUES (?, ?, ?, ?, ?, ?)";
