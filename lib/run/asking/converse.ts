import { ModelError } from "../../core/errors.ts";
import type { Answered, Asker } from "../../generation/asker.ts";
import { type AnswerKind, answerKind } from "../../generation/requests/looping.ts";
import type { Model } from "../../generation/model.ts";
import { continued, type Job, type PlanOptions, requestFor } from "../../generation/plan.ts";
import type { BegunRun } from "../../store/run_store/begun_run.ts";
import type { Persistence } from "../../generation/requests/retry.ts";
import type { RunStore } from "../../store/run_store/run_store.ts";
import type { GenerationRequest, Progress, Prompt, Reply, SampleId, Settings } from "../../core/types.ts";

/** The progress of a generation. */
export interface GenerationProgress extends Progress {
  /** The number of finished samples that the store had, and of those that failed. */
  readonly known: number;
  readonly failed: number;
  /** The number of tokens of all new completions. */
  readonly tokens: number;
  /** The number of requests that the server answers at once, as measured; absent until it is known. */
  readonly atOnce?: number;
  /** How to make the server answer more at once; absent unless as many samples as it answers wait for their turn. */
  readonly raisedBy?: string;
}

/** The conversation of a sample so far. */
export interface Conversation {
  readonly taskId: string;
  readonly settings: SampleId["settings"];
  readonly epoch: number;
  /** The last prompt, with all earlier turns. */
  readonly prompt: Prompt;
  /** All replies so far, the newest last. */
  readonly replies: readonly Reply[];
}

/** The options of `generate`. */
export interface GenerateOptions<S extends Settings = Settings>
  extends Omit<PlanOptions<S>, "model" | "study"> {
  /** A model, or its name as for `openModel`. */
  readonly model: Model | string;
  /** The purpose of the completions. @default "generate" */
  readonly study?: string;
  /** The store, which keeps every completion at once and answers requests that it knows. @default nothing is kept */
  readonly store?: RunStore;
  /** The name of the run. */
  readonly name?: string;
  /** The number of concurrent requests to each server. @default as many as the server sustains */
  readonly concurrency?: number;
  readonly persistence?: Partial<Persistence>;
  /**
   * The next question of the user, given the conversation so far; undefined when it is over. The question must
   * depend on the conversation alone, because a resumed run asks for it again.
   */
  readonly followUp?: (soFar: Conversation) => string | undefined | Promise<string | undefined>;
  /**
   * What happens to samples that a growing recording does not have yet: they are left out, with a notice, or each
   * fails.
   * @default "left out"
   */
  readonly gaps?: "left out" | "fail";
  /**
   * The output of a batch, a file in OpenAI's format, which is read instead of asking the model: see `writeBatch`. A
   * sample that it does not answer fails, unless the store has it.
   */
  readonly readBatch?: string;
  /** Distinguishes runs whose conversations continue in different ways. @default "conversation" if there is a followUp */
  readonly variant?: string;
  readonly onProgress?: (progress: GenerationProgress) => void;
  /** Called with a sentence that the analyst should know. @default a warning on the console */
  readonly onNotice?: (sentence: string) => void;
  /** Ends the generation with the signal's reason; completions received so far are kept. */
  readonly signal?: AbortSignal;
}

/** A finished sample: its last completion, or why there is none. */
export interface GeneratedSample {
  readonly sample: SampleId;
  /** All turns of the prompt. */
  readonly prompt: Prompt;
  readonly seed: number;
  /** The last reply; undefined if the sample failed. */
  readonly reply?: Reply;
  readonly answer?: AnswerKind;
  /** The replies of all turns. */
  readonly replies: readonly Reply[];
  /** The prompt and the seed of each reply. */
  readonly turns: readonly { readonly prompt: Prompt; readonly seed: number }[];
  /** Why there is no reply. A failure of the server is never a completion. */
  readonly error?: ModelError;
}

/** The options of a generation that has begun, for making its samples. */
export interface Making extends GenerateOptions {
  readonly model: Model;
  readonly begun?: BegunRun;
  /** Called when a request is about to be made. */
  readonly onAsked: () => void;
}

/** Makes one sample: asks the model, and continues as long as there is another question. */
export async function converse(
  job: Job,
  { model, begun, followUp, onAsked }: Making,
  asker: Asker,
): Promise<{ sample: GeneratedSample; asked: number; tokens: number }> {
  const replies: Reply[] = [];
  const turns: { readonly prompt: Prompt; readonly seed: number }[] = [];
  let [prompt, asked, tokens] = [job.prompt, 0, 0];
  for (let turn = 1;; turn++) {
    const request = { ...requestFor(model.spec, job, prompt, turn), tokensBefore: tokensOf(replies.at(-1)) };
    const about = { sample: request.sample, prompt, seed: request.seed, replies, turns };
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
    turns.push({ prompt, seed: request.seed });
    const { taskId, settings, epoch } = job.sample;
    const question = await followUp?.({ taskId, settings, epoch, prompt, replies });
    if (question === undefined) {
      const answer = answerKind(reply.text, reply.finish);
      return { sample: { ...about, reply, answer }, asked, tokens };
    }
    prompt = continued(prompt, reply.text, question);
  }
}

/** The number of tokens of a prompt and its reply, if the server counted both. */
function tokensOf(reply: Reply | undefined): number | undefined {
  if (reply?.promptTokens === undefined || reply.completionTokens === undefined) return undefined;
  return reply.promptTokens + reply.completionTokens;
}

/** Stores a reply; if another process has stored one before, that reply counts. */
function keep(request: GenerationRequest, { reply, tries }: Answered, begun: BegunRun | undefined): Answered {
  const answer = answerKind(reply.text, reply.finish);
  return { reply: begun?.put(request, { reply, tries, answer }) ?? reply, tries };
}
