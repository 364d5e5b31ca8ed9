import { unknownName } from "../../core/nearest.ts";
import type { Completion, Settings, Study, Task } from "../../core/types.ts";
import type { Model } from "../../generation/model.ts";
import { type Job, planJobs } from "../../generation/plan.ts";
import { openModel } from "../../generation/open_model.ts";
import { RECORDED, recordingsOf } from "../../store/paths.ts";
import { openStore } from "../../store/run_store/run_store.ts";
import { recordedIdentity } from "../../generation/recorded/recorded.ts";
import { answered, generate, type GeneratedSample, type GenerateOptions } from "../asking/generate.ts";
import type { Found } from "./given_answers.ts";
import type { Asked } from "./materials.ts";
import type { StudyOptions } from "./options.ts";

/** The data for asking models. */
export interface Asking<T extends Task> {
  readonly study: Pick<Study<T>, "name" | "methods" | "prompts" | "rounds" | "calibration">;
  readonly source: { methods(): Promise<Readonly<Record<string, string>>> };
  readonly tasks: readonly T[];
  /** The tasks that a synthetic model knows: it is the same whichever of them are asked. */
  readonly suite: readonly T[];
  /** Continues a conversation after an answer. @default conversations have one answer */
  readonly followUp?: GenerateOptions["followUp"];
  /** Called with a sentence that the analyst should know. */
  readonly tell: (notice: string) => void;
}

/**
 * Asks a model for a study's answers, or takes the recorded ones.
 *
 * @throws {RangeError} If there is no such method, or an option is wrong.
 * @throws {ModelError} If the model cannot be reached, or has answered nothing.
 */
export async function askedAnswers<T extends Task, S extends Settings>(
  { study, source, tasks: all, suite, followUp, tell }: Asking<T>,
  options: StudyOptions<T, S>,
): Promise<Found<T, S>> {
  if (all.length === 0) {
    throw new RangeError(
      `Cannot ask about ${study.name}: it lists no tasks; name them in it, or pass answers as completions`,
    );
  }
  const templates = study.methods ? {} : await source.methods();
  const known = study.methods ?? Object.keys(templates);
  const { methods = [known[0]], epochs, seed, signal, rounds = 0, onProgress } = options;
  for (const name of methods) if (!known.includes(name)) throw unknownName("prompting method", name, known);
  const isRecorded = options.source === "recorded";
  const model = isRecorded
    ? openModel(recordingsOf(study.name))
    : modelOf(options.model!, () => study.calibration!(suite, templates, { methods: known }));
  const { temperatures = isRecorded ? RECORDED.temperatures.toSorted() : [1], topPs = [undefined] } = options;
  const plan = { study: study.name, temperatures, epochs, seed };
  const askAbout = (tasks: readonly T[]) => study.prompts(tasks, templates, { methods });
  const tasks = isRecorded
    ? await recordedAmong(
      all,
      planJobs({ ...plan, model: model.spec, prompts: askAbout(all) }),
      model,
      options,
    )
    : all;
  const prompts = askAbout(tasks);
  // Recorded answers are on the disk already.
  using store = isRecorded || options.store ? undefined : openStore();
  const found: Completion[] = [];
  const asked: Asked[] = [];
  const labels = new Set<string>();
  for (const [at, topP] of topPs.entries()) {
    const generation = await generate({
      ...plan,
      ...{ model, prompts, signal, followUp, store: options.store ?? store, onNotice: tell },
      ...(followUp && { variant: "feedback" }),
      ...(topP !== undefined && { sampling: { topP } }),
      onProgress: ({ done, total }) =>
        onProgress?.({ stage: "asking", done: at * total + done, total: topPs.length * total }),
    });
    const { spec, identity } = generation.model;
    const about = model.recorded
      ? { isRecorded: true, identity: recordedIdentity(generation.model) }
      : { identity };
    const bySample = new Map(generation.samples.map((one) => [conversationOf(one.sample), one]));
    labels.add(generation.label);
    const completions: readonly Completion[] = study.rounds
      ? study.rounds(generation, { rounds })
      : generation.completions;
    const last = completions.reduce((most, { settings }) => Math.max(most, Number(settings.round ?? 0)), 0);
    if (last < rounds) tell(`${spec} has no answers to feedback, or not all: there is no round ${last + 1}`);
    for (const one of completions) {
      asked.push(askedFor(one, bySample.get(conversationOf(one)), about));
      found.push(topP === undefined ? one : { ...one, settings: { ...one.settings, topP } });
    }
    const [failure] = generation.failures;
    if (failure && completions.length === 0) throw failure.error;
    if (failure) {
      tell(
        `${generation.failures.length} of ${generation.samples.length} samples have no answer: ${
          failure.error!.message
        }`,
      );
    }
  }
  return { tasks, completions: found as Completion<S>[], label: [...labels].join(", "), asked };
}

/** A key of a conversation within one generation; each of its answers has a round. */
function conversationOf(
  { taskId, settings, epoch }: Pick<Completion, "taskId" | "settings" | "epoch">,
): string {
  return JSON.stringify([taskId, epoch, Object.entries({ ...settings, round: 0 }).toSorted()]);
}

/** The request of a completion; empty for one that is not a reply of its conversation. */
function askedFor(
  { text, settings }: Completion,
  { replies, turns }: Pick<GeneratedSample, "replies" | "turns"> = { replies: [], turns: [] },
  { identity, isRecorded }: { readonly identity?: string; readonly isRecorded?: boolean },
): Asked {
  // The last answer of a conversation that is over is also that of all later rounds.
  const at = Math.min(Number(settings.round ?? Infinity), replies.length - 1);
  const reply = replies.at(at);
  if (reply?.text !== text) return {};
  const { reasoning, promptTokens, completionTokens } = reply;
  const { prompt, seed } = turns[at];
  return {
    ...{ prompt, reasoning, promptTokens, completionTokens, identity },
    seed: isRecorded ? reply.seed : seed,
  };
}

/** The tasks to which a recording has an answer, up to the limit. */
async function recordedAmong<T extends Task, S extends Settings>(
  tasks: readonly T[],
  jobs: readonly Job[],
  model: Model,
  { limit }: StudyOptions<T, S>,
): Promise<readonly T[]> {
  const ids = new Set((await answered(model, jobs)).map(({ sample: { taskId } }) => taskId));
  const known = tasks.filter(({ id }) => ids.has(id)).slice(0, limit);
  if (known.length > 0) return known;
  throw new RangeError("Cannot take recorded answers: there are none to these tasks at these settings");
}

/** @param synthetic The study's own synthetic model: answers of the general one would be meaningless. */
function modelOf(model: Model | string, synthetic: () => object): Model {
  if (model === "calibration") {
    return openModel(synthetic() as Exclude<Parameters<typeof openModel>[0], string>);
  }
  return typeof model === "string" ? openModel(model) : model;
}
