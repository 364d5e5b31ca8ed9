import { ModelError } from "../../core/errors.ts";
import type { Reply } from "../../core/types.ts";
import { isObject, type JsonObject } from "../json.ts";
import { Allowance, type Limits } from "../requests/allowance.ts";
import { Answer } from "./answer.ts";
import { count, readComplaint } from "./complaint.ts";
import { answerFailure, type Circumstances, errorInAnswer } from "./failure.ts";

/** What reads a line of a batch's output. */
export interface BatchContext extends Circumstances {
  readonly limits: Limits;
  /** Whether the server is an Ollama. */
  readonly ollama: boolean;
}

/**
 * The reply in a line of a batch's output, `{custom_id, response: {status_code, body}, error}`.
 *
 * @throws {ModelError} If the line says that the request failed, or its body is no whole answer; asking the file again
 * would not help.
 */
export function batchReply(line: JsonObject, context: BatchContext): Reply {
  const response = isObject(line.response) ? line.response : {};
  const status = count(response.status_code);
  const complaint = line.error ?? undefined;
  try {
    if (status !== undefined && status >= 400) {
      throw answerFailure({ ...readComplaint(complaint ?? response.body), status }, context);
    }
    if (complaint !== undefined || !isObject(response.body)) {
      throw errorInAnswer(complaint ?? "the line has neither an answer nor an error", context);
    }
    const answer = new Answer(context, new Allowance(context.endpoint.who, context.limits));
    answer.take(response.body);
    return { ...answer.whole(context.ollama), totalMs: 0 };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    // One line says nothing of the others, whatever its status.
    const failure = error.failure === "no-such-model" ? "refused-request" : error.failure;
    throw new ModelError(`In a batch, ${error.message}`, { failure, retry: false });
  }
}
