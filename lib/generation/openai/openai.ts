import { ModelError } from "../../core/errors.ts";
import type { GenerationRequest, Likelihood, Missing, ModelDescription, Reply } from "../../core/types.ts";
import { refuseUnknown } from "../../core/nearest.ts";
import type { JsonObject } from "../json.ts";
import type {
  AskOptions,
  BatchForm,
  Breadth,
  LikelihoodQuestion,
  Model,
  Patience,
  RunPlan,
} from "../model.ts";
import { patienceOf, Watch } from "../requests/timeouts.ts";
import { completionLimits, promptBytes } from "../requests/allowance.ts";
import { onServers } from "../servers.ts";
import { openaiAddresses } from "./address.ts";
import { type AnswerContext, batchReply } from "./answer.ts";
import { type Described, describeModel, loadedContext, missingModel } from "./description.ts";
import { Endpoint } from "./endpoint.ts";
import { sendingFailure, tooLongFailure } from "./failure.ts";
import { type Engine, ENGINES } from "./flavour.ts";
import { readAnswer } from "./read_answer.ts";
import { Learnt } from "./learnt.ts";
import type { Probe } from "./server.ts";
import { checkRaw, checkSampling, requestBody, samplingNotices, Sparing } from "./request.ts";
import { lacksTokens, mayBeCut } from "./likelihood/truncation.ts";
import { Unable, weigh } from "./likelihood/weigh.ts";

/** Options for reaching a server with OpenAI's interface. */
export interface OpenAIOptions {
  /** The base URL, e.g. `http://localhost:8000/v1`; several with commas between them. @default OPENAI_BASE_URL, else OpenAI's */
  readonly baseUrl?: string;
  /** Not allowed: keys come from the environment only, from CODEBIAS_API_KEY, else OPENAI_API_KEY. */
  readonly apiKey?: never;
  readonly patience?: Partial<Patience>;
  /** The engine that answers a batch, if no server runs that could be asked for it. @default a server is asked */
  readonly engine?: Engine;
}

/**
 * A model on a server with OpenAI's interface: OpenAI, vLLM, SGLang, llama.cpp, LM Studio, Ollama's `/v1` and others.
 *
 * @param name The model's name on that server.
 * @throws {RangeError} If the address is not a URL, OpenAI itself is to be asked without a key, or an engine is unknown or
 * given together with an address.
 *
 * @example
 * ```ts ignore
 * const model = openOpenAI("Qwen/Qwen2.5-Coder-7B-Instruct", { baseUrl: "http://localhost:8000/v1" });
 * console.log((await model.describe()).notices);
 * ```
 */
export function openOpenAI(name: string, { baseUrl, patience, engine }: OpenAIOptions = {}): Model {
  refuseUnknown("engine", engine, ENGINES);
  if (engine !== undefined && baseUrl !== undefined) {
    throw new RangeError(
      `Cannot use ${engine} at ${baseUrl}: name an engine where no server runs, or a server`,
    );
  }
  return onServers(
    openaiAddresses(engine === undefined ? baseUrl : NOWHERE).map((address) => {
      const endpoint = new Endpoint(address);
      return { who: endpoint.who, model: new OpenAIModel(name, endpoint, patienceOf(patience), engine) };
    }),
  );
}

/** The placeholder address of an engine that only answers batches; no server can have it. */
const NOWHERE = "http://batch.invalid/v1";

/** The number of failures in a row after which a list of models that fails is treated as missing. */
const MOST_FAILURES = 3;

class OpenAIModel implements Model {
  readonly spec: string;
  readonly templates = true;
  /** The model, its server, and the options for requests that need no computation. */
  readonly #about: Omit<Probe, "signal">;
  readonly #patience: Patience;
  readonly batch: BatchForm = {
    request: (request) => this.#batchRequest(request),
    reply: (line, request) => this.#batchReply(line, request),
  };
  #described: Described | undefined;
  #contextTokens: number | undefined;
  /** The number of failed descriptions in a row. */
  #failures = 0;
  readonly #learnt = new Learnt();
  /** The reason why the server gives no likelihoods, once it is known. */
  #unable: Missing | undefined;

  constructor(name: string, endpoint: Endpoint, patience: Patience, engine: Engine | undefined) {
    this.spec = `openai/${name}`;
    this.#about = { endpoint, model: name, connectMs: patience.connectMs, engine };
    this.#patience = patience;
  }

  async describe({ signal }: AskOptions = {}): Promise<ModelDescription> {
    const { description } = await this.#describe(signal);
    return { ...description, notices: [...description.notices, ...this.learnt()] };
  }

  learnt(): string[] {
    return this.#described ? this.#learnt.notices(this.#about, this.#described.description) : [];
  }

  async breadth({ signal }: AskOptions = {}): Promise<Breadth> {
    const { traits: { most, raisedBy }, slots } = await this.#describe(signal);
    return { most: most ?? slots, raisedBy };
  }

  async prepare({ sampling, prompts }: RunPlan, { signal }: AskOptions = {}): Promise<string[]> {
    const described = await this.#describe(signal, true);
    checkSampling(this.#about.model, sampling, described);
    const context = this.#contextTokens;
    const all = [...prompts];
    for (const prompt of all) checkRaw(this.#about.model, prompt, sampling);
    const most = context === undefined ? Infinity : context - sampling.maxTokens;
    const long = all.filter((prompt) => promptBytes(prompt) > most).length;
    const notices = samplingNotices(this.#about.model, sampling, described);
    if (long === 0) return notices;
    const some = long === 1 ? "1 prompt" : `${long.toLocaleString("en")} prompts`;
    return [
      ...notices,
      `${some} with maxTokens ${sampling.maxTokens} may not fit into the context of ${context} tokens: ` +
      "what does not fit is not answered, or its answer is cut off.",
    ];
  }

  async ask(request: GenerationRequest, { signal }: AskOptions = {}): Promise<Reply> {
    const described = await this.#checked(request, signal);
    try {
      const reply = await this.#send(request, described, signal);
      this.#learnt.answered(reply, request.sampling.maxTokens);
      await this.#refuseCut(request, reply, described, signal);
      return reply;
    } catch (error) {
      if (!(error instanceof ModelError && error.failure === "no-such-model")) throw error;
      throw await missingModel({ ...this.#about, signal }, described.flavour, error);
    }
  }

  /**
   * The log-likelihood from the completions endpoint with `echo`, as in vLLM; only for a prompt that is one text, without chat
   * template.
   */
  async likelihood(
    { prompt, text }: LikelihoodQuestion,
    { signal }: AskOptions = {},
  ): Promise<Likelihood | Missing> {
    const { traits } = await this.#describe(signal);
    if (this.#unable) return this.#unable;
    if (typeof prompt !== "string" || prompt === "") {
      return { reason: "log-likelihoods are only asked for after a prompt that is one text and not empty" };
    }
    if (text === "") return { nats: 0, tokens: 0, counted: 0 };
    if (!traits.raw) {
      return this.#unable = {
        reason: `${this.#about.endpoint.who} is not known to complete prompts without a chat template`,
      };
    }
    try {
      return await weigh({ prompt, text }, {
        ...{ ...this.#about, patienceMs: this.#patience.firstTokenMs, signal },
      });
    } catch (error) {
      if (!(error instanceof Unable)) throw error;
      const { who } = this.#about.endpoint;
      return this.#unable = {
        reason: error.message.startsWith(who)
          ? error.message
          : `${who} gives no log-likelihoods: ${error.message}`,
      };
    }
  }

  /** The request as it is sent otherwise, but without streaming. */
  async #batchRequest(request: GenerationRequest): Promise<{ url: string; body: JsonObject }> {
    const described = await this.#checked(request);
    if (request.sampling.raw) {
      throw new RangeError(
        `Cannot ask ${this.#about.model} with raw in a batch: it takes chats only; omit raw`,
      );
    }
    const { path, body } = requestBody(request, {
      ...described,
      model: this.#about.model,
      refused: this.#learnt.refused,
    });
    const { stream: _, stream_options: __, ...rest } = body;
    return { url: `/v1${path}`, body: rest };
  }

  async #batchReply(line: JsonObject, request: GenerationRequest): Promise<Reply> {
    const described = await this.#checked(request);
    const reply = batchReply(line, this.#context(request, described));
    await this.#refuseCut(request, reply, described);
    return reply;
  }

  #context({ prompt, sampling }: GenerationRequest, { flavour }: Described): AnswerContext {
    const { maxTokens, stop } = sampling;
    const limits = completionLimits(maxTokens, promptBytes(prompt));
    const { endpoint, model } = this.#about;
    const about = { endpoint, model, maxTokens, stop, limits };
    return { ...about, ollama: flavour === "ollama", answeredAs: (...as) => this.#learnt.answeredAs(...as) };
  }

  async #checked(request: GenerationRequest, signal?: AbortSignal): Promise<Described> {
    const described = await this.#describe(signal);
    checkSampling(this.#about.model, request.sampling, described);
    checkRaw(this.#about.model, request.prompt, request.sampling);
    return described;
  }

  async #describe(signal?: AbortSignal, anew = false): Promise<Described> {
    signal?.throwIfAborted();
    if (anew || !this.#described) {
      const probe = { ...this.#about, signal, withoutList: this.#failures++ >= MOST_FAILURES };
      this.#described = await describeModel(this.spec, probe);
      this.#failures = 0;
      this.#contextTokens = this.#described.description.contextTokens;
    }
    return this.#described;
  }

  async #send(request: GenerationRequest, described: Described, signal?: AbortSignal): Promise<Reply> {
    const { firstTokenMs, idleMs } = this.#patience;
    const { who } = this.#about.endpoint;
    const context = this.#context(request, described);
    for (const sparing = new Sparing(this.#learnt.refused);;) {
      const wire = requestBody(request, { ...described, model: this.#about.model, refused: sparing.without });
      using watch = new Watch(who, firstTokenMs, signal);
      const sentAt = performance.now();
      try {
        const response = await watch.response(this.#about.endpoint.send({ ...wire, signal: watch.signal }));
        const reply = await readAnswer(response, { ...context, watch, idleMs, sentAt });
        this.#learnt.refused = this.#learnt.refused.union(sparing.without);
        return { ...reply, ...this.#learnt.without(wire.body) };
      } catch (error) {
        if (watch.signal.aborted) throw watch.signal.reason;
        const failure = sendingFailure(error, context);
        const refusal = `${error} ${failure.message}`.replaceAll(who, "");
        if (failure.failure !== "refused-request" || !sparing.goesOn(refusal, wire.body)) throw failure;
      }
    }
  }

  async #refuseCut(
    request: GenerationRequest,
    reply: Reply,
    { flavour, traits }: Described,
    signal?: AbortSignal,
  ): Promise<void> {
    const bytes = promptBytes(request.prompt);
    const told = flavour !== "unknown" && this.#contextTokens !== undefined; // unknown servers may list a wrong context
    if (!told && lacksTokens(bytes, reply.promptTokens)) {
      throw new ModelError(
        `${this.#about.endpoint.who} cut a prompt: it counts ${reply.promptTokens} tokens in ${bytes} bytes; shorten it, or ` +
          `give ${this.#about.model} a longer context`,
        { failure: "prompt-too-long" },
      );
    }
    if (!traits.truncates) return;
    const cut = () => this.#contextTokens !== undefined && mayBeCut(request, reply, this.#contextTokens);
    if (!cut()) return;
    // Some versions report the true context window only once the model is loaded.
    const loaded = await loadedContext({ ...this.#about, signal }, flavour);
    if (loaded !== undefined) this.#contextTokens = loaded;
    if (!cut()) return;
    const { prompt, sampling: { maxTokens } } = request;
    const { promptTokens } = reply;
    const contextTokens = this.#contextTokens!;
    if (Array.isArray(prompt) && promptTokens !== undefined && promptTokens + maxTokens <= contextTokens) {
      throw new ModelError(
        `${this.#about.endpoint.who} may have left out the first messages of a conversation: it counts ${promptTokens} tokens, and ` +
          `all of them may have more than the ${contextTokens} of its context; shorten them, or give ${this.#about.model} a longer one`,
        { failure: "prompt-too-long" },
      );
    }
    throw tooLongFailure({ promptTokens, contextTokens }, { ...this.#about, maxTokens });
  }
}
