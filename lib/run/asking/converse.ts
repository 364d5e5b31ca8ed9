import { ModelError } from "../../core/errors.ts";
import type { GeneratedSample, GenerateOptions } from "./generate.ts";
import type { Answered, Asker } from "../../generation/asker.ts";
import { answerKind } from "../../generation/requests/looping.ts";
import type { Model } from "../../generation/model.ts";
import { continued, type Job, requestFor } from "../../generation/plan.ts";
import type { BegunRun } from "../../store/run_store/begun_run.ts";
import type { GenerationRequest, Reply } from "../../core/types.ts";

/** What making samples needs besides the samples. */
export interface Making extends GenerateOptions {
  readonly model: Model;
  readonly begun?: BegunRun;
  /** Told when a request is about to be made. */
  readonly onAsked: () => void;
}

/** Makes one sample: asks, and goes on as long as there is another question. */
export async function converse(
  job: Job,
  { model, begun, followUp, onAsked }: Making,
  asker: Asker,
): Promise<{ sample: GeneratedSample; asked: number; tokens: number }> {
  const replies: Reply[] = [];
  let [prompt, asked, tokens] = [job.prompt, 0, 0];
  for (let turn = 1;; turn++) {
    const request = requestFor(model.spec, job, prompt, turn);
    const about = { sample: request.sample, prompt, seed: request.seed, replies };
    let reply = begun?.known(request);
    if (!reply) {
      asked++;
      onAsked();
      try {
        reply = (await asker.ask(request, (answered) => keep(request, answered, begun))).reply;
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        begun?.putFailure(request, error);
        return { sample: { ...about, error }, asked, tokens };
      }
      tokens += reply.completionTokens ?? 0;
    }
    replies.push(reply);
    const { taskId, settings, epoch } = job.sample;
    const question = await followUp?.({ taskId, settings, epoch, prompt, replies });
    if (question === undefined) {
      const answer = answerKind(reply.text, reply.finish);
      return { sample: { ...about, reply, answer }, asked, tokens };
    }
    prompt = continued(prompt, reply.text, question);
  }
}

/** Stores an answer; another process may have been faster, and then its answer counts. */
function keep(request: GenerationRequest, { reply, tries }: Answered, begun: BegunRun | undefined): Answered {
  const answer = answerKind(reply.text, reply.finish);
  return { reply: begun?.put(request, { reply, tries, answer }) ?? reply, tries };
}
