import * as z from "../../../../core/fields.ts";
import type { Similarity } from "./similarity.ts";

const PAIR = z.mapping({
  category: z.text,
  same: z.truth,
  /** How the pair was made, e.g. `near-copy` or `one-word`. */
  kind: z.text,
  a: z.text,
  b: z.text,
});

/** Two tasks, and whether people found that they have the same meaning. */
export type LabelledPair = z.output<typeof PAIR>;

/** How alike two texts are, and whether they have the same meaning. */
export interface ScoredPair {
  readonly similarity: number;
  readonly same: boolean;
}

/**
 * The pairs from what data/huang/construction/pairs.yaml holds.
 *
 * @throws {TypeError} If a field is missing, unknown or of the wrong type; names the pair.
 */
export function parsePairs(value: unknown): LabelledPair[] {
  const { pairs } = z.read(z.mapping({ pairs: z.list }), value, "the labelled pairs");
  return pairs.map((pair, at) => z.read(PAIR, pair, `pair ${at + 1}`));
}

/** How alike the texts of each pair are. */
export function scorePairs<V>(
  pairs: readonly LabelledPair[],
  { prepare, to }: Similarity<V>,
): (LabelledPair & ScoredPair)[] {
  return pairs.map((pair) => ({ ...pair, similarity: to(prepare(pair.a))(prepare(pair.b)) }));
}
