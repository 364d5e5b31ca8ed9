import type { Ollama, Options } from "ollama";
import type { GenerationRequest, Prompt, Sampling } from "../../core/types.ts";
import { ModelError } from "../../core/errors.ts";

/** The fields that make newer servers refuse a prompt that they would otherwise cut. */
const WHOLE = { truncate: false, shift: false };

/** The facts about a model that a request needs. */
export interface RequestFacts {
  /** The model's name. */
  readonly name: string;
  /** The length of the context window, tokens. */
  readonly contextTokens: number;
  /** The model's own stop texts. */
  readonly stops: readonly string[];
  /** Whether the model reasons before it answers. */
  readonly thinks: boolean;
}

/** Asks for a completion as a stream: by `/api/generate` for a text, by `/api/chat` for a conversation. */
export function askFor(client: Ollama, request: GenerationRequest, facts: RequestFacts): Promise<unknown> {
  const { prompt, sampling, seed } = request;
  const body = {
    model: facts.name,
    stream: true as const,
    // By default, old servers leave a model's thoughts within its text, and newer ones keep them apart.
    ...(facts.thinks ? { think: !sampling.raw } : {}),
    ...WHOLE,
    options: options(sampling, seed, facts),
  };
  if (typeof prompt === "string") {
    return client.generate({ prompt, ...(sampling.raw ? { raw: true } : {}), ...body });
  }
  return client.chat({ messages: prompt.map(({ role, content }) => ({ role, content })), ...body });
}

/** All settings: a setting that is not sent gets the model's default, or the server's, which changes with its version. */
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

/**
 * Refuses prompts and settings that Ollama would ignore or cannot take.
 *
 * @throws {RangeError} If a conversation is to be sent without a template, or a text is not valid Unicode.
 * @throws {ModelError} If the prompt is empty: Ollama would load the model and answer nothing.
 */
export function checkPrompt(prompt: Prompt, { raw, stop }: Pick<Sampling, "raw" | "stop">): void {
  const texts = textsOf(prompt);
  if (prompt.length === 0) {
    throw new ModelError(
      "Ollama would only load the model for an empty prompt: give a text or at least one message",
      { failure: "refused-request" },
    );
  }
  if (raw && typeof prompt !== "string") {
    throw new RangeError(
      "Cannot send a conversation raw: Ollama joins the messages with its template; " +
        "set raw to false, or write the conversation as one text",
    );
  }
  for (const text of texts) checkUnicode("the prompt", text);
  for (const text of stop) checkUnicode("a stop text", text);
}

/** The texts of a prompt, one for each message. */
export function textsOf(prompt: Prompt): readonly string[] {
  return typeof prompt === "string" ? [prompt] : prompt.map(({ content }) => content);
}

function checkUnicode(what: string, text: string): void {
  if (text.isWellFormed()) return;
  const at = text.search(/\p{Surrogate}/u);
  throw new RangeError(
    `Cannot send ${what}: at character ${at + 1} it has half of a surrogate pair, which UTF-8 cannot hold; ` +
      "write the whole character",
  );
}
