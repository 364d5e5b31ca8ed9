import type pl from "nodejs-polars";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import type { ModelDescription } from "../../core/types.ts";
import type { Database } from "../database/database.ts";
import { RunPlan } from "./run_plan.ts";
import { sampleFrame } from "./sample_frame.ts";
import { readSamples, type SampleOptions, type StoredSample } from "./samples.ts";
import { fromStored, type StoredText, toStored } from "./stored_text.ts";

/** A run in the store: its plan and the samples that it has. Each call reads the store, so samples are up to date. */
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

  /** @param part The row id of the part to read. @default that of the model with which the run was last begun */
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

  /** The number of planned samples. */
  get wanted(): number {
    return this.plan.size;
  }

  /** Whether the model is only an imitation, so that nothing in this run is a finding. */
  get synthetic(): boolean {
    return this.description.synthetic;
  }

  /** The stored samples, in the order in which they were planned; each turn of a conversation is one sample. */
  samples(options: SampleOptions = {}): StoredSample[] {
    return [...this.eachSample(options)];
  }

  /** As {@linkcode samples}, one after another; nothing may be written to the store before the last one is read. */
  eachSample(options: SampleOptions = {}): Generator<StoredSample, void> {
    refuseUnknownOptions(options, ["prompts"]);
    const { model, description: { identity } } = this;
    const source = { database: this.#database, part: this.#part, model, identity, places: this.plan.places };
    return readSamples(source, options);
  }

  /** The samples as a polars DataFrame; see `sampleFrame`. */
  frame(options: SampleOptions = {}): pl.DataFrame {
    return sampleFrame(this, options);
  }

  /** The failed samples without a later completion, in planned order, each with its failure: see `ModelFailure`. */
  failures() {
    const { places } = this.plan;
    const decode = ({ position, failed_at, message, ...row }: FailureRow) => {
      const { taskId, settings, epoch } = places[position];
      return {
        ...{ taskId, settings, epoch, ...row },
        ...{ message: fromStored(message), failedAt: new Date(failed_at) },
      };
    };
    const database = this.#database;
    return database.all<FailureRow>(FAILURES, this.#part).map((row) => database.decoded(() => decode(row)));
  }

  /**
   * The descriptions of the model at the times when it answered, by row id. There are several if something changed that does
   * not make it another model, e.g. the server's version.
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
    const rows = this.#database.all<EarlierRow>(EARLIER, this.#number, toStored(model), toStored(identity));
    const decode = ({ identity, last, part, ...counts }: EarlierRow) => ({
      ...{ identity: fromStored(identity), lastAnsweredAt: new Date(last), ...counts },
      ...(part !== null && { part }),
    });
    return rows.map((row) => this.#database.decoded(() => decode(row)));
  }

  /**
   * The part of this run that another model answered, see `earlierModels`.
   *
   * @throws {RangeError} If this run has no answers of that model.
   */
  madeBy({ identity, part }: EarlierModel): Run {
    if (part !== undefined) return new Run(this.#database, this.#number, part);
    throw new RangeError(`Cannot read what ${identity} answered: nothing in run ${this.id}`);
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

/** Another model that answered under the same name. */
export interface EarlierModel {
  readonly identity: string;
  /** The number of its samples in all runs of the study under this name. */
  readonly samples: number;
  /** The number of its samples in this run. */
  readonly samplesOfRun: number;
  readonly lastAnsweredAt: Date;
  /** The row id of its part of this run, if it has one. */
  readonly part?: number;
}

interface EarlierRow extends Pick<EarlierModel, "samples" | "samplesOfRun"> {
  readonly identity: StoredText;
  readonly part: number | null;
  readonly last: number;
}

const EARLIER = `SELECT part.identity, max(part.id) FILTER (WHERE part.run = ?1) AS part,
    sum(counted.samples) AS samples, coalesce(sum(counted.samples) FILTER (WHERE part.run = ?1), 0) AS samplesOfRun,
    max(counted.last) AS last
  FROM run JOIN part ON part.run = run.number
  JOIN (SELECT part, count(*) AS samples, max(answered_at) AS last FROM sample GROUP BY part) AS counted
    ON counted.part = part.id
  WHERE run.spec = ?2 AND part.identity <> ?3 AND run.study = (SELECT study FROM run WHERE number = ?1)
  GROUP BY part.identity ORDER BY last DESC`;

/** One sentence for the analyst for each model that had the same name before. */
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
