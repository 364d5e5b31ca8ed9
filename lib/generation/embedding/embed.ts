import { ModelError } from "../../core/errors.ts";
import { refuseOther } from "../../core/kinds.ts";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import type { Embedder, EmbeddingServer } from "./embedder.ts";
import type { AskOptions, Patience } from "../model.ts";
import { ollamaEmbeddings } from "../ollama/embed.ts";
import { openaiEmbeddings } from "../openai/embed.ts";
import { type Persistence, retry } from "../requests/retry.ts";

export type { Embedder } from "./embedder.ts";

/** Options for reaching an embedding model. */
export interface EmbedderOptions {
  /** The address of the server. @default OLLAMA_HOST or OPENAI_BASE_URL, else the usual address of such a server */
  readonly url?: string;
  /** The timeouts of the server, milliseconds; that of the first token applies to a whole batch. */
  readonly patience?: Partial<Patience>;
  /** The settings for retries. */
  readonly persistence?: Partial<Persistence>;
  /** The number of texts in one request, at least 1. @default 32 */
  readonly batch?: number;
}

/**
 * Opens an embedding model by its name; no request is sent yet.
 *
 * @param spec `ollama/<name>[:tag]` on an Ollama server, `openai/<name>` on any server with OpenAI's interface.
 * @throws {RangeError} If it is neither, or an option is out of range. Synthetic and recorded models have no embeddings.
 *
 * @example
 * ```ts
 * import { openEmbedder } from "codebias/generation/embedding/embed.ts";
 * import assert from "node:assert/strict";
 * assert.equal(openEmbedder("ollama/nomic-embed-text").spec, "ollama/nomic-embed-text");
 * assert.throws(() => openEmbedder("calibration"), /Cannot embed with calibration: .* n-grams/);
 * ```
 */
export function openEmbedder(spec: string, options: EmbedderOptions = {}): Embedder {
  refuseUnknownOptions(options, ["url", "patience", "persistence", "batch"]);
  refuseOther("open the model", spec, "a text");
  const { url, patience, persistence, batch = 32 } = options;
  if (!Number.isSafeInteger(batch) || batch < 1) {
    throw new RangeError(`Cannot embed ${batch} texts in a request: expected an integer of at least 1`);
  }
  const server = serverOf(spec, { url, patience });
  return { spec, embed: (texts, { signal } = {}) => embedAll(server, texts, { batch, persistence, signal }) };
}

function serverOf(
  spec: string,
  { url, patience }: Pick<EmbedderOptions, "url" | "patience">,
): EmbeddingServer {
  const slash = spec.indexOf("/");
  const [kind, name] = slash < 0 ? [spec, ""] : [spec.slice(0, slash), spec.slice(slash + 1)];
  if (kind === "ollama" && name !== "") return ollamaEmbeddings(name, { host: url, patience });
  if (kind === "openai" && name !== "") return openaiEmbeddings(name, { baseUrl: url, patience });
  const found = kind === "calibration" || kind === "recorded"
    ? "it gives only completions, no embeddings"
    : "expected ollama/NAME[:TAG] or openai/NAME";
  throw new RangeError(
    `Cannot embed with ${spec}: ${found}; without a server that embeds, compare texts by n-grams`,
  );
}

async function embedAll(
  server: EmbeddingServer,
  texts: readonly string[],
  { batch, persistence, signal }: AskOptions & Pick<EmbedderOptions, "persistence"> & {
    readonly batch: number;
  },
): Promise<number[][]> {
  const empty = texts.findIndex((text) => text.trim() === "");
  if (empty >= 0) throw new RangeError(`Cannot embed text ${empty + 1}: it is empty; leave it out`);
  const vectors: number[][] = [];
  for (let from = 0; from < texts.length; from += batch) {
    signal?.throwIfAborted();
    const some = texts.slice(from, from + batch);
    vectors.push(...await retry(() => server.ask(some, { signal }), { persistence, signal }));
  }
  const other = vectors.find(({ length }) => length !== vectors[0].length);
  if (!other) return vectors;
  throw new ModelError(
    `${server.who} sent embeddings of ${vectors[0].length} and of ${other.length} numbers; ` +
      "check that one model answers behind the name",
    { failure: "garbage", retry: false },
  );
}
