import { completionKey } from "../../store/run_store/completion_key.ts";
import { writeWhole } from "../../store/files/files.ts";
import { openModel } from "../../generation/open_model.ts";
import { type Job, requestFor } from "../../generation/plan.ts";
import type { Model } from "../../generation/model.ts";
import { beginGeneration, type GenerateOptions, refuseUnknownGeneration } from "./generate.ts";

/**
 * Writes the requests of a generation to a file in OpenAI's batch format, for `vllm run-batch` or a hosted service. The
 * output of the batch is read by `generate` with the same options and `readBatch`.
 *
 * @param options The options of `generate`, with an `openai/NAME` as model. Requests that the store can answer are not
 * written.
 * @param path The file; written whole or not at all.
 * @returns The number of requests in the file, those of all samples that the store lacks, and the number of all samples.
 * @throws {RangeError} If the model does not take batches, there is a `followUp`, or as `generate`.
 * @throws {DataError} If the file cannot be written.
 *
 * @example
 * ```ts
 * import { openModel, writeBatch } from "codebias";
 * import assert from "node:assert/strict";
 * const model = openModel("openai/Qwen/Qwen2.5-Coder-7B-Instruct", { engine: "vllm" });
 * const prompts = [{ taskId: "1", prompt: "Write a function." }];
 * const path = await Deno.makeTempFile({ suffix: ".jsonl" });
 * const { written } = await writeBatch({ model, prompts, epochs: 3, onNotice: () => {} }, path);
 * assert.equal(written, 3);
 * ```
 */
export async function writeBatch(options: GenerateOptions, path: string) {
  refuseUnknownGeneration(options);
  const model = typeof options.model === "string" ? openModel(options.model) : options.model;
  if (!model.batch) {
    throw new RangeError(
      `Cannot write a batch for ${model.spec}: only models openai/NAME are asked by batches`,
    );
  }
  if (options.followUp || options.readBatch !== undefined) {
    throw new RangeError("Cannot write a batch with followUp or readBatch: what is asked depends on answers");
  }
  const begun = await beginGeneration({ ...options, model });
  const { identity } = begun.model;
  const missing = begun.missing();
  const lines = ReadableStream.from(linesOf(model, identity, missing)).pipeThrough(new TextEncoderStream());
  await writeWhole(path, lines);
  return { written: missing.length, total: begun.total };
}

async function* linesOf(model: Model, identity: string, jobs: readonly Job[]): AsyncGenerator<string, void> {
  for (const job of jobs) {
    const request = requestFor(model.spec, job, job.prompt, 1);
    const { url, body } = await model.batch!.request(request);
    yield JSON.stringify({ custom_id: completionKey(identity, request), method: "POST", url, body }) + "\n";
  }
}
