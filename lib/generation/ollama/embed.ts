import { ModelError } from "../../core/errors.ts";
import { type EmbeddingServer, vectorsIn } from "../embedding/embedder.ts";
import { embeddingLimits } from "../requests/allowance.ts";
import { ifTold } from "../requests/failures.ts";
import { patienceOf } from "../requests/timeouts.ts";
import { installedModels, missingModel, wholeName } from "./endpoints.ts";
import { Exchange } from "./exchange.ts";
import { garbage } from "./failures.ts";
import type { OllamaOptions } from "./ollama.ts";
import { type OllamaServer, ollamaServer } from "./server.ts";

/**
 * An embedding model on an Ollama server. No request is sent yet.
 *
 * @param name The model's name on the server, e.g. `nomic-embed-text`.
 * @throws {RangeError} If the name or the address is malformed.
 */
export function ollamaEmbeddings(
  name: string,
  { host, patience }: Pick<OllamaOptions, "host" | "patience"> = {},
): EmbeddingServer {
  wholeName(name);
  const about = { server: ollamaServer(host), patience: patienceOf(patience) };
  const { server, patience: { firstTokenMs: ms } } = about;
  return {
    who: server.who,
    async ask(texts, { signal }) {
      const limits = embeddingLimits(texts.length);
      using exchange = new Exchange({ server, firstMs: ms, idleMs: ms, limits, signal });
      try {
        // By default, the server silently cuts a text that is longer than the model's context.
        const answer = await exchange.client.embed({ model: name, input: [...texts], truncate: false });
        return vectorsIn(answer?.embeddings, texts.length, (what) => garbage(server, what));
      } catch (error) {
        if (exchange.lacksEndpoint) throw noEmbeddings(server, name);
        if (!(error instanceof ModelError && error.failure === "no-such-model")) throw error;
        throw missingModel(server, name, await ifTold(installedModels({ ...about, signal })));
      }
    },
  };
}

/** The failure for a status with which old versions answer unknown requests, and new ones refuse models without embeddings. */
function noEmbeddings({ who }: OllamaServer, name: string): ModelError {
  return new ModelError(
    `${who} gives no embeddings: either it is older than 0.3, or ${name} does not embed; ` +
      "use a model made for embedding, or compare texts by n-grams",
    { failure: "refused-request" },
  );
}
