import { ModelError } from "../../core/errors.ts";
import { visible } from "../../core/visible.ts";
import { distance } from "fastest-levenshtein";
import { viaProxy } from "./proxy.ts";

/** The maximum length of a server's text that is repeated in a message, characters. */
const LONGEST_QUOTE = 300;

/** The maximum length of a server's text that is searched, characters: some searches take quadratic time. */
const SEARCHED_CHARACTERS = 4_096;

/** The statuses that mean that the server is too busy. */
const BUSY: readonly number[] = [429, 503, 529];

/** The client-error statuses after which the same request may still succeed later. */
const PASSING: readonly number[] = [408, 409, 425, 499];

/** Messages of Deno's `fetch`: that a connection had been made, and that the answer was not HTTP at all. */
const [THERE, NO_HTTP] = [/client error \(SendRequest\)/, /invalid HTTP version/];

/** An answer with an HTTP status other than success. */
export interface HttpAnswer {
  /** The name of the server, e.g. `The Ollama server at http://127.0.0.1:11434`. */
  readonly who: string;
  readonly status: number;
  /** The server's message, or an empty text. */
  readonly message: string;
  readonly headers?: Headers;
}

/** A text with the server's status and message; if the message is a web page, with a note on a proxy that may have sent it. */
export function answeredText({ who, status, message }: HttpAnswer): string {
  const page = /^an? (?:web|HTML) page/.test(message) ? viaProxy(who) : "";
  return `${who} answered ${status}${message ? `: ${quote(message)}` : ""}${page}`;
}

/** The failure behind an HTTP status: a busy server, a broken server, or a request that is always refused. */
export function httpFailure({ who, status, message, headers = new Headers() }: HttpAnswer): ModelError {
  const said = answeredText({ who, status, message });
  const isPassing = PASSING.includes(status) || status >= 500;
  const failure = BUSY.includes(status) ? "busy" : isPassing ? "server-error" : "refused-request";
  if (failure === "refused-request") return new ModelError(said, { failure, forAll: concernsAll(status) });
  return new ModelError(said, { failure, retryAfterMs: retryAfter(headers, message) });
}

/** Whether a status of one request awaits others, too: that of a key does; that of credit, rights or an address may be of one prompt. */
export function concernsAll(status: number): boolean | "perhaps" {
  return status < 400 || [402, 403, 404, 405].includes(status) ? "perhaps" : status === 401;
}

/**
 * The failure behind an error of `fetch` or of a body that breaks off.
 *
 * @param started Whether a part of the answer had come.
 * @param remedy What to do if no server answers.
 */
export function networkFailure(
  cause: unknown,
  { who, started, remedy }: { readonly who: string; readonly started: boolean; readonly remedy: string },
): ModelError {
  if (cause instanceof ModelError) return cause;
  const reason = quote(deepestMessage(cause)).replace(/^.*?client error \(\w+\): /, "");
  if (started || (isThere(cause) && !NO_HTTP.test(reason))) {
    const when = started ? "in the middle of an answer" : "before it answered";
    return new ModelError(`${who} broke the connection ${when}: ${reason}; see its log`, {
      failure: "cut",
      cause,
    });
  }
  const how = NO_HTTP.test(reason) ? "check whether it is to be asked by https" : remedy;
  return new ModelError(`${who} cannot be reached: ${reason}${viaProxy(who)}; ${how}`, {
    failure: "unreachable",
    cause,
  });
}

/** The result of a request for optional facts; undefined if it fails with a ModelError. */
export async function ifTold<R>(telling: Promise<R>): Promise<R | undefined> {
  try {
    return await telling;
  } catch (error) {
    if (error instanceof ModelError) return undefined;
    throw error;
  }
}

/** Whether a connection had been made, so that the failure of one request says nothing about the next. */
export function isThere(cause: unknown): boolean {
  return THERE.test(quote(deepestMessage(cause)));
}

/** The part of a server's text that is searched. */
export function beginningOf(text: string): string {
  return text.slice(0, SEARCHED_CHARACTERS);
}

/** A server's text on one line, shortened, with control characters shown by number. */
export function quote(text: string): string {
  const line = visible(beginningOf(text).trim()).replace(/\s+/g, " ");
  return line.length <= LONGEST_QUOTE ? line : `${line.slice(0, LONGEST_QUOTE)}…`;
}

/** A duration, e.g. `2m59.56s`, `26 seconds` or `120ms`; without a unit, seconds. */
const SPAN = /^(?:(\d+) ?d)?(?:(\d+) ?h)?(?:(\d+) ?m(?!s|il))?(?:(\d+(?:\.\d+)?)(?![\d-]) ?(ms|mil|s)?)?/i;

/** The numbers from which a value is not a duration but seconds since 1970, or milliseconds since 1970. */
const [EPOCH_SECONDS, EPOCH_MS] = [1e9, 1e11];

/** The time until a moment that a server gives as a duration, as a time since 1970 or as a date, milliseconds. */
function untilTime(told: string, now: number): number {
  const number = Number(told);
  if (number >= EPOCH_SECONDS) return (number < EPOCH_MS ? 1000 * number : number) - now;
  const [span, days = 0, hours = 0, minutes = 0, rest = 0, unit = ""] = SPAN.exec(told)!;
  return span
    ? 60_000 * (1440 * +days + 60 * +hours + +minutes) + +rest * (/^m/i.test(unit) ? 1 : 1000)
    : Date.parse(told) - now;
}

/** The time that a server asks to wait, milliseconds: from a header, its message, or the reset of exhausted rate limits. */
function retryAfter(headers: Headers, message: string): number | undefined {
  // By the server's own clock, which may differ from ours.
  const now = Date.parse(headers.get("date") ?? "") || Date.now();
  const isUsedUp = (name: string) => !(Number(headers.get(name.replace("reset", "remaining"))) > 0);
  const resets = [...headers].filter(([name]) => /ratelimit.*reset/.test(name) && isUsedUp(name));
  const ms = headers.get("retry-after-ms");
  const words = /\b(?:try again|retry) (?:in|after) (\d.{0,30})/i.exec(message)?.[1];
  const waits = (told: readonly (string | null | undefined)[]) =>
    told.map((one) => untilTime(one?.trim() ?? "", now)).filter((wait) => !Number.isNaN(wait));
  const asked = waits([ms && `${ms}ms`, headers.get("retry-after"), words]);
  const [wait = Math.max(...waits(resets.map(([, value]) => value)))] = asked;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

/** The message of the innermost cause of an error. */
export function deepestMessage(error: unknown): string {
  let deepest = error;
  while (deepest instanceof Error && deepest.cause instanceof Error) deepest = deepest.cause;
  return deepest instanceof Error ? deepest.message : String(deepest);
}

/** The maximum length of a model's name in the comparison, characters. */
const LONGEST_NAME = 500;

/**
 * The names that a server lists, those nearest to a name first, as text for a message.
 *
 * @param most The maximum number of names; the rest are counted.
 *
 * @example
 * ```ts
 * import { nearestFirst } from "codebias/generation/requests/failures.ts";
 * import assert from "node:assert/strict";
 * assert.equal(nearestFirst("qwen", ["llama3.2", "gemma3", "qwen3:latest"], 2), "qwen3:latest, gemma3 and 1 more");
 * ```
 */
export function nearestFirst(name: string, names: readonly string[], most: number): string {
  const cost = (other: string) =>
    distance(name.toLowerCase(), other.slice(0, LONGEST_NAME).toLowerCase().replace(/:latest$/, ""));
  const sorted = names.map((other) => ({ other, cost: cost(other) })).sort((one, two) => one.cost - two.cost);
  const rest = sorted.length - most;
  return sorted.slice(0, most).map(({ other }) => quote(other)).join(", ") +
    (rest > 0 ? ` and ${rest} more` : "");
}
