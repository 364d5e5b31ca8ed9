import type { Likelihood, Missing } from "../../../core/types.ts";
import { echoLimits } from "../../requests/allowance.ts";
import { promptBytes } from "../../prompt_bytes.ts";
import { type Echo, likelihoodIn, readEcho, spells } from "./echo.ts";
import { type Circumstances, sendingFailure, statusOf } from "../failure.ts";
import { jsonAnswer } from "../json_answer.ts";

/** Statuses with which servers refuse what they do not know. */
const REFUSED: readonly number[] = [400, 404, 405, 422, 501];

/** How to ask for the probability of a text. */
export interface Weighing extends Circumstances {
  /** How long to wait for an answer, milliseconds. */
  readonly patienceMs: number;
  readonly signal?: AbortSignal;
}

/** What a server cannot do for any text, as against what went wrong with one. */
export class Unable extends Error {}

/**
 * How probable a text is after a prompt: the server gives both back token by token (`echo`), and generates
 * one token more, as many servers refuse to generate none.
 *
 * @returns Or why it is unknown for this text.
 * @throws {Unable} If the server cannot tell of any text.
 * @throws {ModelError} If the request failed.
 */
export async function weigh(
  question: { readonly prompt: string; readonly text: string },
  weighing: Weighing,
): Promise<Likelihood | Missing> {
  const { prompt, text } = question;
  const both = await echoed(prompt + text, weighing);
  const promptAlone = spells(both, prompt + text) ? undefined : await echoed(prompt, weighing);
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

/** A server that does not know the request says so in many ways. */
function refusal(error: unknown, about: Circumstances): Error {
  const failure = sendingFailure(error, about);
  const known = failure.failure === "refused-request" && REFUSED.includes(statusOf(error) ?? 0);
  const named = !failure.retry || failure.failure === "server-error"
    ? /\becho\b|logprob/i.test(failure.message)
    : false;
  return known || named ? new Unable(failure.message) : failure;
}
