import { ModelError } from "../../core/errors.ts";
import {
  answeredText,
  concernsAll,
  deepestMessage,
  httpFailure,
  networkFailure,
  quote,
} from "../requests/failures.ts";
import { type Complaint, readComplaint } from "./complaint.ts";
import type { Endpoint } from "./endpoint.ts";

/** The facts about a request that its failures need. */
export interface Circumstances {
  readonly endpoint: Endpoint;
  /** The model's name on the server. */
  readonly model: string;
  /** The maximum length of the completion, tokens. */
  readonly maxTokens?: number;
}

/** The fields of the package's errors; its classes are not used, as the package is loaded only when needed. */
interface PackageError extends Error {
  readonly status?: number;
  readonly headers?: Headers;
  /** The body, or its field `error`, if the body is JSON. */
  readonly error?: unknown;
}

const TOO_LONG =
  /context[_ ]?(?:length|size|window|limit)|exceed_context|maximum (?:context|model length|prompt length)|(?:prompt|input) is too long|too many tokens|inputs?`? (?:tokens?\b.*(?:exceeds?|<=)|must\b.*less than \d+ tokens)/i;
/** The messages of servers about limits that a later request may meet. */
const TOO_SOON = /\bper (?:minute|hour|day)\b|rate.?limit|quota|please wait/i;
const NO_MODEL =
  /model_not_found|not a valid model|(?:no such|unknown) model|model\b.*\b(?:not (?:found|exist)|no access)/i;
/** The messages of servers about an unknown address, as opposed to an unknown model. */
const NO_ADDRESS = /^$|not found(?:"|$)|web page|\b(?:post|route|ur[il])\b|404$/i;
/** Names for an account without credit, and what else is said of one. */
const NO_CREDIT = /insufficient_quota|exceeded_current_quota|billing_(?:hard_limit|not_active)/;
const LITTLE_CREDIT =
  /insufficient[ _](?:account )?(?:balance|credits?|funds)|\bbalance\b.{0,20}\b(?:insufficient|too low)|out of credits|arrearage/i;
/** What servers say of a prompt that a filter does not let through. */
const FILTERED = /content[_ -](?:filter|management|policy)|\b(?:flagged|moderation)\b|policy.?violation/i;
/** Names for a server that is too busy, where it tells no status. */
const OVERLOADED = /overloaded|rate_limit|throttling|too_many_requests/i;

/**
 * The failure behind an error of the package before there is an answer to read. The error itself is not passed on, as the
 * server may have repeated the key in it.
 */
export function sendingFailure(error: unknown, circumstances: Circumstances): ModelError {
  if (error instanceof ModelError) return error;
  if (!(error instanceof Error && "status" in error)) throw error; // not an error of the package
  const { status, headers, error: body, message } = error as PackageError;
  if (status === undefined) return connectionFailure(error, circumstances);
  const text = message.replace(/^\d+ (?:status code \(no body\))?/, "");
  return answerFailure({ ...readComplaint(body ?? text), status, headers }, circumstances);
}

/** The HTTP status in an error of the package; undefined if it has none. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof Error ? (error as PackageError).status : undefined;
}

/** The failure behind an HTTP status other than success. */
export function answerFailure(
  { status, headers, ...complaint }: Complaint & { readonly status: number; readonly headers?: Headers },
  circumstances: Circumstances,
): ModelError {
  const { endpoint: { who, key } } = circumstances;
  const message = key.redact(complaint.message).replace(/[\s.]+$/, "");
  const said = answeredText({ who, status, message });
  const words = `${complaint.kind} ${message}`;
  const lacksCredit = status === 402 || [400, 403, 429].includes(status) && LITTLE_CREDIT.test(words);
  const refused = (
    remedy: string,
    forAll = NO_CREDIT.test(complaint.kind) || (lacksCredit ? "perhaps" : concernsAll(status)),
  ) => new ModelError(`${said}; ${remedy}`, { failure: "refused-request", forAll });
  if (status < 400) {
    const target = beforeRequest(headers?.get("location")?.replace(/[?#].*$/, ""));
    const shown = quote(key.redact(target ?? "another address"));
    return refused(`it points to ${shown}; use that as the base URL`);
  }
  if (lacksCredit || NO_CREDIT.test(complaint.kind)) {
    return refused("the account has no credit left; add some or use another key");
  }
  const answer = {
    who,
    status,
    message,
    headers: new Headers(Object.fromEntries([...complaint.limits ?? [], ...headers ?? []])),
  };
  if ([429, 503].includes(status)) return httpFailure(answer);
  if (tooLong(complaint)) return tooLongFailure(complaint, circumstances);
  if (status < 500 && NO_MODEL.test(words)) {
    return noModelFailure(circumstances, message && `: ${quote(message)}`);
  }
  if ([400, 403].includes(status) && FILTERED.test(words)) {
    return refused("a filter of the server refuses this prompt: change it, or use another server", false);
  }
  if (status === 401 || status === 403 || status === 400 && /\bapi.?key\b/i.test(message)) {
    return refused(key.variable ? `check the key in ${key.variable}` : "set its key in OPENAI_API_KEY");
  }
  const isNamed = message.split(/[\s"'`,;()]+/).includes(circumstances.model);
  if (status === 404 && (isNamed || !NO_ADDRESS.test(message))) return refused("check the name of the model");
  if (status === 404 || status === 405) return refused(addressHint(circumstances.endpoint));
  const failure = httpFailure(answer);
  return failure.retry ? failure : refused("change what it names, or use another model or server");
}

/** The failure behind an error in the middle of an answer that began well. */
export function errorInAnswer(body: unknown, circumstances: Circumstances): ModelError {
  const complaint = readComplaint(body);
  if (tooLong(complaint)) return tooLongFailure(complaint, circumstances);
  const failure = answerFailure({ status: 500, ...complaint }, circumstances);
  if (failure.failure !== "server-error") return failure;
  const { who, key } = circumstances.endpoint;
  const message = quote(key.redact(complaint.message || complaint.kind)) || "no reason given";
  return new ModelError(`${who} ended its answer with an error: ${message}`, {
    failure: OVERLOADED.test(complaint.kind) ? "busy" : "server-error",
  });
}

/** The failure behind an answer that does not follow OpenAI's interface. */
export function garbageFailure(what: string, { endpoint: { who, key } }: Circumstances): ModelError {
  return new ModelError(`${who} sent ${quote(key.redact(what))}`, { failure: "garbage" });
}

/** The failure when the server does not have the model. */
export function noModelFailure({ endpoint: { who, key }, model }: Circumstances, rest = ""): ModelError {
  return new ModelError(`${who} does not have the model ${model}${key.redact(rest)}`, {
    failure: "no-such-model",
  });
}

/** The failure when the prompt, with room for the completion, is longer than the model's context. */
export function tooLongFailure(
  { promptTokens, contextTokens, message }: Partial<Complaint>,
  { endpoint: { who, key }, model, maxTokens }: Circumstances,
): ModelError {
  const parts = [
    message && (contextTokens ?? promptTokens) === undefined ? quote(key.redact(message)) : undefined,
    contextTokens === undefined ? undefined : `the context holds ${contextTokens} tokens`,
    promptTokens === undefined ? undefined : `the prompt has ${promptTokens}`,
    maxTokens === undefined ? undefined : `maxTokens is ${maxTokens}`,
  ].filter((part) => part !== undefined);
  return new ModelError(
    `The prompt is too long for ${model}: ${parts.join(", ")}${parts.length ? "; " : ""}` +
      `shorten it, lower maxTokens, or give the model a longer context (${who.replace(/^The/, "the")})`,
    { failure: "prompt-too-long" },
  );
}

/** The failure behind a connection that could not be made, or broke. */
export function connectionFailure(
  error: unknown,
  { endpoint: { who, baseUrl, key } }: Circumstances,
  started = false,
): ModelError {
  if (error instanceof ModelError) return error;
  const cause = new Error(key.redact(deepestMessage(error)));
  const remedy = baseUrl.startsWith("https:")
    ? "check that it speaks https, that its certificate is trusted here (DENO_CERT=FILE adds one), and that OPENAI_BASE_URL is right"
    : "start it, or set OPENAI_BASE_URL to where it is";
  return networkFailure(cause, { who, started, remedy });
}

/** The remedy when the server does not know an address. */
export function addressHint({ baseUrl }: Endpoint): string {
  const base = beforeRequest(baseUrl);
  if (base !== baseUrl) return `is ${base} its address?`;
  return /\/v\d+$/.test(baseUrl)
    ? `check that ${baseUrl} is the address of a server with OpenAI's interface`
    : `is ${baseUrl}/v1 its address?`;
}

/** An address without the path that requests add to it. */
function beforeRequest<A extends string | undefined>(address: A) {
  return address?.replace(/\/(?:(?:chat\/)?completions|models)$/, "");
}

function tooLong({ kind, message }: Complaint): boolean {
  return TOO_LONG.test(`${kind} ${message}`) && !TOO_SOON.test(`${kind} ${message}`);
}
