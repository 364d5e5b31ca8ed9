import { ModelError } from "../../core/errors.ts";
import { type EmbeddingServer, vectorsIn } from "../embedding/embedder.ts";
import { embeddingLimits } from "../requests/allowance.ts";
import { ifTold } from "../requests/failures.ts";
import { patienceOf } from "../requests/timeouts.ts";
import { installedModels, missingModel, type QuickOptions, wholeName } from "./endpoints.ts";
import { Exchange } from "./exchange.ts";
import { garbage } from "./failures.ts";
import type { OllamaOptions } from "./ollama.ts";
import { ollamaServer } from "./server.ts";

/**
 * A model of an Ollama server that embeds. Nothing is asked yet.
 *
 * @param name The model's name there, e.g. `nomic-embed-text`.
 * @throws {RangeError} If the name or the address is malformed.
 */
export function ollamaEmbeddings(
  name: string,
  { host, patience }: Pick<OllamaOptions, "host" | "patience"> = {},
): EmbeddingServer {
  wholeName(name);
  const asked: Asked = { name, server: ollamaServer(host), patience: patienceOf(patience) };
  return { who: asked.server.who, ask: (texts, { signal }) => ask(texts, { ...asked, signal }) };
}

type Asked = QuickOptions & { readonly name: string };

async function ask(texts: readonly string[], asked: Asked): Promise<number[][]> {
  const { name, server, patience: { firstTokenMs }, signal } = asked;
  const limits = embeddingLimits(texts.length);
  using exchange = new Exchange({ server, firstMs: firstTokenMs, idleMs: firstTokenMs, limits, signal });
  try {
    // By itself, the server would cut off what is longer than the model's context, without a word.
    const answer = await exchange.client.embed({ model: name, input: [...texts], truncate: false });
    const vectors = vectorsIn(answer?.embeddings, texts.length);
    if ("what" in vectors) throw garbage(server, vectors.what);
    return vectors;
  } catch (error) {
    if (exchange.lacksEndpoint) throw noEmbeddings(asked);
    if (!(error instanceof ModelError)) throw error;
    if (error.failure === "no-such-model") {
      throw missingModel(server, name, await ifTold(installedModels(asked)));
    }
    throw error;
  }
}

/** Old versions do not know the request, new ones answer with the same status for a model that does not embed. */
function noEmbeddings({ server: { who }, name }: Asked): ModelError {
  return new ModelError(
    `${who} gives no embeddings: either it is older than 0.3, or ${name} does not embed; ` +
      "use a model made for embedding, or compare texts by n-grams",
    { failure: "refused-request" },
  );
}
