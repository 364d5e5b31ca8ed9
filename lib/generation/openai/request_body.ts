import type { GenerationRequest } from "../../core/types.ts";
import type { Extra, Flavour, Traits } from "./flavour.ts";

/** What to send, and where below the base URL. */
export interface WireRequest {
  readonly path: "/chat/completions" | "/completions";
  readonly body: Readonly<Record<string, unknown>>;
}

/** How to write a request for a server. */
export interface Wording {
  /** The model's name on the server. */
  readonly model: string;
  readonly flavour: Flavour;
  readonly traits: Traits;
  /** Whether to ask for the count of tokens. */
  readonly usage: boolean;
}

/**
 * A request in the words of a server with OpenAI's interface: one choice, as a stream, with every setting that the
 * server follows.
 *
 * @param request With `raw` only for a prompt that is one text.
 */
export function requestBody(request: GenerationRequest, wording: Wording): WireRequest {
  const { prompt, sampling: { raw } } = request;
  const { model } = wording;
  if (raw) return { path: "/completions", body: { model, prompt, ...settings(request, wording) } };
  const messages = typeof prompt === "string"
    ? [{ role: "user", content: prompt }]
    : prompt.map(({ role, content }) => ({ role, content }));
  return { path: "/chat/completions", body: { model, messages, ...settings(request, wording) } };
}

function settings({ sampling, seed }: GenerationRequest, { flavour, traits, usage }: Wording) {
  const { temperature, topK, topP, maxTokens, stop, raw } = sampling;
  const { fields, allTokens } = traits;
  const values = { ...sampling, topK: topK || allTokens };
  const limit = flavour === "openai" && !raw ? "max_completion_tokens" : "max_tokens";
  return {
    stream: true,
    ...(usage ? { stream_options: { include_usage: true } } : {}),
    temperature,
    top_p: topP,
    seed,
    [limit]: maxTokens,
    ...(stop.length > 0 ? { stop } : {}),
    ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [field, values[name as Extra]])),
  };
}
