import { hash } from "node:crypto";
import type { Job, SampleId, Sampling, Settings } from "../../core/types.ts";
import { promptHash, samplingParts, settingsKey } from "./completion_key.ts";

/** A request for a run. The run's id is a hash of all fields except the name. */
export interface RunRequest {
  /** A name for the run, which can be used in place of its id. */
  readonly name?: string;
  /** The model as the analyst named it. */
  readonly model: string;
  /** All samples, in the order in which they will be read. */
  readonly jobs: readonly Job[];
  /** A text that tells the run from others with the same jobs, e.g. how its conversations go on. @default nothing */
  readonly variant?: string;
}

/** The place of a sample in the run, and in its conversation. */
export interface Place extends Pick<SampleId, "taskId" | "settings" | "epoch"> {
  /** The turn of the conversation. @default 1 */
  readonly turn?: number;
}

/** A plan as it is stored: plain JSON. */
export interface PlanRecord {
  readonly study: string;
  readonly model: string;
  readonly seed: number;
  readonly variant?: string;
  readonly settings: readonly Settings[];
  readonly samplings: readonly Sampling[];
  /** Successive epochs of one task: its id, indices of settings and sampling, the prompt's hash, the first epoch, the count. */
  readonly cells: readonly (readonly [string, number, number, string, number, number])[];
}

/** The planned samples of a run, each with a position from 0. */
export class RunPlan {
  readonly record: PlanRecord;
  /** 12 hexadecimal digits: equal for equal plans. */
  readonly id: string;
  /** The number of samples, each counted once however many turns it has. */
  readonly size: number;
  /** The position of each cell's first sample. */
  readonly #starts: number[] = [];
  readonly #cells = new Map<string, Map<string, number[]>>();
  #places: Place[] | undefined;

  constructor(record: PlanRecord) {
    this.record = record;
    this.id = hash("sha256", JSON.stringify(ordered(record))).slice(0, 12);
    const keys = record.settings.map(settingsKey);
    let start = 0;
    for (const [index, [taskId, settings, , , , count]] of record.cells.entries()) {
      const tasks = this.#cells.getOrInsertComputed(keys[settings], () => new Map());
      tasks.getOrInsert(taskId, []).push(index);
      this.#starts.push(start);
      start += count;
    }
    this.size = start;
  }

  /**
   * The position of a sample.
   *
   * @throws {RangeError} If the run has no such sample.
   */
  position({ taskId, settings, epoch }: Place): number {
    for (const index of this.#cells.get(settingsKey(settings))?.get(taskId) ?? []) {
      const [, , , , first, count] = this.record.cells[index];
      if (epoch >= first && epoch < first + count && Number.isInteger(epoch)) {
        return this.#starts[index] + epoch - first;
      }
    }
    throw new RangeError(
      `Cannot find ${JSON.stringify({ taskId, settings, epoch })}: run ${this.id} has no such sample`,
    );
  }

  /** The places of all samples, by position. */
  get places(): readonly Place[] {
    const { cells, settings } = this.record;
    return this.#places ??= cells.flatMap(([taskId, setting, , , first, count]) =>
      Array.from(
        { length: count },
        (_, index) => ({ taskId, settings: settings[setting], epoch: first + index }),
      )
    );
  }
}

/**
 * The plan of a run.
 *
 * @throws {RangeError} If there are no samples, one is repeated, or they have different studies or seeds.
 */
export function planOf({ model, variant, jobs }: RunRequest): RunPlan {
  if (jobs.length === 0) throw new RangeError("Cannot start a run without samples");
  const [{ study, runSeed }] = jobs.map(({ sample }) => sample);
  const settings = new Map<string, [number, Settings]>();
  const samplings = new Map<string, [number, Sampling]>();
  const cells: [string, number, number, string, number, number][] = [];
  const seen = new Set<string>();
  let before: Job | undefined;
  for (const job of jobs) {
    const { sample, sampling } = job;
    if (sample.study !== study || sample.runSeed !== runSeed) {
      throw new RangeError("Cannot start a run of several studies or seeds: make one run of each");
    }
    const setting = numbered(settings, settingsKey(sample.settings), sample.settings);
    const place = JSON.stringify([sample.taskId, setting, sample.epoch]);
    if (seen.has(place)) throw new RangeError(`Cannot start a run that has ${place} twice`);
    seen.add(place);
    const how = numbered(samplings, JSON.stringify(samplingParts(sampling)), sampling);
    const last = cells.at(-1);
    const follows = before && last && last[0] === sample.taskId && last[1] === setting && last[2] === how &&
      before.prompt === job.prompt && sample.epoch === last[4] + last[5];
    if (follows) last[5]++;
    else cells.push([sample.taskId, setting, how, promptHash(job.prompt), sample.epoch, 1]);
    before = job;
  }
  return new RunPlan({
    study,
    model,
    seed: runSeed,
    variant,
    settings: [...settings.values()].map(([, value]) => value),
    samplings: [...samplings.values()].map(([, value]) => value),
    cells,
  });
}

/** The number of a value among the distinct values, from 0. */
function numbered<V>(values: Map<string, [number, V]>, key: string, value: V): number {
  return values.getOrInsert(key, [values.size, value])[0];
}

/** A plan as a list that does not depend on the order of its fields. */
function ordered({ study, model, seed, variant, settings, samplings, cells }: PlanRecord): unknown {
  return [
    study,
    model,
    seed,
    variant ?? null,
    settings.map(settingsKey),
    samplings.map(samplingParts),
    cells,
  ];
}
