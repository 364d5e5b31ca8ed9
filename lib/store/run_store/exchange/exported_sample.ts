import { DataError, type Place as FilePlace } from "../../../core/errors.ts";
import type { Finish, GenerationRequest, Prompt, Settings } from "../../../core/types.ts";
import * as z from "../../../core/fields.ts";
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
  raw: { readonly recorded: unknown; readonly provenance: unknown },
  run: { readonly plan: RunPlan; readonly identity: string; readonly descriptions: number },
  place: FilePlace,
): ImportedSample {
  const recorded = having<RecordedLine>(RECORDED, raw.recorded, place);
  const provenance = having<ProvenanceLine>(PROVENANCE, raw.provenance, place);
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

const FINISHES: readonly Finish[] = ["stop", "length", "refusal", "looping"];
const COUNT = z.int().check(z.nonnegative());
const isTime = (text: string) => !Number.isNaN(Date.parse(text));

const RECORDED = z.part({
  ...{ prompt: z.union([z.text, z.list]), text: z.text, finish: z.oneOf(FINISHES) },
  ...{ promptTokens: z.nullish(z.number()), completionTokens: z.nullish(z.number()) },
});

const PROVENANCE = z.part({
  ...{
    key: z.text,
    position: COUNT,
    turn: COUNT,
    seed: COUNT,
    sampling: z.named(z.anything),
    answer: z.text,
  },
  ...{ reasoning: z.nullish(z.text), firstTokenMs: z.nullish(z.number()), totalMs: z.number(), tries: COUNT },
  ...{ answeredAt: z.string().check(z.refine(isTime)), description: COUNT },
});

/** The value, which has the fields of a schema. */
function having<L>(schema: z.Schema<unknown>, value: unknown, place: FilePlace): L {
  const { error } = z.safeParse(schema, value);
  if (!error) return value as L;
  throw broken(String(error.issues[0].path[0] ?? "line"), place);
}

function isThere<V>(value: V): value is NonNullable<V> {
  return value !== undefined && value !== null;
}

function broken(name: string, place: FilePlace): DataError {
  return new DataError(`the ${name} here is missing or was changed; export the run again`, { place });
}
