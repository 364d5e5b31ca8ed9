import pl from "nodejs-polars";
import { DataError, type Place as FilePlace } from "../../../core/errors.ts";
import type { ModelDescription, Prompt } from "../../../core/types.ts";
import * as z from "../../../core/fields.ts";
import type { JsonObject } from "../../../values/plain_json.ts";
import { completionKey } from "../completion_key.ts";
import type { RunPlan } from "../run_plan.ts";
import type { StoredSample } from "../samples.ts";

/** A field of a line: the type of its column in Parquet, and the schema of its value. */
type Field = readonly [type: pl.DataType, schema: z.Schema<unknown>];

const COUNT = z.int().check(z.nonnegative());
const NUMBER = z.nullish(z.number());
const isTime = (text: string) => !Number.isNaN(Date.parse(text));

/**
 * The fields of an exported sample. `recorded` is a line of samples.jsonl, i.e. a recorded completion as the model
 * `recorded/<path>` reads it; `provenance` is the same line of provenance.jsonl.
 */
export const FIELDS = {
  recorded: {
    task: [pl.Utf8, z.anything],
    prompt: [pl.Utf8, z.union([z.text, z.list])],
    epoch: [pl.Int64, z.anything],
    // The varied settings and, from the second turn of a conversation on, the turn.
    settings: [pl.Utf8, z.anything],
    text: [pl.Utf8, z.text],
    model: [pl.Utf8, z.anything],
    finish: [pl.Utf8, z.oneOf(z.FINISHES)],
    promptTokens: [pl.Float64, NUMBER],
    completionTokens: [pl.Float64, NUMBER],
  },
  provenance: {
    key: [pl.Utf8, z.text],
    // The position in the plan, from 0.
    position: [pl.Int64, COUNT],
    turn: [pl.Int64, COUNT],
    seed: [pl.Int64, COUNT],
    sampling: [pl.Utf8, z.named(z.anything)],
    answer: [pl.Utf8, z.text],
    reasoning: [pl.Utf8, z.nullish(z.text)],
    firstTokenMs: [pl.Float64, NUMBER],
    totalMs: [pl.Float64, z.number()],
    tries: [pl.Int64, COUNT],
    // ISO 8601.
    answeredAt: [pl.Utf8, z.string().check(z.refine(isTime))],
    // The index of one of the manifest's descriptions of the model, from 0.
    description: [pl.Int64, COUNT],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Field>>>>;

/** An exported sample: a line of each of the two files. */
export type ExportedSample = Readonly<Record<keyof typeof FIELDS, JsonObject>>;

/** An exported sample as it was read from a file, unchecked. */
export type Exported = Readonly<Record<keyof typeof FIELDS, unknown>>;

/**
 * The lines to export for a sample that was read with its prompt.
 *
 * @param descriptions The indices of the model's descriptions by their row ids.
 */
export function exportedSample(
  sample: StoredSample,
  plan: RunPlan,
  descriptions: ReadonlyMap<number, number>,
): ExportedSample {
  const { taskId, settings, turn, answeredAt, description } = sample;
  const all: JsonObject = {
    ...{ ...sample, task: taskId, position: plan.position(sample) },
    settings: turn > 1 ? { ...settings, turn } : settings,
    answeredAt: answeredAt.toISOString(),
    description: descriptions.get(description)!,
  };
  const line = (fields: object) => Object.fromEntries(Object.keys(fields).map((name) => [name, all[name]]));
  return { recorded: line(FIELDS.recorded), provenance: line(FIELDS.provenance) };
}

/** A sample that comes from an export, with its prompt. */
export type ImportedSample = StoredSample & { readonly prompt: Prompt };

/**
 * The sample that was exported as these lines.
 *
 * @param run The run's plan, and the manifest's descriptions of its model.
 * @param place The place of the sample in the file, for the message.
 * @throws {DataError} If a field is missing or invalid, or the key does not match the sample.
 */
export function importedSample(
  raw: Exported,
  { plan, models }: { readonly plan: RunPlan; readonly models: readonly ModelDescription[] },
  place: FilePlace,
): ImportedSample {
  const { task: _, ...recorded } = checked<Recorded>(raw, "recorded", place);
  const { position, answeredAt, ...provenance } = checked<Provenance>(raw, "provenance", place);
  const { study, seed: runSeed, model } = plan.record;
  const where = plan.places[position];
  if (!where) throw broken("position", place);
  const description = models[provenance.description];
  if (!description) throw broken("description", place);
  const { prompt } = recorded;
  const { key, turn, seed, sampling } = provenance;
  const request = { prompt, sampling, seed, sample: { study, ...where, turn, runSeed } };
  if (key !== completionKey(models[0].identity, request)) {
    throw new DataError(
      "the key here does not fit this sample: something else was changed since the export",
      { place },
    );
  }
  const { identity } = description;
  return { ...recorded, ...provenance, ...where, model, identity, answeredAt: new Date(answeredAt) };
}

type Recorded = Pick<ImportedSample, "prompt" | "text" | "finish" | "promptTokens" | "completionTokens"> & {
  readonly task: unknown;
};

type Provenance =
  & Pick<
    StoredSample,
    "key" | "turn" | "seed" | "sampling" | "answer" | "reasoning" | "firstTokenMs" | "totalMs"
  >
  & Pick<StoredSample, "tries" | "description">
  & { readonly position: number; readonly answeredAt: string };

/** The known fields of a line that have a value, after a check that the required ones are present. */
function checked<L>(raw: Exported, part: keyof Exported, place: FilePlace): L {
  const { error } = z.safeParse(SCHEMAS[part], raw[part]);
  if (error) throw broken(String(error.issues[0].path[0] ?? "line"), place);
  const line = raw[part] as JsonObject;
  const fields = Object.keys(FIELDS[part]).map((name) => [name, line[name]]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined && value !== null)) as L;
}

const SCHEMAS = { recorded: schemaOf(FIELDS.recorded), provenance: schemaOf(FIELDS.provenance) };

function schemaOf(fields: Readonly<Record<string, Field>>): z.Schema<unknown> {
  return z.part(Object.fromEntries(Object.entries(fields).map(([name, [, schema]]) => [name, schema])));
}

function broken(name: string, place: FilePlace): DataError {
  return new DataError(`the ${name} here is missing or was changed; export the run again`, { place });
}
