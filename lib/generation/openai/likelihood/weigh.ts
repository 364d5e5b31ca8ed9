import type { Likelihood, Missing } from "../../../core/types.ts";
import { echoLimits, promptBytes } from "../../requests/allowance.ts";
import { type Circumstances, garbageFailure, sendingFailure, statusOf } from "../failure.ts";
import { jsonAnswer, type TextInquiry } from "../json_answer.ts";
import { isObject } from "../../json.ts";
import { count } from "../complaint.ts";

/** A text that a server returned token by token. */
export interface Echo {
  /** The tokens as the server writes them. */
  readonly tokens: readonly string[];
  /** The logarithm of each token's probability; null for the first token, which nothing precedes. */
  readonly logprobs: readonly (number | null)[];
  /** The number of tokens that were sent, not generated; undefined if the server does not count them. */
  readonly sent?: number;
}

/** The value up to which a logarithm may be above 0 because of rounding. */
const ROUNDING = 1e-2;

/**
 * Reads the answer to a request with `echo`.
 *
 * @param asked The text that was sent.
 * @returns The echo, or the reason why the server gives none.
 * @throws {ModelError} If the answer is not in OpenAI's format.
 */
function readEcho(answer: unknown, asked: string, circumstances: Circumstances): Echo | Missing {
  const garbage = (what: string) =>
    garbageFailure(`${what}: ${JSON.stringify(answer)?.slice(0, 200)}`, circumstances);
  const choices = isObject(answer) ? answer.choices : undefined;
  if (!isObject(answer) || !Array.isArray(choices) || choices.length !== 1 || !isObject(choices[0])) {
    throw garbage("an answer without one choice");
  }
  const { text, logprobs } = choices[0];
  if (typeof text !== "string") throw garbage("a choice without a text");
  if (!text.includes(asked)) return { reason: "it ignores echo: the prompt is not in its answer" };
  if (!isObject(logprobs)) return { reason: "it gives no log-probabilities of the prompt" };
  const { tokens, token_logprobs: values } = logprobs;
  if (!Array.isArray(tokens) || !Array.isArray(values)) {
    return { reason: "its log-probabilities are not in the form of OpenAI's completions" };
  }
  if (tokens.length !== values.length || tokens.some((token) => typeof token !== "string")) {
    throw garbage("log-probabilities that do not belong to the tokens");
  }
  for (const value of values) {
    if (value === null || (typeof value === "number" && Number.isFinite(value) && value <= ROUNDING)) {
      continue;
    }
    throw garbage(`${JSON.stringify(value)} as the logarithm of a probability`);
  }
  const sent = count(isObject(answer.usage) ? answer.usage.prompt_tokens : undefined);
  if (sent !== undefined && sent > tokens.length) {
    return { reason: "it gives log-probabilities of what it writes, not of the prompt" };
  }
  return { tokens, logprobs: values, ...(sent !== undefined && { sent }) };
}

/**
 * The log-likelihood of a text in the echo of prompt and text: the sum over the tokens that begin at or after the
 * end of the prompt and before the end of the text.
 *
 * A token that begins in the prompt and ends in the text is left out, as its probability covers both; so are
 * all tokens before it and those after the text.
 *
 * @param promptAlone The echo of the prompt without the text, if the tokens do not spell the text:
 * then the ends are found by the lengths of the tokens in both echoes, as the server writes them.
 * @throws {ModelError} If a counted token has no probability.
 */
function likelihoodIn(
  echo: Echo,
  { prompt, text }: { readonly prompt: string; readonly text: string },
  { promptAlone, ...circumstances }: Circumstances & { readonly promptAlone?: Echo },
): Likelihood | Missing {
  const starts = startsOf(echo.tokens);
  const shift = echo.tokens.join("").indexOf(prompt + text);
  let [from, to] = [shift + prompt.length, shift + prompt.length + text.length];
  if (promptAlone) {
    if (promptAlone.sent === undefined || echo.sent === undefined) {
      return { reason: "its tokens do not add up to the text, and it does not say how many the prompt has" };
    }
    from = promptAlone.tokens.slice(0, promptAlone.sent).join("").length;
    to = echo.tokens.slice(0, echo.sent).join("").length;
  }
  const counted = [...echo.tokens.keys()].filter((at) => starts[at] >= from && starts[at] < to);
  if (counted.length === 0) return { reason: "no token of the server begins within the answer" };
  const values = counted.map((at) => echo.logprobs[at]);
  if (values.includes(null)) {
    throw garbageFailure("a token after the first without a log-probability", circumstances);
  }
  return {
    nats: (values as number[]).reduce((sum, value) => sum + Math.min(0, value), 0),
    tokens: counted.length,
    counted: text.length - (starts[counted[0]] - from),
  };
}

function startsOf(tokens: readonly string[]): number[] {
  let at = 0;
  return tokens.map((token) => (at += token.length) - token.length);
}

/** The statuses with which servers refuse unknown requests. */
const REFUSED: readonly number[] = [400, 404, 405, 422, 501];

/** Options for asking for the likelihood of a text. */
type Weighing = Pick<TextInquiry, "endpoint" | "model" | "patienceMs" | "signal">;

/** The error that a server cannot give the likelihood of any text, as opposed to a failure with one text. */
export class Unable extends Error {}

/**
 * The log-likelihood of a text after a prompt: the server returns both token by token (`echo`), and generates
 * one token more, as many servers refuse to generate none.
 *
 * @returns The likelihood, or the reason why it is unknown for this text.
 * @throws {Unable} If the server cannot give the likelihood of any text.
 * @throws {ModelError} If the request failed.
 */
export async function weigh(
  question: { readonly prompt: string; readonly text: string },
  weighing: Weighing,
): Promise<Likelihood | Missing> {
  const { prompt, text } = question;
  const both = await echoed(prompt + text, weighing);
  const promptAlone = both.tokens.join("").includes(prompt + text)
    ? undefined
    : await echoed(prompt, weighing);
  return likelihoodIn(both, question, { ...weighing, promptAlone });
}

async function echoed(text: string, weighing: Weighing): Promise<Echo> {
  const about = { ...weighing, maxTokens: 1 };
  const { model } = about;
  const body = { model, prompt: text, echo: true, logprobs: 1, max_tokens: 1, temperature: 0, stream: false };
  const limits = echoLimits(promptBytes(text));
  const read = readEcho(
    await jsonAnswer({ ...about, path: "/completions", body, limits, refusal }),
    text,
    about,
  );
  if ("reason" in read) throw new Unable(read.reason);
  return read;
}

/** The error for a refusal: `Unable` if the server does not know such requests, which servers report in many ways. */
function refusal(error: unknown, about: Circumstances): Error {
  const failure = sendingFailure(error, about);
  const known = failure.failure === "refused-request" && REFUSED.includes(statusOf(error) ?? 0);
  const named = !failure.retry || failure.failure === "server-error"
    ? /\becho\b|logprob/i.test(failure.message)
    : false;
  return known || named ? new Unable(failure.message) : failure;
}
