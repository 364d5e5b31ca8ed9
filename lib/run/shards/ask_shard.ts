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

/** The options of working on a shard. */
export interface AskOptions {
  readonly plan: StoredPlan;
  /** The shard's name, and its content. */
  readonly name: string;
  readonly shard: Shard;
  readonly study: Study;
  /** The prompts of the shard's tasks, in the order in which `run` asks them. */
  readonly prompts: Asked["prompts"];
  /** The folder of the plan, in which answers are written and looked up. */
  readonly folder: string;
  /** A folder of this machine, in which answers and findings are kept until the shard is done. */
  readonly local: string;
  /** Whether samples without an answer are left out. @default false: the shard then fails */
  readonly withGaps?: boolean;
}

/**
 * Asks the model for the answers of a shard and judges nothing: all answers are written to the folder of the plan,
 * whole or not at all. Until then they are kept as by `workShard`.
 *
 * @throws {RangeError} If the model is not on a server, so that no separate job is needed to ask it.
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
 * The fields of a finished shard's files: the place and the time of the work, and the model that answered.
 *
 * @throws {ModelError} If the model is not the plan's.
 */
export function aboutNow({ plan, name }: AskOptions, store: RunStore, begun: Date) {
  const times = { begun: begun.toISOString(), ended: new Date().toISOString() };
  return { plan: plan.id, shard: name, identity: identityOf(store, plan), host: hostname(), ...times };
}

/** @throws {ModelError} If samples have no answer, unless gaps are wanted. @param why The notices, a bracket, the remedy. */
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

/** The model of a run as it was then: it does not answer what the run lacks, and no server is asked. */
export function modelThen({ model: spec, description }: Run): Model {
  return {
    spec,
    describe: () => Promise.resolve(description),
    prepare: () => Promise.resolve([]),
    ask: () =>
      Promise.reject(new ModelError("there was none when it was asked", { failure: "no-recording" })),
  };
}
