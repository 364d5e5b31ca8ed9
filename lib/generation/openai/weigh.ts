import type { Likelihood, Missing } from "../../types.ts";
import { Watch } from "../patience.ts";
import { type Echo, likelihoodIn, readEcho, spells } from "./echo.ts";
import {
  type Circumstances,
  connectionFailure,
  garbageFailure,
  sendingFailure,
  statusOf,
} from "./failure.ts";

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
 * How probable a text is after a prompt, by a request for both that the server gives back token by token (`echo`), and for
 * one token more, as many servers refuse to be asked for none.
 *
 * @returns Or why it cannot be known of this text.
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
  const { endpoint, model, patienceMs, signal, ...circumstances } = weighing;
  const about = { endpoint, model, ...circumstances, maxTokens: 1 };
  const body = { model, prompt: text, echo: true, logprobs: 1, max_tokens: 1, temperature: 0, stream: false };
  using watch = new Watch(endpoint.who, patienceMs, signal);
  let response: Response;
  try {
    response = await watch.response(endpoint.send({ path: "/completions", body, signal: watch.signal }));
  } catch (error) {
    if (watch.signal.aborted) throw watch.signal.reason;
    throw refusal(error, about);
  }
  const read = readEcho(await parsed(response, watch, about), text, about);
  if ("reason" in read) throw new Unable(read.reason);
  return read;
}

async function parsed(response: Response, watch: Watch, about: Circumstances): Promise<unknown> {
  let answer: string;
  try {
    answer = await watch.race(response.text());
  } catch (error) {
    if (watch.signal.aborted) throw watch.signal.reason;
    throw connectionFailure(error, about, true);
  }
  try {
    return JSON.parse(answer);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw garbageFailure(`what is no JSON: ${answer}`, about);
  }
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
