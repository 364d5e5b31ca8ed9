import { Watch } from "../patience.ts";
import { type Circumstances, connectionFailure, garbageFailure, sendingFailure } from "./failure.ts";
import type { Json } from "./server.ts";

/** A request whose answer is one piece of JSON. */
export interface JsonInquiry extends Circumstances {
  /** Below the base URL, e.g. `/embeddings`. */
  readonly path: string;
  readonly body: Json;
  /** How long to wait for the answer, milliseconds. */
  readonly patienceMs: number;
  readonly signal?: AbortSignal;
}

/**
 * What a server answers, as JSON.
 *
 * @throws {ModelError} If there is no whole answer, or it is no JSON.
 */
export async function jsonAnswer(
  { path, body, patienceMs, signal, ...circumstances }: JsonInquiry,
): Promise<unknown> {
  const { endpoint } = circumstances;
  using watch = new Watch(endpoint.who, patienceMs, signal);
  let response: Response | undefined;
  let answer: string;
  try {
    response = await watch.response(endpoint.send({ path, body, signal: watch.signal }));
    answer = await watch.race(response.text());
  } catch (error) {
    if (watch.signal.aborted) throw watch.signal.reason;
    throw response ? connectionFailure(error, circumstances, true) : sendingFailure(error, circumstances);
  }
  try {
    return JSON.parse(answer);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw garbageFailure(`what is no JSON: ${answer}`, circumstances);
  }
}
