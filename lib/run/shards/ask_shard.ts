import { hostname } from "node:os";
import { join } from "node:path";
import { ModelError } from "../../core/errors.ts";
import type { Study } from "../../core/types.ts";
import type { Model } from "../../generation/model.ts";
import type { Run } from "../../store/run_store/run.ts";
import { openStore, type RunStore } from "../../store/run_store/run_store.ts";
import { writeAnswers } from "../../store/shards/shard_answers.ts";
import type { AnswersAbout } from "../../store/shards/shard_result.ts";
import type { Shard, StoredPlan } from "../../store/shards/plan.ts";
import { generate } from "../asking/generate.ts";
import { identityNow, identityOf, refuseChanged, refuseOther } from "./identity.ts";
import type { Asked } from "./parts.ts";

/** What a model is asked with. */
export interface AskOptions {
  readonly plan: StoredPlan;
  /** The shard's name, and what it asks. */
  readonly name: string;
  readonly shard: Shard;
  readonly study: Study;
  /** Prompts of the shard's tasks, in the order in which `run` asks them. */
  readonly prompts: Asked["prompts"];
  /** Of the plan, where answers are written, and taken from. */
  readonly folder: string;
  /** A folder of this machine, where what is answered and found is kept until the shard is done. */
  readonly local: string;
  /** Whether samples that have no answer are left out. @default false: then the shard fails */
  readonly withGaps?: boolean;
}

/**
 * Asks what a shard says and judges nothing: all answers are written to the folder of the plan, whole or not at all. Until then
 * they are kept as `workShard` keeps them.
 *
 * @throws {RangeError} If the model is on no server, so that no other job needs to ask it.
 * @throws {ModelError} If the model is not the plan's, or samples have no answer.
 * @throws As `generate`.
 */
export async function askShard(options: AskOptions): Promise<AnswersAbout> {
  const { plan, shard, study, local, prompts, folder } = options;
  const { model, temperatures, epochs, seed } = shard;
  if (!/^(?:ollama|openai)\//.test(model)) {
    throw new RangeError(`Cannot ask ${model} by itself: it is on no server; leave out --ask`);
  }
  const begun = new Date();
  refuseOther(plan, await identityNow(model));
  using store = openStore(join(local, "runs.sqlite"));
  const notices = new Set<string>();
  const onNotice = (notice: string) => void notices.add(notice);
  const asked = { study: study.name, model, prompts, temperatures, epochs, seed, store, onNotice };
  const { run, samples, failures: [failure, ...more] } = await generate(asked);
  await refuseChanged(store, model);
  const unanswered = failure ? 1 + more.length : 0;
  if (failure && unanswered === samples.length) throw failure.error;
  if (failure) {
    onNotice(`${unanswered} of ${samples.length} samples have no answer: ${failure.error!.message}`);
  }
  refuseGaps(options, unanswered, `${[...notices].join("; ")}): work on it again to ask for them`);
  const about: AnswersAbout = {
    ...aboutNow(options, store, begun),
    ...{ samples: samples.length - unanswered, unanswered, notices: [...notices] },
  };
  await writeAnswers(folder, about, run!);
  return about;
}

/**
 * What files of a shard that is done now say of it: where and when it was, and which model answered.
 *
 * @throws {ModelError} If it is not the plan's.
 */
export function aboutNow({ plan, name }: AskOptions, store: RunStore, begun: Date) {
  const times = { begun: begun.toISOString(), ended: new Date().toISOString() };
  return { plan: plan.id, shard: name, identity: identityOf(store, plan), host: hostname(), ...times };
}

/** @throws {ModelError} If samples have no answer, unless gaps are wanted. @param why In brackets, and what to do. */
export function refuseGaps(
  { shard, withGaps }: { readonly shard: Pick<Shard, "samples">; readonly withGaps?: boolean },
  unanswered: number,
  why: string,
): void {
  if (unanswered === 0 || withGaps) return;
  throw new ModelError(
    `${unanswered} of ${shard.samples} samples have no answer (${why}, or leave them out with --with-gaps`,
    { failure: "unfinished" },
  );
}

/** The model that a run was made with, as it was then: what the run lacks it does not answer, and no server is asked. */
export function modelThen({ model: spec, description }: Run): Model {
  return {
    spec,
    describe: () => Promise.resolve(description),
    prepare: () => Promise.resolve([]),
    ask: () =>
      Promise.reject(new ModelError("there was none when it was asked", { failure: "no-recording" })),
  };
}
