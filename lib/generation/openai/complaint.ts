import { beginningOf } from "../requests/failures.ts";
import { jsonIn } from "../../values/plain_json.ts";
import { isObject, type JsonObject, parseJson } from "../json.ts";

/** A server's report of a failure. */
export interface Complaint {
  /** The server's message, or an empty text. */
  readonly message: string;
  /** The server's names for the kind of failure, e.g. `invalid_request_error context_length_exceeded`, or an empty text. */
  readonly kind: string;
  /** The HTTP status that the report names, if it is part of an answer. */
  readonly status?: number;
  /** The numbers of tokens of the prompt and of the context, if the report gives them because they do not fit. */
  readonly promptTokens?: number;
  readonly contextTokens?: number;
  /** The headers about rate limits that the report repeats; OpenRouter repeats those of its providers. */
  readonly limits?: [name: string, value: string][];
}

const LIMITS = /"([\w-]{0,40}ratelimit[\w-]{0,40})":"?([\w.:+-]+)/gi;

const PROMPT_TOKENS = [
  /\((\d+) in the (?:messages|prompt)/,
  /(?:request|input) \((\d+) tokens\)/,
  /(?:request has|resulted in|prompt contains|prompt has) (?:at least )?(\d+) (?:input )?tokens/,
];

const CONTEXT_TOKENS = [
  /context (?:length|size|window) (?:is|of) (?:only )?(\d+)/,
  /context (?:size|length) \((\d+) tokens\)/,
];

/**
 * Reads a server's report of a failure in any of the usual forms: OpenAI's `{error: {message, …}}`, plain text,
 * `{detail}`, JSON in a text of JSON, a web page.
 *
 * @example
 * ```ts
 * import { readComplaint } from "codebias/generation/openai/complaint.ts";
 * import assert from "node:assert/strict";
 * const { message, kind } = readComplaint({ error: { message: "no such model", code: "model_not_found" } });
 * assert.deepEqual([message, kind], ["no such model", "model_not_found"]);
 * ```
 */
export function readComplaint(body: unknown): Complaint {
  if (typeof body === "string") return fromText(body);
  if (Array.isArray(body)) return readComplaint(body[0]);
  if (!isObject(body)) return { message: "", kind: "" };
  const { error, message, detail, type, code, param } = body;
  if (isObject(error) || typeof error === "string") return readComplaint(error);
  const inner = typeof message === "string" ? objectIn(message) : message;
  if (isObject(inner)) return readComplaint(inner);
  const said = message ?? textOf(detail) ?? textOf(body);
  const words = beginningOf(typeof said === "object" ? JSON.stringify(said) : String(said));
  const text = typeof param === "string" && !words.includes(param) ? `${words} (${param})` : words;
  return {
    message: text,
    kind: beginningOf([type, code, param].filter((name) => typeof name === "string").join(" ")),
    ...Number(code) >= 400 && Number(code) < 600 ? { status: Number(code) } : {},
    promptTokens: count(body.n_prompt_tokens) ?? counted(text, PROMPT_TOKENS),
    limits: [...beginningOf(JSON.stringify(body)).matchAll(LIMITS)]
      .map(([, name, value]) => [name.toLowerCase(), value]),
    contextTokens: count(body.n_ctx) ?? counted(text, CONTEXT_TOKENS),
  };
}

/** The value if it is a non-negative safe integer, else undefined. */
export function count(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? value as number : undefined;
}

/** The JSON object in a text; undefined if there is none. */
export function objectIn(text: string): JsonObject | undefined {
  const value = /^\s*\{/.test(text) ? jsonIn(text, parseJson) : undefined;
  return isObject(value) ? value : undefined;
}

function fromText(whole: string): Complaint {
  const json = objectIn(whole);
  if (json) return readComplaint(json);
  const text = beginningOf(whole);
  if (!/^\s*</.test(text)) return readComplaint({ message: text });
  const title = /<title[^>]*>([^<]*)/i.exec(text)?.[1].trim();
  return { message: title ? `a web page, ${title}` : "a web page", kind: "" };
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function counted(text: string, patterns: readonly RegExp[]): number | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match) return Number(match[1]);
  }
}
