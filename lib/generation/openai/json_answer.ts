import { Allowance, type Limits } from "../requests/allowance.ts";
import { BoundedBody } from "../requests/bounded_body.ts";
import { type JsonObject, sentJson } from "../json.ts";
import { Watch } from "../requests/timeouts.ts";
import { type Circumstances, connectionFailure, garbageFailure, sendingFailure } from "./failure.ts";

/** A request whose answer is one text. */
export interface TextInquiry extends Circumstances {
  /** The path below the base URL, e.g. `/embeddings`, or a whole URL. */
  readonly path: string;
  readonly body?: JsonObject;
  /** The timeout for the answer, milliseconds. */
  readonly patienceMs: number;
  /** The maximum size of the answer. */
  readonly limits: Limits;
  readonly signal?: AbortSignal;
  /** Makes the error to throw when the package throws before there is an answer. @default a failure of the server */
  readonly refusal?: (error: unknown, circumstances: Circumstances) => Error;
}

/**
 * The answer of a server as text.
 *
 * @throws {ModelError} If there is no complete answer.
 * @throws The error that `refusal` makes, if there is no answer at all.
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
 * The answer of a server as JSON.
 *
 * @throws {ModelError} As `textAnswer`, and if the answer is not JSON.
 */
export async function jsonAnswer(inquiry: TextInquiry): Promise<unknown> {
  const answer = await textAnswer(inquiry);
  return sentJson(answer, (flaw) => garbageFailure(`what is ${flaw}: ${answer}`, inquiry));
}
