import type { AskOptions } from "../model.ts";

/** Something that turns texts into vectors; near vectors stand for texts of like meaning. */
export interface Embedder {
  /** As the analyst named it, e.g. `ollama/nomic-embed-text`. */
  readonly spec: string;
  /**
   * The embedding of each text, in order and all of one length. Texts are sent in batches; a batch is retried
   * where that can help.
   *
   * @throws {RangeError} If a text is empty.
   * @throws {ModelError} If a batch has no whole answer, with what to do.
   */
  embed(texts: readonly string[], options?: AskOptions): Promise<number[][]>;
}

/** A server that embeds. */
export interface EmbeddingServer {
  /** As sentences call it. */
  readonly who: string;
  /**
   * Asks once, for a few texts.
   *
   * @throws {ModelError} If there is no whole answer; `retry` says whether asking again may help.
   */
  ask(texts: readonly string[], options: AskOptions): Promise<number[][]>;
}

/** What a server sent in place of embeddings, as the end of a sentence. */
export interface NoVectors {
  readonly what: string;
}

/**
 * The embeddings in a server's answer, which is checked: as many as there were texts, all of one
 * length, and all of finite numbers.
 *
 * @example
 * ```ts
 * import { vectorsIn } from "codebias/generation/embedding/embedder.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(vectorsIn([[0.5, -1]], 1), [[0.5, -1]]);
 * assert.deepEqual(vectorsIn([[0.5, -1]], 2), { what: "1 embedding for 2 texts" });
 * ```
 */
export function vectorsIn(value: unknown, texts: number): number[][] | NoVectors {
  if (!Array.isArray(value)) return { what: "an answer without embeddings" };
  if (value.length !== texts) {
    const [some, all] = [counted(value.length, "embedding"), counted(texts, "text")];
    return { what: `${some} for ${all}` };
  }
  const bad = value.findIndex((vector) => !isVector(vector));
  if (bad >= 0) return { what: `an embedding that is no list of numbers, for text ${bad + 1} of ${texts}` };
  const length = value[0]?.length;
  return value.every((vector) => vector.length === length)
    ? value
    : { what: "embeddings of different lengths" };
}

function isVector(value: unknown): value is number[] {
  return Array.isArray(value) && value.length > 0 && value.every(Number.isFinite);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
