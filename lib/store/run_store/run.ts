import type pl from "nodejs-polars";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import type { ModelDescription, Prompt } from "../../core/types.ts";
import type { Database } from "../database/database.ts";
import { type Place, RunPlan } from "./run_plan.ts";
import { sampleFrame } from "./sample_frame.ts";
import { readSamples, type SampleOptions, type SampleSource, type StoredSample } from "./samples.ts";
import { fromStored, type StoredText, toStored } from "./stored_text.ts";

/** A sample that has no completion, and why. */
export interface StoredFailure extends Required<Place> {
  /** How asking the model failed, see `ModelFailure`. */
  readonly failure: string;
  readonly message: string;
  readonly failedAt: Date;
}

/** A run in the store: its planned samples and those it has. Always up to date. */
export class Run {
  /** 12 hexadecimal digits, a hash of everything that was asked for. */
  readonly id: string;
  readonly name?: string;
  readonly study: string;
  /** The model as the analyst named it. */
  readonly model: string;
  readonly seed: number;
  readonly createdAt: Date;
  readonly plan: RunPlan;
  /** The model that made these samples. */
  readonly description: ModelDescription;
  readonly #database: Database;
  readonly #number: number;
  readonly #part: number;

  /** @param part Number of the part to read. @default that of the model with which the run was last begun */
  constructor(database: Database, number: number, part?: number) {
    const row = database.one<RunRow>(SELECT, part ?? null, number);
    this.#database = database;
    this.#number = number;
    this.#part = row.part;
    this.id = row.id;
    this.plan = database.decoded(() => new RunPlan(JSON.parse(row.plan)));
    if (this.plan.id !== this.id) throw database.damaged(`the plan of run ${this.id} has changed`);
    if (row.name !== null) this.name = database.decoded(() => fromStored(row.name!));
    this.study = this.plan.record.study;
    this.model = this.plan.record.model;
    this.seed = this.plan.record.seed;
    this.createdAt = new Date(row.created_at);
    this.description = database.decoded(() => JSON.parse(row.description));
  }

  /** How many samples are planned. */
  get wanted(): number {
    return this.plan.size;
  }

  /** Whether the model is only an imitation, so that nothing in this run is a finding. */
  get synthetic(): boolean {
    return this.description.synthetic;
  }

  /** The samples that are there, in the order in which they were planned; each turn of a conversation is one. */
  samples(options: SampleOptions = {}): StoredSample[] {
    return [...this.eachSample(options)];
  }

  /** As {@linkcode samples}, one after another; nothing may be written to the store before the last. */
  eachSample(options: SampleOptions = {}): Generator<StoredSample, void> {
    refuseUnknownOptions(options, ["prompts"]);
    return readSamples(this.#source(), options);
  }

  /** The samples as a polars DataFrame; see `sampleFrame`. */
  frame(options: SampleOptions = {}): pl.DataFrame {
    return sampleFrame([this], options);
  }

  /**
   * One sample with its prompt, or undefined if it has no completion yet.
   *
   * @throws {RangeError} If the run has no such sample.
   */
  sample(place: Place): StoredSample | undefined {
    const turns = [...readSamples(this.#source(), { prompts: true, position: this.plan.position(place) })];
    return turns.find(({ turn }) => turn === (place.turn ?? 1));
  }

  /**
   * What the model was asked for a sample.
   *
   * @throws {RangeError} If the run has no such sample, or it has no completion yet.
   */
  prompt(place: Place): Prompt {
    const sample = this.sample(place);
    if (sample) return sample.prompt!;
    const { taskId, settings, epoch, turn = 1 } = place;
    const what = JSON.stringify({ taskId, settings, epoch, turn });
    throw new RangeError(`Cannot show the prompt of ${what}: run ${this.id} has no completion of it yet`);
  }

  /** The samples that failed and have no completion since, in the order in which they were planned. */
  failures(): StoredFailure[] {
    const { places } = this.plan;
    const decode = (row: FailureRow) => {
      const { taskId, settings, epoch } = places[row.position];
      const { turn, failure, failed_at, message } = row;
      const sample = { taskId, settings, epoch, turn };
      return { ...sample, failure, message: fromStored(message), failedAt: new Date(failed_at) };
    };
    const database = this.#database;
    return database.all<FailureRow>(FAILURES, this.#part).map((row) => database.decoded(() => decode(row)));
  }

  /**
   * What the model was when it answered, by number. There are several if something changed that does not make it
   * another model, e.g. the server's version.
   */
  descriptions(): Map<number, ModelDescription> {
    const rows = this.#database.all<{ id: number; description: string }>(DESCRIPTIONS, this.#part);
    return this.#database.decoded(() =>
      new Map(rows.map(({ id, description }) => [id, JSON.parse(description)]))
    );
  }

  /** Other models that made samples of runs under the same model name, the latest first. */
  get earlierModels(): EarlierModel[] {
    const { model, description: { identity } } = this;
    return otherModels(this.#database, { spec: model, identity, run: this.#number });
  }

  /**
   * The part of this run that another model answered, see `earlierModels`.
   *
   * @throws {RangeError} If that model answered nothing in this run.
   */
  madeBy({ identity, part }: EarlierModel): Run {
    if (part !== undefined) return new Run(this.#database, this.#number, part);
    throw new RangeError(`Cannot read what ${identity} answered: nothing in run ${this.id}`);
  }

  #source(): SampleSource {
    const { model, description: { identity } } = this;
    return { database: this.#database, part: this.#part, model, identity, places: this.plan.places };
  }
}

interface RunRow {
  readonly id: string;
  readonly name: StoredText | null;
  readonly created_at: number;
  readonly plan: string;
  readonly part: number;
  readonly description: string;
}

const SELECT = `SELECT run.id, run.name, run.created_at, run.plan, part.id AS part, model.description
  FROM run JOIN part ON part.id = coalesce(?, run.part) JOIN model ON model.id = part.model WHERE run.number = ?`;

const DESCRIPTIONS = `SELECT id, description FROM model WHERE id IN
  (SELECT c.model FROM sample s JOIN completion c ON c.id = s.completion WHERE s.part = ?) ORDER BY id`;

interface FailureRow {
  readonly position: number;
  readonly turn: number;
  readonly failure: string;
  readonly failed_at: number;
  readonly message: StoredText;
}

const FAILURES = `SELECT position, turn, failure, failed_at, message FROM open_failure WHERE part = ?
  ORDER BY position, turn`;

/** Another model that had the same name. */
export interface EarlierModel {
  readonly identity: string;
  readonly description: ModelDescription;
  /** Samples it made in all runs of the study under this name. */
  readonly samples: number;
  /** Of these, samples of the run in question. */
  readonly samplesOfRun: number;
  readonly lastAnsweredAt: Date;
  /** Number of its part of the run in question, if it has one. */
  readonly part?: number;
}

interface Row {
  readonly identity: StoredText;
  readonly description: string;
  readonly part: number;
  readonly run: number;
  readonly samples: number;
  readonly last: number;
}

const OTHERS =
  `SELECT part.identity, model.description, part.id AS part, part.run, counted.samples, counted.last
  FROM run JOIN part ON part.run = run.number JOIN model ON model.id = part.model
  JOIN (SELECT part, count(*) AS samples, max(answered_at) AS last FROM sample GROUP BY part) AS counted
    ON counted.part = part.id
  WHERE run.spec = ? AND part.identity <> ? AND run.study = (SELECT study FROM run WHERE number = ?)
  ORDER BY counted.last DESC`;

/** Other models that made samples of a run's study under a model's name, the latest first. */
function otherModels(
  database: Database,
  { spec, identity, run }: { readonly spec: string; readonly identity: string; readonly run: number },
): EarlierModel[] {
  const rows = database.all<Row>(OTHERS, toStored(spec), toStored(identity), run);
  const decoded = () =>
    [...Map.groupBy(rows, (row) => fromStored(row.identity))].map(([identity, rows]) => {
      const own = rows.find((row) => row.run === run);
      return {
        identity,
        description: JSON.parse(rows[0].description),
        samples: rows.reduce((sum, { samples }) => sum + samples, 0),
        samplesOfRun: own?.samples ?? 0,
        lastAnsweredAt: new Date(rows[0].last),
        ...(own && { part: own.part }),
      };
    });
  return database.decoded(decoded);
}

/** One sentence for the analyst per model that had the same name before. */
export function changedModelNotices(spec: string, earlier: readonly EarlierModel[]): string[] {
  return earlier.map(({ identity, samples, samplesOfRun, lastAnsweredAt }) => {
    const until = lastAnsweredAt.toISOString().slice(0, 16).replace("T", " ");
    const where = samplesOfRun === 0
      ? `${counted(samples)} of other runs`
      : `${counted(samplesOfRun)} of this run` +
        (samples > samplesOfRun ? ` and ${samples - samplesOfRun} of others` : "");
    return `${spec} is not the model it was: ${where}, the last one at ${until} UTC, came from another one ` +
      `(${identity}). They are kept apart, and this run uses the model that is there now.`;
  });
}

function counted(samples: number): string {
  return samples === 1 ? "1 sample" : `${samples} samples`;
}
