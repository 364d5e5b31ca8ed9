import { ModelError } from "../../core/errors.ts";
import { type EmbeddingServer, vectorsIn } from "../embedding/embedder.ts";
import { embeddingLimits } from "../requests/allowance.ts";
import { isObject, number } from "../json.ts";
import { patienceOf } from "../requests/timeouts.ts";
import { missingModel } from "./description.ts";
import { Endpoint } from "./endpoint.ts";
import { garbageFailure } from "./failure.ts";
import { jsonAnswer } from "./json_answer.ts";
import type { OpenAIOptions } from "./openai.ts";

/**
 * An embedding model on a server with OpenAI's interface. No request is sent yet.
 *
 * @param name The model's name on that server.
 * @throws {RangeError} If the address is not a URL, or OpenAI itself is to be asked without a key.
 */
export function openaiEmbeddings(
  name: string,
  { baseUrl, patience }: Pick<OpenAIOptions, "baseUrl" | "patience"> = {},
): EmbeddingServer {
  const about = { endpoint: new Endpoint(baseUrl), model: name };
  const { connectMs, firstTokenMs: patienceMs } = patienceOf(patience);
  return {
    who: about.endpoint.who,
    async ask(texts, { signal }) {
      const body = { model: name, input: [...texts], encoding_format: "float" };
      const limits = embeddingLimits(texts.length);
      try {
        const answer = await jsonAnswer({ ...about, path: "/embeddings", body, patienceMs, limits, signal });
        return vectorsIn(inOrder(answer), texts.length, (what) => garbageFailure(what, about));
      } catch (error) {
        if (!(error instanceof ModelError && error.failure === "no-such-model")) throw error;
        throw await missingModel({ ...about, connectMs, signal }, "unknown", error);
      }
    },
  };
}

/** The embeddings in the order of the texts; undefined unless each index occurs exactly once. */
function inOrder(answer: unknown): unknown {
  const data = isObject(answer) ? answer.data : undefined;
  if (!Array.isArray(data) || !data.every(isObject)) return undefined;
  const placed = data.map(({ index, embedding }, at) => ({ place: number(index) ?? at, embedding }));
  placed.sort((a, b) => a.place - b.place);
  return placed.every(({ place }, at) => place === at) ? placed.map(({ embedding }) => embedding) : undefined;
}
