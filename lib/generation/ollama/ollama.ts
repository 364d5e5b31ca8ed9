import { ModelError } from "../../core/errors.ts";
import type { GenerationRequest, ModelDescription, Reply } from "../../core/types.ts";
import type { AskOptions, Breadth, Model, Patience, RunPlan } from "../model.ts";
import { ifTold } from "../requests/failures.ts";
import { patienceOf } from "../requests/timeouts.ts";
import { completionLimits, promptBytes } from "../requests/allowance.ts";
import { checkWhole, mostTokens, windowFor, windowNotices } from "./context.ts";
import { type ModelFacts, modelFacts, shareNotices } from "./describe.ts";
import { gpuShare, installedModels, missingModel, type QuickOptions, wholeName } from "./endpoints.ts";
import { Exchange } from "./exchange.ts";
import { saysLooping } from "./failures.ts";
import { StreamedReply } from "./streamed_reply.ts";
import { askFor, checkPrompt, type RequestFacts } from "./request.ts";
import { onServers } from "../servers.ts";
import { ollamaHosts, type OllamaServer, ollamaServer } from "./server.ts";

/** Options for reaching an Ollama server. */
export interface OllamaOptions {
  /** A host, `host:port` or a whole address, or several, separated by commas. @default `OLLAMA_HOST`, else this machine */
  readonly host?: string;
  readonly patience?: Partial<Patience>;
  /** The length of the context window, tokens. @default enough for the longest prompt, within the model's limit */
  readonly contextTokens?: number;
}

/**
 * A model on an Ollama server. No request is sent yet.
 *
 * @param name The model's name on the server, e.g. `qwen2.5-coder:7b`; without a tag, `latest` is meant.
 * @throws {RangeError} If the name or an option is malformed.
 *
 * @example
 * ```ts
 * import { openOllama } from "codebias/generation/ollama/ollama.ts";
 * import assert from "node:assert/strict";
 * assert.equal(openOllama("llama3.2", { host: "gpu-box" }).spec, "ollama/llama3.2");
 * ```
 */
export function openOllama(name: string, { host, patience, contextTokens }: OllamaOptions = {}): Model {
  wholeName(name);
  if (contextTokens !== undefined && !(Number.isSafeInteger(contextTokens) && contextTokens >= 1)) {
    throw new RangeError(
      `Cannot use a context of ${contextTokens} tokens: expected an integer of at least 1`,
    );
  }
  return onServers(
    ollamaHosts(host).map((host) => {
      const server = ollamaServer(host);
      return { who: server.who, model: new OllamaModel(name, server, patienceOf(patience), contextTokens) };
    }),
  );
}

class OllamaModel implements Model {
  readonly spec: string;
  readonly #name: string;
  readonly #server: OllamaServer;
  readonly #patience: Patience;
  readonly #chosenTokens: number | undefined;
  #facts: ModelFacts | undefined;
  /** The current length of the context window, tokens: it only grows during a run, since every change reloads the model. */
  #window = 0;
  /** The part of the model that was on the GPU when a run was prepared, in [0, 1]; undefined if it was not loaded. */
  #gpuShare: number | undefined;

  constructor(name: string, server: OllamaServer, patience: Patience, contextTokens: number | undefined) {
    this.spec = `ollama/${name}`;
    this.#name = name;
    this.#server = server;
    this.#patience = patience;
    this.#chosenTokens = contextTokens;
  }

  async describe({ signal }: AskOptions = {}): Promise<ModelDescription> {
    const { description } = await this.#known(signal);
    if (this.#window === 0) return description;
    const windowTokens = this.#chosenTokens ?? this.#window;
    const gpuShare = this.#gpuShare;
    return {
      ...description,
      details: { ...description.details, windowTokens, ...gpuShare !== undefined && { gpuShare } },
      notices: [...description.notices, ...shareNotices(this.#name, gpuShare)],
    };
  }

  breadth(): Promise<Breadth> {
    return Promise.resolve({ raisedBy: "OLLAMA_NUM_PARALLEL" });
  }

  async prepare({ sampling, prompts }: RunPlan, { signal }: AskOptions = {}): Promise<string[]> {
    const all = [...prompts];
    // An empty prompt is not refused here, since it fails only its own sample.
    for (const prompt of all) if (prompt.length > 0) checkPrompt(prompt, sampling);
    this.#facts = undefined;
    const facts = await this.#known(signal);
    const needs = all.map((prompt) => ({
      tokens: mostTokens(prompt, sampling, facts.context) + sampling.maxTokens,
      bytes: promptBytes(prompt),
    }));
    this.#gpuShare = await ifTold(gpuShare(this.#quick(signal), this.#name));
    this.#window = 0;
    const window = this.#grown(needs.reduce((most, { tokens }) => Math.max(most, tokens), 1), facts);
    return windowNotices(window, needs);
  }

  async ask(request: GenerationRequest, { signal }: AskOptions = {}): Promise<Reply> {
    const { prompt, sampling } = request;
    checkPrompt(prompt, sampling);
    const facts = await this.#known(signal);
    const most = mostTokens(prompt, sampling, facts.context);
    const window = this.#grown(most + sampling.maxTokens, facts);
    try {
      const { stops, thinks } = facts;
      const asked = { name: this.#name, contextTokens: window, stops, thinks };
      const reply = await this.#reply(request, asked, signal);
      checkWhole(this.#server, { prompt, window, most, context: facts.context }, reply);
      return reply;
    } catch (error) {
      throw error instanceof ModelError && error.failure === "no-such-model"
        ? await this.#missing(signal)
        : error;
    }
  }

  async #reply(request: GenerationRequest, facts: RequestFacts, signal?: AbortSignal): Promise<Reply> {
    const { prompt, sampling } = request;
    const { firstTokenMs, idleMs } = this.#patience;
    const server = this.#server;
    using exchange = new Exchange({
      server,
      firstMs: firstTokenMs,
      idleMs,
      limits: completionLimits(sampling.maxTokens, promptBytes(prompt)),
      signal,
      isLast: ({ done }) => done === true,
    });
    const streamed = new StreamedReply(server, performance.now(), exchange.allowance);
    try {
      for await (const object of exchange.objects((client) => askFor(client, request, facts))) {
        streamed.add(object);
      }
      return streamed.reply(sampling.maxTokens);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      const silently = error.failure === "unfinished" && streamed.looping;
      if (!silently && !saysLooping(error)) throw error;
      return streamed.reply(sampling.maxTokens, "looping");
    }
  }

  /** The facts about the model; the server is asked only once, unless that fails. */
  async #known(signal?: AbortSignal): Promise<ModelFacts> {
    return this.#facts ??= await modelFacts(this.#name, this.#quick(signal));
  }

  /** The length of the context window for a request that needs a number of tokens, never shorter than before. */
  #grown(tokens: number, { context }: ModelFacts): number {
    const { limit } = context;
    if (this.#chosenTokens === undefined) {
      return this.#window = Math.max(this.#window, windowFor(tokens, context));
    }
    if (limit === undefined || this.#chosenTokens <= limit) return this.#chosenTokens;
    throw new RangeError(
      `Cannot use a context of ${this.#chosenTokens} tokens: ${this.#name} has at most ${limit}, ` +
        "and the server would silently use that; set contextTokens up to it, or not at all",
    );
  }

  /** The failure when the model was removed after it was described. */
  async #missing(signal?: AbortSignal): Promise<ModelError> {
    this.#facts = undefined;
    return missingModel(this.#server, this.#name, await ifTold(installedModels(this.#quick(signal))));
  }

  #quick(signal?: AbortSignal): QuickOptions {
    return { server: this.#server, patience: this.#patience, signal };
  }
}
