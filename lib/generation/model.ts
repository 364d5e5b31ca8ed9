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

/** How many answers at once a server may be good for. */
export interface Breadth {
  /** Most requests that may be worth having under way. @default 64 */
  readonly most?: number;
  /** What lets the server answer more at once, e.g. `OLLAMA_NUM_PARALLEL`; absent where that is not known. */
  readonly raisedBy?: string;
}

/** How long to wait for a server, milliseconds. */
export interface Patience {
  /** For an answer that takes no work, e.g. the server's version. @default 10 s */
  readonly connectMs: number;
  /** For the first token: a server may first load the model, or make the request wait. @default 5 min */
  readonly firstTokenMs: number;
  /** For each token after it. @default 1 min */
  readonly idleMs: number;
}

/** How to ask. */
export interface AskOptions {
  /** Ends the request at once, with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** What is known of a run before its first request. */
export interface RunPlan {
  readonly sampling: Sampling;
  /** All prompts of the run. */
  readonly prompts: Iterable<Prompt>;
}

/** A text whose probability is asked for. */
export interface LikelihoodQuestion {
  /** What the text follows, without the chat template where there is one. */
  readonly prompt: Prompt;
  readonly text: string;
  /** Servers are not told; the synthetic model may differ between tasks. */
  readonly sample: Pick<SampleId, "taskId" | "runSeed">;
}

/** How a model's requests are answered elsewhere, in a file of OpenAI's batch format. */
export interface BatchForm {
  /**
   * What is asked, in the words of the server: where, and with what body.
   *
   * @throws {RangeError} If a setting cannot be followed, or not in a batch; names it.
   */
  request(request: GenerationRequest): Promise<{ readonly url: string; readonly body: JsonObject }>;
  /**
   * The reply in a line of the output.
   *
   * @throws {ModelError} If the line has none.
   */
  reply(line: JsonObject, request: GenerationRequest): Promise<Reply>;
}

/** Something that completes prompts. */
export interface Model {
  /** As the analyst named it, e.g. `ollama/qwen2.5-coder:7b`. */
  readonly spec: string;
  /** Whether its answers were recorded elsewhere, so that the seeds of requests are sent to nobody. @default false */
  readonly recorded?: boolean;
  /**
   * Finds out what the model is; asks the server once.
   *
   * @throws {ModelError} If the server cannot be reached or does not have the model, with what to do.
   */
  describe(options?: AskOptions): Promise<ModelDescription>;
  /** What showed of the server while it answered, each a sentence; of `describe`'s notices. Asks nobody. */
  learnt?(): string[];
  /** Whether a prompt that is one text gets a chat template unless its sampling is raw. @default false */
  readonly templates?: boolean;
  /**
   * Prepares for a run: refuses settings that would be ignored, chooses the context window once.
   *
   * @returns What the analyst should know about this run, each a sentence.
   * @throws {RangeError} If a setting cannot be followed by this backend; names it.
   * @throws {ModelError} As `describe`.
   */
  prepare(plan: RunPlan, options?: AskOptions): Promise<string[]>;
  /**
   * Asks once, without trying again.
   *
   * @throws {ModelError} If there is no whole answer; `retry` says whether asking again may help.
   */
  ask(request: GenerationRequest, options?: AskOptions): Promise<Reply>;
  /**
   * Whether it can answer a request; absent where that is not known before it is asked. What a growing
   * recording lacks so far is left out of a generation, with a notice.
   */
  has?(request: GenerationRequest): Promise<boolean>;
  /**
   * How probable a text is after a prompt, in the model's own distribution: temperature 1, no truncation. The
   * end of the completion is not part of the text. Absent where a backend never tells.
   *
   * @returns Or why it is unknown. A reason that lies with the server is found once and holds from then on.
   * @throws {ModelError} As `ask`.
   */
  likelihood?(question: LikelihoodQuestion, options?: AskOptions): Promise<Likelihood | Missing>;
  /** How many requests at once it may be good for; absent where nothing is known of that. @throws {ModelError} As `describe`. */
  breadth?(options?: AskOptions): Promise<Breadth>;
  /** The same model on each of several servers, which `Asker` asks each at its own pace; absent where there is one. */
  readonly servers?: readonly Model[];
  /** How it takes batches; absent where it takes none. */
  readonly batch?: BatchForm;
}
