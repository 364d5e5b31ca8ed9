import { ModelError, type ModelFailure } from "../../core/errors.ts";
import { beginningOf, concernsAll, httpFailure, quote } from "../requests/failures.ts";
import { jsonIn } from "../../values/plain_json.ts";
import { isObject, parseJson } from "../json.ts";
import type { OllamaServer } from "./server.ts";

/** The message of an Ollama server when a completion repeats one token for too long. */
const LOOPING = /token repeat limit/i;

/** The messages of several versions about a prompt that does not fit. */
const TOO_LONG = /exceed_context_size|(?:exceeds?|longer than) (?:the )?(?:available |maximum )?context/i;

const NO_MEMORY = /out[- ]of[- ]memory|more system memory|cudamalloc failed|unable to allocate/i;

/** A failure with a remedy in its message. */
export function withRemedy(error: ModelError, remedy: string): ModelError {
  const { failure, retry, forAll, retryAfterMs, cause } = error;
  return new ModelError(`${error.message}; ${remedy}`, { failure, retry, forAll, retryAfterMs, cause });
}

/** The remedy when no server answers. */
export function startRemedy({ url }: OllamaServer): string {
  return url.startsWith("https:")
    ? "check that it speaks https, that its certificate is trusted here (DENO_CERT=FILE adds one), and that OLLAMA_HOST is right"
    : "start it with `ollama serve`, or set OLLAMA_HOST to where it runs";
}

/** An answer with an HTTP status other than success. */
export interface Refusal {
  readonly status: number;
  /** The body. */
  readonly body: string;
  readonly headers: Headers;
  /** The path of the request, e.g. `/api/generate`. */
  readonly path: string;
}

/** Whether the server does not know the path of the request at all, as opposed to the model. */
export function lacksEndpoint({ status, body }: Refusal): boolean {
  const words = wordsOf(body) ?? (isHtml(body) ? "" : body);
  return status === 405 || status === 501 || (status === 404 && !/\bmodel\b/i.test(words));
}

/** The failure behind an HTTP status. */
export function refusalFailure(server: OllamaServer, refusal: Refusal): ModelError {
  const { status, body, headers, path } = refusal;
  const message = beginningOf(wordsOf(body) ?? (isHtml(body) ? "an HTML page" : body));
  if (lacksEndpoint(refusal)) {
    return new ModelError(
      `${server.who} answered ${status}, so it has no ${path}; check that OLLAMA_HOST names an Ollama server`,
      { failure: "refused-request", forAll: concernsAll(status) },
    );
  }
  if (status === 404) {
    return new ModelError(`${server.who} answered 404: ${quote(message)}`, { failure: "no-such-model" });
  }
  const known = saidFailure(server, message);
  if (known) return known;
  return withRemedy(httpFailure({ who: server.who, status, message, headers }), statusRemedy(status));
}

/** The failure behind an error line in the middle of an answer with a success status. */
export function lineFailure(server: OllamaServer, words: string): ModelError {
  const message = beginningOf(words);
  return saidFailure(server, message) ??
    new ModelError(`${server.who} failed in the middle of an answer: ${quote(message)}; see its log`, {
      failure: "server-error",
    });
}

/** The failure that the message alone shows, whatever the status; undefined if it shows none. */
function saidFailure({ who }: OllamaServer, message: string): ModelError | undefined {
  const said = quote(message);
  const failed = (failure: ModelFailure, what: string) => new ModelError(`${who} ${what}`, { failure });
  if (TOO_LONG.test(message)) return failed("prompt-too-long", tooLong(message));
  if (/option "[^"]*" must be/.test(message)) {
    return failed("refused-request", `refused the settings: ${said}; correct the setting`);
  }
  if (LOOPING.test(message)) {
    return failed("server-error", `ended a completion that repeated itself: ${said}`);
  }
  if (!NO_MEMORY.test(message)) return undefined;
  const remedy = "free memory, ask for fewer completions at once, or use a smaller model or contextTokens";
  return failed("server-error", `has too little memory: ${said}; ${remedy}`);
}

function tooLong(message: string): string {
  const [, tokens] = /n_prompt_tokens\W+(\d+)/.exec(message) ?? [];
  const [, context] = /n_ctx\W+(\d+)/.exec(message) ?? [];
  const said = tokens && context
    ? `refused a prompt of ${tokens} tokens, as the context holds ${context}`
    : `refused a prompt that is too long: ${quote(message)}`;
  return `${said}; shorten the prompt, or use a model with a longer context`;
}

/** Whether a failure means that the server ended a completion because it repeated itself. */
export function saysLooping(error: ModelError): boolean {
  return error.failure === "server-error" && LOOPING.test(error.message);
}

function statusRemedy(status: number): string {
  if (status === 401 || status === 403) return "check the credentials, and the rules of any proxy";
  if (status === 402) return "check what the account may ask for";
  if (status === 429 || status === 503 || status === 529) return "ask for fewer completions at once";
  if (status >= 500) return "see its log";
  return "correct the request, or use an Ollama version that accepts it";
}

/** The failure for an answer that does not follow Ollama's protocol. */
export function garbage({ who }: OllamaServer, what: string, shown = ""): ModelError {
  const sample = isHtml(shown) ? ": an HTML page" : shown ? `: ${quote(shown)}` : "";
  return new ModelError(
    `${who} sent ${what}${sample}; check that OLLAMA_HOST names an Ollama server and nothing that changes its answers`,
    { failure: "garbage" },
  );
}

/** The message of a server in a JSON body; undefined if there is none. */
function wordsOf(body: string): string | undefined {
  const json = jsonIn(body, parseJson);
  if (!isObject(json)) return undefined;
  for (const words of [json.error, json.message]) {
    if (typeof words === "string") return words;
    if (isObject(words) && "message" in words) return String(words.message);
  }
  return undefined;
}

function isHtml(text: string): boolean {
  return /^\s*<(?:!doctype|html)/i.test(text);
}
