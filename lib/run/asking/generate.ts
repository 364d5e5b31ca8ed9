/**
 * Asks a model for the samples of a study: the only place where models and the run store meet. Resumable, ordered,
 * cancellable; samples in the store are not asked for again.
 *
 * @module
 */

import { ModelError } from "../../core/errors.ts";
import { converse, type GeneratedSample, type GenerateOptions, type Making } from "./converse.ts";
import { AnswersTogether } from "./answers_together.ts";
import { answeredBy, batchNotices, readBatch } from "./read_batch.ts";
import { untilInterrupted } from "../../store/interrupted.ts";
import { Asker } from "../../generation/asker.ts";
import { ifTold } from "../../generation/requests/failures.ts";
import { inOrder } from "../../generation/requests/in_order.ts";
import type { Model } from "../../generation/model.ts";
import { openModel } from "../../generation/open_model.ts";
import { Pace } from "../../generation/requests/concurrency.ts";
import { retry, type RetryOptions } from "../../generation/requests/retry.ts";
import { type Job, planJobs, requestFor } from "../../generation/plan.ts";
import { refuseOther } from "../../core/kinds.ts";
import { refuseUnknown, refuseUnknownOptions } from "../../core/nearest.ts";
import type { Run } from "../../store/run_store/run.ts";
import type { Completion, ModelDescription, Settings } from "../../core/types.ts";
import { visible } from "../../core/visible.ts";

export type { Conversation, GeneratedSample, GenerateOptions, GenerationProgress } from "./converse.ts";

/** All samples of a generation, in order. */
export interface Generation<S extends Settings = Settings> {
  readonly model: ModelDescription;
  /** The name of the model, marked if it is synthetic. */
  readonly label: string;
  /** The run in the store, if there is one. */
  readonly run?: Run;
  readonly samples: readonly GeneratedSample[];
  /** The completions of the samples that have one, as `run` takes them. */
  readonly completions: readonly Completion<S & { readonly temperature: number }>[];
  readonly failures: readonly GeneratedSample[];
}

/**
 * Asks a model for samples and collects them.
 *
 * @throws {RangeError} If an option is wrong, or the model would ignore a setting.
 * @throws {ModelError} If the model cannot be reached or does not exist; a sample that fails later is one of `failures`.
 * @throws {DataError} If the store cannot be written; its content stays valid.
 *
 * @example
 * ```ts
 * import { generate } from "codebias/run/asking/generate.ts";
 * import assert from "node:assert/strict";
 * const prompts = [{ taskId: "1", prompt: "Write a function." }];
 * const { completions } = await generate({ model: "calibration", prompts, epochs: 3, onNotice: () => {} });
 * assert.deepEqual(completions.map(({ epoch }) => epoch), [1, 2, 3]);
 * ```
 */
export async function generate<S extends Settings>(options: GenerateOptions<S>): Promise<Generation<S>> {
  const generation = await beginGeneration(options);
  const samples = await Array.fromAsync(generation.samples());
  const [first] = samples;
  if (first?.error && samples.every(({ error }) => error)) {
    const { onNotice: tell = console.warn } = options;
    tell(visible(`None of ${samples.length} samples has an answer: ${first.error.message}`));
  }
  const { spec, synthetic } = generation.model;
  return {
    model: generation.model,
    label: synthetic ? `SYNTHETIC: ${spec}` : spec,
    run: generation.run,
    samples,
    failures: samples.filter(({ error }) => error),
    completions: samples.flatMap(({ sample: { taskId, settings, epoch }, reply }) => {
      if (!reply) return [];
      const own = settings as S & { readonly temperature: number }; // the prompt's own settings and the temperature
      const { text, finish } = reply;
      const ended = finish !== "stop" && { finish };
      return [{ taskId, model: generation.model.spec, settings: own, epoch, text, ...ended }];
    }),
  };
}

/** A generation whose model was found. */
export type BegunGeneration = Awaited<ReturnType<typeof beginGeneration>>;

/**
 * Finds the model, prepares it for the prompts and reports the notices for the analyst. The samples are yielded one by
 * one, and none that was yielded is kept.
 *
 * @throws As {@linkcode generate}.
 *
 * @example
 * ```ts
 * import { beginGeneration } from "codebias/run/asking/generate.ts";
 * import assert from "node:assert/strict";
 * const prompts = [{ taskId: "1", prompt: "Write a function." }];
 * const begun = await beginGeneration({ model: "calibration", prompts, epochs: 3, onNotice: () => {} });
 * let longest = 0;
 * for await (const { reply } of begun.samples()) longest = Math.max(longest, reply!.text.length);
 * assert(begun.total === 3 && longest > 0);
 * ```
 */
export async function beginGeneration(options: GenerateOptions) {
  refuseUnknownGeneration(options);
  refuseUnknown("way with gaps", options.gaps, ["fail", "left out"]);
  const { store, persistence, study = "generate" } = options;
  const signal = untilInterrupted(options.signal);
  const asked = typeof options.model === "string" ? openModel(options.model) : options.model;
  const batch = options.readBatch === undefined ? undefined : await readBatch(options.readBatch);
  const model = batch ? answeredBy(asked, batch) : asked;
  const plan = { ...options, study, model: model.spec };
  const planned = planJobs(plan);
  const jobs = options.gaps === "fail" ? planned : await answered(model, planned);
  const prompts = options.prompts.map(({ prompt }) => prompt);
  const { onNotice: tell = console.warn } = options;
  let isBusy = false; // said once
  const onRetry = ({ message, failure }: ModelError, tries: number) => {
    if (failure !== "busy" || tries < 3 || isBusy) return;
    isBusy = true;
    tell(`${message}; it is asked again for some minutes`);
  };
  const { description, notices } = await retry(async (tries) => {
    try {
      // Preparing queries the server again, so that a model that changed since the last run is noticed.
      const notices = await model.prepare({ sampling: planned[0].sampling, prompts }, { signal });
      return { description: await model.describe({ signal }), notices };
    } catch (error) {
      throw tries >= TRIES_AT_FIRST ? withoutHope(error) : error;
    }
  }, { persistence, signal, onRetry });
  const variant = options.variant ?? (options.followUp && "conversation");
  const begun = jobs.length > 0
    ? store?.beginRun({ name: options.name, model: model.spec, jobs, variant }, description)
    : undefined;
  const left = planned.length - jobs.length;
  const gaps = left > 0 ? [gapText(description.spec, { left, of: planned.length })] : [];
  const missing = () => jobs.filter((job) => !begun?.known(requestFor(model.spec, job, job.prompt, 1)));
  if (batch) {
    gaps.push(...batchNotices(batch, model, { identity: description.identity, jobs, missing: missing() }));
  }
  for (const notice of new Set([...description.notices, ...notices, ...begun?.notices ?? [], ...gaps])) {
    tell(visible(notice));
  }
  return {
    model: description,
    run: begun?.run,
    /** The number of samples. */
    total: jobs.length,
    /** The samples that the store does not have yet. */
    missing,
    /** The samples in order, each as soon as it and all samples before it are ready. @param some The jobs. @default all */
    async *samples(some: readonly Job[] = jobs): AsyncGenerator<GeneratedSample, void> {
      let asked = false;
      const onAsked = () => asked = true;
      const together = new AnswersTogether();
      for await (const sample of makeSamples(some, { ...options, signal, model, begun, onAsked, onRetry })) {
        together.add(sample);
        yield sample;
      }
      begun?.checkpoint();
      const isDrawn = !description.synthetic && !model.recorded;
      for (const notice of isDrawn ? together.notices(description, asked) : []) tell(notice);
      for (const notice of begun ? answeredElsewhere(begun.run, description) : []) tell(visible(notice));
      if (!asked) return;
      const { identity: now = description.identity, notices = [] } = await descriptionNow(
        model,
        jobs[0],
        signal,
      );
      // Some notices appear only when the model is loaded, or when a server has gone.
      for (const notice of notices) if (!description.notices.includes(notice)) tell(visible(notice));
      if (now === description.identity) return;
      tell(visible(
        `${model.spec} changed while it was asked: it began as ${description.identity} and is now ${now}; ` +
          "samples of this run may be from either, so make them again with another seed",
      ));
    },
  };
}

/** Refuses options that `generate` does not have. @throws {RangeError} Names the nearest. */
export function refuseUnknownGeneration(options: object): void {
  refuseUnknownOptions(options as GenerateOptions, [
    ...["model", "study", "prompts", "temperatures", "epochs", "seed", "sampling", "store", "name"] as const,
    ...["concurrency", "persistence", "followUp", "variant", "gaps", "onProgress", "onNotice"] as const,
    ...["signal", "readBatch"] as const,
  ]);
  const { model, prompts } = options as GenerateOptions;
  refuseOther("ask the model", model, "a text or an object");
  refuseOther("ask the prompts", prompts, "a list of objects");
}

/** A sentence on the number of answers that a recording lacks. */
export function gapText(spec: string, { left, of }: { readonly left: number; readonly of: number }): string {
  return `${spec} lacks ${left} of ${of} answers: they are left out.`;
}

/** The jobs that a model can answer, if this is known before asking it; else all jobs. */
export async function answered(model: Model, jobs: readonly Job[]): Promise<readonly Job[]> {
  if (!model.has) return jobs;
  const has = await Promise.all(jobs.map((job) => model.has!(requestFor(model.spec, job, job.prompt, 1))));
  return jobs.filter((_, at) => has[at]);
}

/** Sentences that name the other servers that answered a run, where nothing but its name identifies a model. */
function answeredElsewhere(run: Run, { spec, details }: ModelDescription): string[] {
  if (details.flavour !== "unknown") return [];
  const serversIn = ({ servers, baseUrl }: ModelDescription["details"]) =>
    Array.isArray(servers) ? servers : [`The server at ${baseUrl}`];
  const others = new Set(run.descriptions().values().flatMap((one) => serversIn(one.details)))
    .difference(new Set(serversIn(details)));
  return [...others].map((who) =>
    `${who} gave some answers of this run before, and they count: whether it had the same ${spec} is not known. ` +
    "Another store, or another seed, keeps them apart."
  );
}

/** The model's description after a run; what the run itself revealed if the server no longer responds. */
async function descriptionNow(
  model: Model,
  { sampling }: Job,
  signal?: AbortSignal,
): Promise<Partial<Pick<ModelDescription, "identity" | "notices">>> {
  try {
    await model.prepare({ sampling, prompts: [] }, { signal });
    return await model.describe({ signal });
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const known = await ifTold(model.describe({ signal }));
    const gone = error.failure === "refused-request" && { identity: `no longer one (${error.message})` };
    return { notices: known?.notices, ...gone };
  }
}

/** The number of tries to reach a server at first, fewer than for a server that was reached before. */
const TRIES_AT_FIRST = 4;

function withoutHope(error: unknown): unknown {
  if (!(error instanceof ModelError) || error.failure !== "unreachable") return error;
  return new ModelError(error.message, { failure: error.failure, retry: false, cause: error.cause });
}

async function* makeSamples(
  jobs: readonly Job[],
  { onRetry, ...making }: Making & Pick<RetryOptions, "onRetry">,
): AsyncGenerator<GeneratedSample, void> {
  const stop = new AbortController();
  const signal = making.signal ? AbortSignal.any([making.signal, stop.signal]) : stop.signal;
  const paces = new Map<Model, Pace>();
  const { concurrency: fixed, model, persistence } = making;
  for (const server of model.servers ?? [model]) {
    paces.set(server, new Pace({ fixed, most: (await server.breadth?.({ signal }))?.most }));
  }
  const pace = (server: Model) => paces.get(server)!;
  const asker = new Asker(model, { pace, persistence, signal, onRetry });
  const { raisedBy } = await model.breadth?.({ signal }) ?? {};
  const state = { done: 0, total: jobs.length, known: 0, failed: 0, tokens: 0 };
  making.onProgress?.({ ...state });
  const make = async (job: Job): Promise<GeneratedSample> => {
    signal.throwIfAborted();
    const { sample, asked, tokens } = await converse(job, making, asker);
    state.done++;
    state.tokens += tokens;
    if (sample.error) state.failed++;
    else if (asked === 0) state.known++;
    const { atOnce, underWay } = asker;
    const waits = atOnce !== undefined && underWay >= 2 * atOnce && raisedBy !== undefined;
    making.onProgress?.({ ...state, ...atOnce && { atOnce }, ...waits && { raisedBy } });
    return sample;
  };
  try {
    yield* inOrder(jobs, asker.most + 1, make);
  } finally {
    stop.abort();
  }
}
