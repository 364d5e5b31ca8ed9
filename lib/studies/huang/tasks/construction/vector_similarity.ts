import { checkValues } from "../../../../statistics/checks.ts";
import type { Similarity } from "./similarity.ts";

/**
 * How alike two texts are by embeddings that were made before, e.g. by `openEmbedder`: the cosine,
 * Σ u_i v_i / √(Σ u_i² · Σ v_i²).
 *
 * Source: section II-E, "Prompt Filtering".
 *
 * @param embeddings By text: finite numbers, not all 0, equally many for all texts.
 * @returns In [-1, 1] for any two texts. What it prepares throws a RangeError for a text without such an embedding.
 *
 * @example
 * ```ts
 * import { embeddings } from "codebias/studies/huang/tasks/construction/vector_similarity.ts";
 * import assert from "node:assert/strict";
 * const { prepare, to } = embeddings(new Map([["raise the wage", [1, 0]], ["pay more", [1, 1]]]));
 * assert(Math.abs(to(prepare("raise the wage"))(prepare("pay more")) - Math.SQRT1_2) < 1e-12);
 * ```
 */
export function embeddings(embeddings: ReadonlyMap<string, readonly number[]>): Similarity<Float64Array> {
  const length = embeddings.values().next().value?.length;
  return {
    prepare(text) {
      const found = embeddings.get(text);
      if (!found) {
        throw new RangeError(`Cannot compare "${text}": it has no embedding; embed it with the others`);
      }
      if (found.length === length) return unit(found);
      throw new RangeError(
        `Cannot compare embeddings of ${length} and ${found.length} numbers: embed all texts with one model`,
      );
    },
    to: (u) => (v) => cosine(u, v),
  };
}

/** The vector of length 1 in the same direction; scaled first, lest its squares leave the range of numbers. */
function unit(values: readonly number[]): Float64Array {
  checkValues("an embedding", values, 1);
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest === 0) throw new RangeError("Cannot compare an embedding of zeros: it has no direction");
  const scaled = Float64Array.from(values, (value) => value / largest);
  const length = Math.sqrt(scaled.reduce((sum, value) => sum + value * value, 0));
  return scaled.map((value) => value / length);
}

function cosine(u: Float64Array, v: Float64Array): number {
  let dot = 0;
  let apart = 0;
  for (let at = 0; at < u.length; at++) {
    dot += u[at] * v[at];
    apart += Math.abs(u[at] - v[at]);
  }
  if (apart === 0) return 1; // which rounding would miss
  return Math.max(-1, Math.min(1, dot));
}
