import type {
  GenerationRequest,
  Likelihood,
  Missing,
  ModelDescription,
  Prompt,
  Reply,
  SampleId,
  Sampling,
} from "../core/types.ts";
import type { JsonObject } from "./json.ts";

/** The number of requests that a server may be able to handle at once. */
export interface Breadth {
  /** The maximum number of requests that may be useful at once. @default 64 */
  readonly most?: number;
  /** The server's setting that raises this number, e.g. `OLLAMA_NUM_PARALLEL`; absent if it is not known. */
  readonly raisedBy?: string;
}

/** The timeouts for a server, milliseconds. */
export interface Patience {
  /** The timeout for an answer that needs no computation, e.g. the server's version. @default 10 s */
  readonly connectMs: number;
  /** The timeout for the first token: a server may first load the model, or make the request wait. @default 5 min */
  readonly firstTokenMs: number;
  /** The timeout for each later token. @default 1 min */
  readonly idleMs: number;
}

/** Options for a request. */
export interface AskOptions {
  /** Ends the request at once, with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The properties of a run that are known before its first request. */
export interface RunPlan {
  readonly sampling: Sampling;
  /** All prompts of the run. */
  readonly prompts: Iterable<Prompt>;
}

/** A question for the probability of a text. */
export interface LikelihoodQuestion {
  /** The prompt that the text follows, without a chat template. */
  readonly prompt: Prompt;
  readonly text: string;
  /** The sample, which is not sent to servers; the synthetic model may differ between tasks. */
  readonly sample: Pick<SampleId, "taskId" | "runSeed">;
}

/** The conversion of a model's requests and replies to and from OpenAI's batch format. */
export interface BatchForm {
  /**
   * The request in the server's form: its URL and its body.
   *
   * @throws {RangeError} If a setting cannot be followed, or not in a batch; names it.
   */
  request(request: GenerationRequest): Promise<{ readonly url: string; readonly body: JsonObject }>;
  /**
   * The reply in a line of the output.
   *
   * @throws {ModelError} If the line has no reply.
   */
  reply(line: JsonObject, request: GenerationRequest): Promise<Reply>;
}

/** A language model, or a substitute, that completes prompts. */
export interface Model {
  /** The model as the analyst named it, e.g. `ollama/qwen2.5-coder:7b`. */
  readonly spec: string;
  /** Whether its answers were recorded before, so that the seeds of requests are not used. @default false */
  readonly recorded?: boolean;
  /**
   * The description of the model, for which the server is asked once.
   *
   * @throws {ModelError} If the server cannot be reached or does not have the model; the message says what to do.
   */
  describe(options?: AskOptions): Promise<ModelDescription>;
  /** Sentences on what the server's answers have shown so far, which are also in `describe`'s notices. Sends no request. */
  learnt?(): string[];
  /** Whether a prompt that is one text gets a chat template unless its sampling is raw. @default false */
  readonly templates?: boolean;
  /**
   * Prepares for a run: refuses settings that would be ignored, and chooses the context window once.
   *
   * @returns Sentences about this run for the analyst.
   * @throws {RangeError} If this backend cannot follow a setting; names it.
   * @throws {ModelError} As `describe`.
   */
  prepare(plan: RunPlan, options?: AskOptions): Promise<string[]>;
  /**
   * Sends one request, without retries.
   *
   * @throws {ModelError} If there is no complete answer; `retry` says whether asking again may help.
   */
  ask(request: GenerationRequest, options?: AskOptions): Promise<Reply>;
  /**
   * Whether the model can answer a request; absent if that is not known before it is asked. Samples that an incomplete
   * recording lacks are left out of a generation, with a notice.
   */
  has?(request: GenerationRequest): Promise<boolean>;
  /**
   * The log-likelihood of a text after a prompt, in the model's own distribution: temperature 1, no truncation. The
   * end of the completion is not part of the text. Absent if the backend never gives likelihoods.
   *
   * @returns The likelihood, or the reason why it is unknown. A reason that lies with the server is final.
   * @throws {ModelError} As `ask`.
   */
  likelihood?(question: LikelihoodQuestion, options?: AskOptions): Promise<Likelihood | Missing>;
  /** The number of requests that it may handle at once; absent if nothing is known. @throws {ModelError} As `describe`. */
  breadth?(options?: AskOptions): Promise<Breadth>;
  /** The same model on each of several servers, each of which `Asker` asks at its own pace; absent if there is only one. */
  readonly servers?: readonly Model[];
  /** The form of its batches; absent if it takes none. */
  readonly batch?: BatchForm;
}
