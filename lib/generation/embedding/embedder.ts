import type { ModelError } from "../../core/errors.ts";
import type { AskOptions } from "../model.ts";

/** A model that turns texts into vectors, such that texts of similar meaning have vectors close to each other. */
export interface Embedder {
  /** The model as the analyst named it, e.g. `ollama/nomic-embed-text`. */
  readonly spec: string;
  /**
   * The embedding of each text, in order and all of one length. Texts are sent in batches; a batch is retried
   * where that can help.
   *
   * @throws {RangeError} If a text is empty.
   * @throws {ModelError} If a batch has no complete answer; the message says what to do.
   */
  embed(texts: readonly string[], options?: AskOptions): Promise<number[][]>;
}

/** A server with an embedding model. */
export interface EmbeddingServer {
  /** The name of the server in messages. */
  readonly who: string;
  /**
   * Sends one request, for a few texts.
   *
   * @throws {ModelError} If there is no complete answer; `retry` says whether asking again may help.
   */
  ask(texts: readonly string[], options: AskOptions): Promise<number[][]>;
}

/**
 * The embeddings in a server's answer, after a check that there are as many as texts, all of one length, and all of finite
 * numbers.
 *
 * @param garbage Makes the failure for a wrong answer, from a description of it as the end of a sentence.
 * @throws {ModelError} The failure, if the check fails.
 *
 * @example
 * ```ts
 * import { vectorsIn } from "codebias/generation/embedding/embedder.ts";
 * import { ModelError } from "codebias/core/errors.ts";
 * import assert from "node:assert/strict";
 * const garbage = (what: string) => new ModelError(what, { failure: "garbage" });
 * assert.deepEqual(vectorsIn([[0.5, -1]], 1, garbage), [[0.5, -1]]);
 * assert.throws(() => vectorsIn([[0.5, -1]], 2, garbage), { message: "1 embedding for 2 texts" });
 * ```
 */
export function vectorsIn(
  value: unknown,
  texts: number,
  garbage: (what: string) => ModelError,
): number[][] {
  if (!Array.isArray(value)) throw garbage("an answer without embeddings");
  if (value.length !== texts) {
    throw garbage(`${counted(value.length, "embedding")} for ${counted(texts, "text")}`);
  }
  const bad = value.findIndex((vector) => !isVector(vector));
  if (bad >= 0) throw garbage(`an embedding that is no list of numbers, for text ${bad + 1} of ${texts}`);
  if (value.every(({ length }) => length === value[0].length)) return value;
  throw garbage("embeddings of different lengths");
}

function isVector(value: unknown): value is number[] {
  return Array.isArray(value) && value.length > 0 && value.every(Number.isFinite);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
