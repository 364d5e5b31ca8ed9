import { ModelError } from "../../core/errors.ts";
import { type EmbeddingServer, vectorsIn } from "../embedding/embedder.ts";
import { embeddingLimits } from "../requests/allowance.ts";
import { isObject, number } from "../json.ts";
import type { AskOptions, Patience } from "../model.ts";
import { patienceOf } from "../requests/timeouts.ts";
import { missingModel } from "./description.ts";
import { Endpoint } from "./endpoint.ts";
import { garbageFailure } from "./failure.ts";
import { jsonAnswer } from "./json_answer.ts";
import type { OpenAIOptions } from "./openai.ts";

/**
 * A model that embeds, on a server with OpenAI's interface. Nothing is asked yet.
 *
 * @param name The model's name on that server.
 * @throws {RangeError} If the address is no URL, or OpenAI itself is to be asked without a key.
 */
export function openaiEmbeddings(
  name: string,
  { baseUrl, patience }: Pick<OpenAIOptions, "baseUrl" | "patience"> = {},
): EmbeddingServer {
  const asked: Asked = { name, endpoint: new Endpoint(baseUrl), patience: patienceOf(patience) };
  return { who: asked.endpoint.who, ask: (texts, { signal }) => ask(texts, { ...asked, signal }) };
}

interface Asked extends AskOptions {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly patience: Patience;
}

async function ask(texts: readonly string[], asked: Asked): Promise<number[][]> {
  const { name: model, endpoint, patience: { connectMs, firstTokenMs: patienceMs }, signal } = asked;
  const body = { model, input: [...texts], encoding_format: "float" };
  const limits = embeddingLimits(texts.length);
  try {
    const question = { endpoint, model, path: "/embeddings", body, patienceMs, limits, signal };
    const vectors = vectorsIn(inOrder(await jsonAnswer(question)), texts.length);
    if ("what" in vectors) throw garbageFailure(vectors.what, { endpoint, model });
    return vectors;
  } catch (error) {
    if (!(error instanceof ModelError && error.failure === "no-such-model")) throw error;
    throw await missingModel({ endpoint, model, connectMs, signal }, "unknown", error);
  }
}

/** The embeddings in the order of the texts; undefined unless each place is there once. */
function inOrder(answer: unknown): unknown {
  const data = isObject(answer) ? answer.data : undefined;
  if (!Array.isArray(data) || !data.every(isObject)) return undefined;
  const placed = data.map(({ index, embedding }, at) => ({ place: number(index) ?? at, embedding }));
  placed.sort((a, b) => a.place - b.place);
  return placed.every(({ place }, at) => place === at) ? placed.map(({ embedding }) => embedding) : undefined;
}
