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
  readonly spec: string;
  /** As sentences call it. */
  readonly who: string;
  /**
   * Asks once, for a few texts.
   *
   * @throws {ModelError} If there is no whole answer; `retry` says whether asking again may help.
   */
  ask(texts: readonly string[], options: AskOptions): Promise<number[][]>;
}
