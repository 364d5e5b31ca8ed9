import type { Buffer } from "node:buffer";
import { ModelError } from "../../core/errors.ts";
import { jsonIn } from "../../values/plain_json.ts";
import { isObject, type JsonObject, parseJson } from "../../generation/json.ts";
import type { Model } from "../../generation/model.ts";
import { type Job, requestFor } from "../../generation/plan.ts";
import { completionKey } from "../../store/run_store/completion_key.ts";
import { byteLines, unreadable } from "../../store/files/json_lines.ts";
import { shortPath } from "../../store/paths.ts";

/** The position of a line in its file, in bytes. */
interface Span {
  readonly at: number;
  readonly length: number;
}

/** The output of a batch: the position of the answer to each request, and the faults of the file. */
export type BatchOutput = Awaited<ReturnType<typeof readBatch>>;

/**
 * Reads through the output of a batch; the answers stay in the file.
 *
 * @throws {DataError} If it cannot be read.
 */
export async function readBatch(path: string) {
  const lines = new Map<string, Span>();
  const doubled = new Set<string>(); // ids of more than one line, of which none counts
  const failed: string[] = []; // ids of lines that report a failed request
  const broken: number[] = []; // numbers, from 1, of lines that are not JSON objects with a custom_id
  for await (const { number, bytes, ...span } of linesOf(path)) {
    const text = bytes.toString("utf8");
    if (text.trim() === "") continue;
    const line = jsonIn(text, parseJson);
    const id = isObject(line) ? line.custom_id : undefined;
    if (!isObject(line) || typeof id !== "string") {
      broken.push(number);
      continue;
    }
    if (lines.has(id)) doubled.add(id);
    lines.set(id, span);
    if (isFailure(line)) failed.push(id);
  }
  return { path, lines, doubled, failed: failed.filter((id) => !doubled.has(id)), broken };
}

function isFailure({ error, response }: JsonObject): boolean {
  return (error ?? undefined) !== undefined || !isObject(response) ||
    Number(response.status_code ?? 200) >= 400;
}

/** The lines of a file, with their positions. */
async function* linesOf(path: string): AsyncGenerator<Span & { number: number; bytes: Buffer }, void> {
  let [at, number] = [0, 0];
  try {
    using file = await Deno.open(path);
    for await (const bytes of byteLines(file.readable)) {
      yield { number: ++number, at, length: bytes.length, bytes };
      at += bytes.length + 1;
    }
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/** The parsed line of an id. */
function lineOf({ path, lines }: BatchOutput, id: string): JsonObject {
  const { at, length } = lines.get(id)!;
  const bytes = new Uint8Array(length);
  using file = Deno.openSync(path);
  file.seekSync(at, Deno.SeekMode.Start);
  for (let read = 0; read < length;) read += file.readSync(bytes.subarray(read)) ?? Infinity;
  const line = jsonIn(new TextDecoder().decode(bytes), parseJson);
  if (isObject(line) && line.custom_id === id) return line;
  throw new ModelError(`${shortPath(path)} was changed while it was read; read it again`, {
    failure: "no-recording",
  });
}

/** A model whose answers are read from the output of a batch; everything else is delegated to the given model. */
export function answeredBy(model: Model, output: BatchOutput): Model {
  const { batch } = model;
  if (!batch) {
    throw new RangeError(
      `Cannot read a batch of ${model.spec}: only models openai/NAME are asked by batches`,
    );
  }
  return {
    spec: model.spec,
    describe: (options) => model.describe(options),
    prepare: (plan, options) => model.prepare(plan, options),
    async ask(request, options) {
      const id = completionKey((await model.describe(options)).identity, request);
      if (output.lines.has(id) && !output.doubled.has(id)) {
        return await batch.reply(lineOf(output, id), request);
      }
      const what = output.doubled.has(id) ? "has more than one answer" : "has no answer";
      throw new ModelError(`${shortPath(output.path)} ${what} with the custom_id ${id}`, {
        failure: "no-recording",
      });
    },
  };
}

/** The most ids, samples or lines that a sentence names. */
const MOST_NAMED = 3;

/**
 * The faults of the output of a batch, in sentences.
 *
 * @param asked.missing The samples that the store lacks.
 */
export function batchNotices(
  { path, lines, doubled, failed, broken }: BatchOutput,
  { spec }: Model,
  { identity, jobs, missing }: {
    readonly identity: string;
    readonly jobs: readonly Job[];
    readonly missing: readonly Job[];
  },
): string[] {
  const idOf = (job: Job) => completionKey(identity, requestFor(spec, job, job.prompt, 1));
  const wanted = new Map(jobs.map((job) => [idOf(job), job]));
  const nameOf = (id: string) => {
    const job = wanted.get(id);
    return job ? `${job.sample.taskId} epoch ${job.sample.epoch}` : id;
  };
  const foreign = lines.keys().filter((id) => !wanted.has(id)).toArray();
  const absent = missing.map(idOf).filter((id) => !lines.has(id));
  const says = (items: readonly (string | number)[], what: string) =>
    items.length === 0 ? [] : [`${shortPath(path)} has ${what}: ${named(items)}.`];
  return [
    ...says(absent.map(nameOf), "no answer to samples that were not kept before"),
    ...says([...doubled].map(nameOf), "more than one line for samples, and none of them counts"),
    ...says(
      foreign,
      "lines with a custom_id of no sample of this run, so of other prompts, options or model",
    ),
    ...says(failed.map(nameOf), "lines that say that the request failed"),
    ...says(broken, "lines that are no JSON object with a custom_id, by their numbers"),
  ];
}

/** The number of the items, and the first of them. */
function named(items: readonly (string | number)[]): string {
  const rest = items.length > MOST_NAMED ? ", …" : "";
  return `${items.length.toLocaleString("en")} (${items.slice(0, MOST_NAMED).join(", ")}${rest})`;
}
