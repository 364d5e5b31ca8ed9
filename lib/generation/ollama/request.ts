import type { ChatRequest, GenerateRequest, Options } from "ollama";
import type { GenerationRequest, Message, Sampling } from "../../core/types.ts";

/** Makes newer servers refuse a prompt that they would otherwise cut. */
const WHOLE = { truncate: false, shift: false } as const;

type Asked<T> = T & typeof WHOLE & { stream: true };

/** What a request needs besides what the caller asked. */
export interface RequestFacts {
  /** The model's name. */
  readonly name: string;
  /** Length of the context window, tokens. */
  readonly contextTokens: number;
  /** The model's own stop texts. */
  readonly stops: readonly string[];
  /** Whether the model reasons before it answers. */
  readonly thinks: boolean;
}

/** The body for `/api/generate`. */
export function generateBody(
  prompt: string,
  { sampling, seed }: GenerationRequest,
  facts: RequestFacts,
): Asked<GenerateRequest> {
  return {
    model: facts.name,
    prompt,
    stream: true,
    ...(sampling.raw ? { raw: true } : {}),
    ...thinking(sampling, facts),
    ...WHOLE,
    options: options(sampling, seed, facts),
  };
}

/** The body for `/api/chat`. */
export function chatBody(
  messages: readonly Message[],
  { sampling, seed }: GenerationRequest,
  facts: RequestFacts,
): Asked<ChatRequest> {
  return {
    model: facts.name,
    messages: messages.map(({ role, content }) => ({ role, content })),
    stream: true,
    ...thinking(sampling, facts),
    ...WHOLE,
    options: options(sampling, seed, facts),
  };
}

/** Old servers leave a model's thoughts within its text if nothing is said, newer ones keep them apart. */
function thinking({ raw }: Sampling, { thinks }: RequestFacts): { think?: boolean } {
  return thinks ? { think: !raw } : {};
}

/** All settings: one not sent takes the server's default, which changes with its version, or the model's. */
function options(sampling: Sampling, seed: number, { contextTokens, stops }: RequestFacts): Partial<Options> {
  return {
    temperature: sampling.temperature,
    top_k: sampling.topK,
    top_p: sampling.topP,
    min_p: sampling.minP,
    typical_p: 1,
    repeat_penalty: sampling.repeatPenalty,
    repeat_last_n: 64,
    presence_penalty: 0,
    frequency_penalty: 0,
    seed,
    num_ctx: contextTokens,
    num_predict: sampling.maxTokens,
    stop: [...new Set([...stops, ...sampling.stop])],
  };
}
