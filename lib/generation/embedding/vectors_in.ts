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
 * import { vectorsIn } from "codebias/generation/embedding/vectors_in.ts";
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
