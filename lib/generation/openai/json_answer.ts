import { Allowance, type Limits } from "../requests/allowance.ts";
import { BoundedBody } from "../requests/bounded_body.ts";
import { type JsonObject, sentJson } from "../json.ts";
import { Watch } from "../requests/timeouts.ts";
import { type Circumstances, connectionFailure, garbageFailure, sendingFailure } from "./failure.ts";

/** A request whose answer is one text. */
export interface TextInquiry extends Circumstances {
  /** Below the base URL, e.g. `/embeddings`, or a whole URL. */
  readonly path: string;
  readonly body?: JsonObject;
  /** How long to wait for the answer, milliseconds. */
  readonly patienceMs: number;
  /** How long the answer may be. */
  readonly limits: Limits;
  readonly signal?: AbortSignal;
  /** What an error of the package means, where there is no answer to read. @default a failure of the server */
  readonly refusal?: (error: unknown, circumstances: Circumstances) => Error;
}

/**
 * What a server answers, as text.
 *
 * @throws {ModelError} If there is no whole answer, or what `refusal` makes of that.
 */
export async function textAnswer(
  { path, body, patienceMs, limits, signal, refusal = sendingFailure, ...circumstances }: TextInquiry,
): Promise<string> {
  const { endpoint } = circumstances;
  using watch = new Watch(endpoint.who, patienceMs, signal);
  let answer: BoundedBody | undefined;
  try {
    const response = await watch.response(endpoint.send({ path, body, signal: watch.signal }));
    answer = new BoundedBody(response, watch, new Allowance(endpoint.who, limits));
    return await answer.text();
  } catch (error) {
    answer?.close();
    if (watch.signal.aborted) throw watch.signal.reason;
    throw answer ? connectionFailure(error, circumstances, true) : refusal(error, circumstances);
  }
}

/**
 * What a server answers, as JSON.
 *
 * @throws {ModelError} As `textAnswer`, and if it is no JSON.
 */
export async function jsonAnswer(inquiry: TextInquiry): Promise<unknown> {
  const answer = await textAnswer(inquiry);
  return sentJson(answer, (flaw) => garbageFailure(`what is ${flaw}: ${answer}`, inquiry));
}
