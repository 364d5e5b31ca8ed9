import { DataError, type Place as FilePlace } from "../../../core/errors.ts";
import type { Finish, GenerationRequest, Prompt, Settings } from "../../../core/types.ts";
import { completionKey } from "../completion_key.ts";
import type { Answered } from "../completions.ts";
import type { RunPlan } from "../run_plan.ts";
import type { StoredSample } from "../samples.ts";

/** A sample as a recorded completion: a line of samples.jsonl, which is a file for the model `recorded/<path>`. */
export interface RecordedLine
  extends Pick<StoredSample, "epoch" | "text" | "model" | "finish" | "promptTokens" | "completionTokens"> {
  readonly task: string;
  readonly prompt: Prompt;
  /** What was varied; from the second turn of a conversation on also the turn. */
  readonly settings: Settings;
}

/** How it came about: the same line of provenance.jsonl. */
export interface ProvenanceLine
  extends
    Pick<StoredSample, "key" | "turn" | "seed" | "sampling" | "answer" | "reasoning" | "totalMs" | "tries">,
    Pick<StoredSample, "firstTokenMs"> {
  /** In the plan, from 0. */
  readonly position: number;
  /** ISO 8601. */
  readonly answeredAt: string;
  /** Which of the manifest's descriptions of the model, from 0. */
  readonly description: number;
}

/** A sample outside of the store. */
export interface ExportedSample {
  readonly recorded: RecordedLine;
  readonly provenance: ProvenanceLine;
}

/**
 * A sample that was read with its prompt, as it is exported.
 *
 * @param descriptions Indices of the model's descriptions by their numbers.
 */
export function exportedSample(
  sample: StoredSample,
  plan: RunPlan,
  descriptions: ReadonlyMap<number, number>,
): ExportedSample {
  const { taskId, prompt, epoch, settings, turn, text, model, finish, promptTokens, completionTokens } =
    sample;
  const { key, seed, sampling, answer, reasoning, firstTokenMs, totalMs, tries, answeredAt, description } =
    sample;
  return {
    recorded: {
      ...{ task: taskId, prompt: prompt!, epoch },
      settings: turn > 1 ? { ...settings, turn } : settings,
      ...{ text, model, finish, promptTokens, completionTokens },
    },
    provenance: {
      ...{ key, position: plan.position(sample), turn, seed, sampling },
      ...{ answer, reasoning, firstTokenMs, totalMs, tries },
      answeredAt: answeredAt.toISOString(),
      description: descriptions.get(description)!,
    },
  };
}

/** A sample that comes from an export. */
export interface ImportedSample {
  readonly key: string;
  readonly position: number;
  readonly request: GenerationRequest;
  readonly answered: Answered;
  /** Which of the manifest's descriptions of the model, from 0. */
  readonly description: number;
}

/**
 * The sample that was exported.
 *
 * @param run The run's plan, the model's identity, how many descriptions of it there are.
 * @param place Where the sample stands, for the sentence.
 * @throws {DataError} If a field is missing or not what was exported, or the key is not that of such a sample.
 */
export function importedSample(
  { recorded, provenance }: { readonly recorded: unknown; readonly provenance: unknown },
  run: { readonly plan: RunPlan; readonly identity: string; readonly descriptions: number },
  place: FilePlace,
): ImportedSample {
  if (!hasFields<RecordedLine>(recorded, RECORDED, place)) throw broken("line", place);
  if (!hasFields<ProvenanceLine>(provenance, PROVENANCE, place)) throw broken("line", place);
  const { key, position, turn, seed, sampling, answer, tries, description } = provenance;
  const { study, seed: runSeed } = run.plan.record;
  const where = run.plan.places[position];
  if (!where) throw broken("position", place);
  if (!(description < run.descriptions)) throw broken("description", place);
  const sample = { study, ...where, turn, runSeed };
  const request: GenerationRequest = { prompt: recorded.prompt, sampling, seed, sample };
  if (key !== completionKey(run.identity, request)) {
    throw new DataError(
      "the key here does not fit this sample: something else was changed since the export",
      { place },
    );
  }
  const reply = {
    text: recorded.text,
    finish: recorded.finish,
    ...(isThere(provenance.reasoning) && { reasoning: provenance.reasoning }),
    ...(isThere(recorded.promptTokens) && { promptTokens: recorded.promptTokens }),
    ...(isThere(recorded.completionTokens) && { completionTokens: recorded.completionTokens }),
    ...(isThere(provenance.firstTokenMs) && { firstTokenMs: provenance.firstTokenMs }),
    totalMs: provenance.totalMs,
  };
  const answeredAt = new Date(provenance.answeredAt);
  return { key, position, request, description, answered: { reply, answer, tries, answeredAt } };
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isNumber: Check = (value) => Number.isFinite(value);
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isObject: Check = (value) => typeof value === "object" && value !== null;
const orNothing = (check: Check): Check => (value) => !isThere(value) || check(value);

const RECORDED: Readonly<Partial<Record<keyof RecordedLine, Check>>> = {
  prompt: (value) => isText(value) || Array.isArray(value),
  text: isText,
  finish: (value) => ["stop", "length", "refusal", "looping"].includes(value as Finish),
  promptTokens: orNothing(isNumber),
  completionTokens: orNothing(isNumber),
};

const PROVENANCE: Readonly<Record<keyof ProvenanceLine, Check>> = {
  key: isText,
  position: isCount,
  turn: isCount,
  seed: isCount,
  sampling: isObject,
  answer: isText,
  reasoning: orNothing(isText),
  firstTokenMs: orNothing(isNumber),
  totalMs: isNumber,
  tries: isCount,
  answeredAt: (value) => isText(value) && !Number.isNaN(Date.parse(value as string)),
  description: isCount,
};

function hasFields<L>(
  value: unknown,
  checks: Readonly<Partial<Record<keyof L & string, Check>>>,
  place: FilePlace,
): value is L {
  if (typeof value !== "object" || value === null) return false;
  const fields: Readonly<Record<string, unknown>> = { ...value };
  for (const [name, check] of Object.entries<Check | undefined>(checks)) {
    if (!check!(fields[name])) throw broken(name, place);
  }
  return true;
}

function isThere<V>(value: V): value is NonNullable<V> {
  return value !== undefined && value !== null;
}

function broken(name: string, place: FilePlace): DataError {
  return new DataError(`the ${name} here is missing or was changed; export the run again`, {
    place,
  });
}
