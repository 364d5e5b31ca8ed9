import { fileError } from "../files/files.ts";
import { type ModelError } from "../../core/errors.ts";
import type { GenerationRequest, Reply } from "../../core/types.ts";
import { completionKey } from "./completion_key.ts";
import { addCompletion, type Answered, findCompletion } from "./completions.ts";
import type { Database } from "../database/database.ts";
import { changedModelNotices, type Run } from "./run.ts";
import { placeSample } from "./run_rows.ts";
import { toStored } from "./stored_text.ts";

/** Where a begun run is in its store. */
interface Location {
  readonly database: Database;
  /** Numbers of its part and of the model's description. */
  readonly part: number;
  readonly model: number;
}

/** A run that samples are added to. */
export class BegunRun {
  /** The run, to be read. */
  readonly run: Run;
  /** Sentences for the analyst, e.g. that the model is not what it was. */
  readonly notices: readonly string[];
  readonly #location: Location;
  /** Keys of requests that were looked up, since most are then put. */
  readonly #keys = new WeakMap<GenerationRequest, string>();

  constructor(run: Run, location: Location, notices: readonly string[] = []) {
    this.run = run;
    this.#location = location;
    this.notices = [...notices, ...changedModelNotices(run.model, run.earlierModels)];
  }

  /**
   * What the store knows as the answer to a request, of this run or another; undefined if the model must be asked.
   * The answer of another run is then a sample of this one, too.
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
   * Stores an answer as a sample of this run. When this returns, it stays even if the process is killed.
   *
   * @returns The reply that counts: another one if somebody was faster to store an answer to the same request.
   * @throws {RangeError} If the run has no such sample.
   * @throws {DataError} If it cannot be stored, e.g. because the disk is full; what was stored before stays good.
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
   * Notes that a sample failed. That is no completion: a later failure replaces it, and it counts until there is an
   * answer.
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

  /** Another run may have the number of one that was removed. */
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
