import { ModelError } from "../../core/errors.ts";
import type { Answered, Asker } from "../../generation/asker.ts";
import { type AnswerKind, answerKind } from "../../generation/requests/looping.ts";
import type { Model } from "../../generation/model.ts";
import { continued, type Job, type PlanOptions, requestFor } from "../../generation/plan.ts";
import type { BegunRun } from "../../store/run_store/begun_run.ts";
import type { Persistence } from "../../generation/requests/retry.ts";
import type { RunStore } from "../../store/run_store/run_store.ts";
import type { GenerationRequest, Prompt, Reply, SampleId, Settings } from "../../core/types.ts";

/** How far a generation has come. */
export interface GenerationProgress {
  readonly done: number;
  readonly total: number;
  /** How many of the done ones the store had, and how many failed. */
  readonly known: number;
  readonly failed: number;
  /** Tokens of all new completions. */
  readonly tokens: number;
  /** How many the server answers at once, as measured; absent as long as that is not known. */
  readonly atOnce?: number;
  /** What lets it answer more at once; absent unless as many as it answers wait for their turn. */
  readonly raisedBy?: string;
}

/** What has been said in a sample so far. */
export interface Conversation {
  readonly taskId: string;
  readonly settings: SampleId["settings"];
  readonly epoch: number;
  /** What the model was last asked, with all that went before. */
  readonly prompt: Prompt;
  /** All replies so far, the last one the newest. */
  readonly replies: readonly Reply[];
}

/** Which samples to make, and how. */
export interface GenerateOptions<S extends Settings = Settings>
  extends Omit<PlanOptions<S>, "model" | "study"> {
  /** A model, or its name as for `openModel`. */
  readonly model: Model | string;
  /** What the completions are for. @default "generate" */
  readonly study?: string;
  /** Stores every completion at once, and answers what it knows. @default nothing is kept */
  readonly store?: RunStore;
  /** What to call the run. */
  readonly name?: string;
  /** Requests at a time, of each server. @default as many as the server sustains */
  readonly concurrency?: number;
  readonly persistence?: Partial<Persistence>;
  /**
   * The next question of the user, given the conversation so far; undefined when it is over. Its answer must
   * depend on the conversation alone, since a resumed run asks it again.
   */
  readonly followUp?: (soFar: Conversation) => string | undefined | Promise<string | undefined>;
  /**
   * What becomes of samples that a growing recording lacks so far: they are left out, with a notice, or each
   * fails.
   * @default "left out"
   */
  readonly gaps?: "left out" | "fail";
  /**
   * The output of a batch, a file in OpenAI's format, that is read in place of asking: see `writeBatch`. A sample that it
   * does not answer fails, unless the store has it.
   */
  readonly readBatch?: string;
  /** Tells runs apart that differ in how their conversations go on. @default "conversation" if there is a followUp */
  readonly variant?: string;
  readonly onProgress?: (progress: GenerationProgress) => void;
  /** Told, in sentences, what the analyst should know. @default a warning on the console */
  readonly onNotice?: (sentence: string) => void;
  /** Ends the generation with the signal's reason; what was answered is kept. */
  readonly signal?: AbortSignal;
}

/** A finished sample: its last completion, or why there is none. */
export interface GeneratedSample {
  readonly sample: SampleId;
  /** All that the model was asked. */
  readonly prompt: Prompt;
  readonly seed: number;
  /** Undefined if it failed. */
  readonly reply?: Reply;
  readonly answer?: AnswerKind;
  /** The replies of all turns. */
  readonly replies: readonly Reply[];
  /** What was asked for each of the replies, and with which seed. */
  readonly turns: readonly { readonly prompt: Prompt; readonly seed: number }[];
  /** Why there is no reply. A failure of the server is never a completion. */
  readonly error?: ModelError;
}

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

/** Tokens of what was asked and answered, if the server counted both. */
function tokensOf(reply: Reply | undefined): number | undefined {
  if (reply?.promptTokens === undefined || reply.completionTokens === undefined) return undefined;
  return reply.promptTokens + reply.completionTokens;
}

/** Stores an answer; another process may have been faster, and then its answer counts. */
function keep(request: GenerationRequest, { reply, tries }: Answered, begun: BegunRun | undefined): Answered {
  const answer = answerKind(reply.text, reply.finish);
  return { reply: begun?.put(request, { reply, tries, answer }) ?? reply, tries };
}
