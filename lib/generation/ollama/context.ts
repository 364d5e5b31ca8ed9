import { ModelError } from "../../core/errors.ts";
import type { Prompt, Reply, Sampling } from "../../core/types.ts";
import { ALWAYS_FITS_BYTES, MAX_BYTES_A_TOKEN, promptBytes } from "../requests/allowance.ts";
import { textsOf } from "./request.ts";
import type { OllamaServer } from "./server.ts";

/** The maximum number of tokens of a template around one message: a few special tokens, or a word or two. */
const MESSAGE_ALLOWANCE = 64;

/** The number of tokens that a server may add to a prompt besides the text of its template, e.g. a date. */
const PROMPT_ALLOWANCE = 256;

/** The number of tokens that may begin or end even a raw prompt. */
const RAW_ALLOWANCE = 8;

/** The shortest context window, tokens: Ollama's own default for years, so that a loaded model need not be reloaded. */
const SHORTEST_WINDOW = 4096;

/** The length of the context window above which there is a notice about memory, tokens. */
const LONG_WINDOW = 32_768;

/** The known facts about a model's context. */
export interface ContextFacts {
  /** The maximum length of the model's context, tokens; undefined if the server does not report it. */
  readonly limit?: number;
  /** The maximum number of tokens that the template and the model's own messages add to a prompt. */
  readonly templateTokens: number;
  /** Whether the server refuses a prompt that is too long, if it is asked to. */
  readonly refusesLong: boolean;
}

/**
 * The texts that a template itself puts into a prompt: everything outside its actions, and quoted texts within them.
 *
 * @param template A template of Go or of Jinja.
 *
 * @example
 * ```ts
 * import { literalText } from "codebias/generation/ollama/context.ts";
 * import assert from "node:assert/strict";
 * assert.equal(literalText("<|user|>{{ .Prompt }}<|end|>"), "<|user|><|end|>");
 * ```
 */
export function literalText(template: string): string {
  return template.replace(
    /\{\{.*?(?:\}\}|$)|\{%.*?(?:%\}|$)|\{#.*?(?:#\}|$)/gs,
    (action) => action.startsWith("{#") ? "" : (action.match(QUOTED) ?? []).join(""),
  );
}

/** The quoted texts of an action. An unclosed quote reaches to the end, so that no part is searched twice. */
const QUOTED = /"(?:[^"\\]|\\.?)*(?:"|$)|'(?:[^'\\]|\\.?)*(?:'|$)|`[^`]*(?:`|$)/gs;

/** The maximum number of tokens of a prompt: a token is at least one byte of UTF-8. */
export function mostTokens(
  prompt: Prompt,
  { raw }: Pick<Sampling, "raw">,
  { templateTokens }: ContextFacts,
): number {
  const bytes = promptBytes(prompt);
  if (raw) return bytes + RAW_ALLOWANCE;
  return bytes + textsOf(prompt).length * MESSAGE_ALLOWANCE + templateTokens + PROMPT_ALLOWANCE;
}

/**
 * The length of a context window that certainly holds a number of tokens, unless the model's limit is lower: a power of two,
 * so that similar runs share it and the server need not reload the model.
 */
export function windowFor(tokens: number, { limit = Infinity }: Pick<ContextFacts, "limit">): number {
  return Math.min(limit, Math.max(SHORTEST_WINDOW, 2 ** Math.ceil(Math.log2(tokens))));
}

/** Notices for the analyst about the context window; often none. */
export function windowNotices(
  window: number,
  needs: readonly { readonly tokens: number; readonly bytes: number }[],
): string[] {
  const beyond = needs.filter(({ tokens }) => tokens > window);
  const longest = beyond.reduce((most, { bytes }) => Math.max(most, bytes), 0);
  const number = (count: number) => count.toLocaleString("en");
  if (beyond.length > 0) {
    return [
      `${number(beyond.length)} of ${number(needs.length)} prompts may not fit into the context of ` +
      `${number(window)} tokens together with their completions (the longest has ${
        number(longest)
      } bytes): ` +
      "one that is cut gives an error and no sample.",
    ];
  }
  if (window <= LONG_WINDOW) return [];
  return [`The context has ${number(window)} tokens for the longest prompt, which may take much memory.`];
}

/** The facts about a request that tell whether its prompt was cut. */
export interface Asked {
  readonly prompt: Prompt;
  /** Length of the context window, tokens. */
  readonly window: number;
  /** The maximum number of tokens of the prompt. */
  readonly most: number;
  readonly context: Pick<ContextFacts, "limit" | "refusesLong">;
}

/**
 * Refuses a reply to a prompt that may have been cut, since servers cut prompts silently.
 *
 * @throws {ModelError} Unless the prompt certainly reached the model complete and remained so.
 */
export function checkWhole(server: OllamaServer, asked: Asked, reply: Reply): void {
  const { window, context } = asked;
  const { promptTokens, completionTokens = 0 } = reply;
  const newer = context.refusesLong
    ? ""
    : ", or Ollama 0.13 or newer, which reports prompts that are too long";
  const remedy = `shorten the prompt or maxTokens, or use a model with a longer context${newer}`;
  const refuse = (what: string) => {
    throw new ModelError(`${server.who} ${what}; ${remedy}`, { failure: "prompt-too-long" });
  };
  if (promptTokens !== undefined && promptTokens >= window) {
    refuse(`cut a prompt, or left no room to answer it: it fills the context of ${window} tokens`);
  }
  if (context.limit === undefined && promptTokens !== undefined) {
    const bytes = promptBytes(asked.prompt);
    if (bytes > Math.max(ALWAYS_FITS_BYTES, MAX_BYTES_A_TOKEN * promptTokens)) {
      refuse(
        `cut a prompt: it counted ${promptTokens} tokens in ${bytes} bytes, and does not tell the model's context`,
      );
    }
  }
  if (asked.most + completionTokens <= window) return;
  if (promptTokens === undefined) {
    return refuse(
      `does not say whether it cut a prompt that may not fit into the context of ${window} tokens`,
    );
  }
  if (promptTokens + completionTokens > window + 1) {
    refuse(
      `dropped the beginning of a prompt while it answered, since the context of ${window} tokens was full`,
    );
  }
  if (asked.most > window && mayBeCut(asked, promptTokens)) {
    refuse(`may have cut a prompt: it counted ${promptTokens} tokens where the context has ${window}`);
  }
}

/**
 * Whether a counted number of tokens may be the rest of a prompt that was too long for the context window. Servers that cut
 * a prompt keep half a window or a whole one; from a conversation they drop whole messages, so that any number may
 * be left. A server that can refuse long prompts has cut this one only if it ignored that option.
 */
function mayBeCut({ prompt, window, context: { refusesLong } }: Asked, promptTokens: number): boolean {
  if (promptBytes(prompt) > MAX_BYTES_A_TOKEN * promptTokens) return true;
  const share = promptTokens / window;
  if (refusesLong) return share > 0.495 && share < 0.51;
  return share >= 0.45 || (typeof prompt !== "string" && prompt.length > 1);
}
