import { refuseUnknownOptions } from "../../../../core/nearest.ts";
import { fieldsOf, listIn, textIn } from "../../../../core/fields.ts";
import type { Similarity } from "./similarity.ts";

/** Two tasks, and whether people found that they have the same meaning. */
export interface LabelledPair {
  readonly category: string;
  readonly same: boolean;
  /** How the pair was made, e.g. `near-copy` or `one-word`. */
  readonly kind: string;
  readonly a: string;
  readonly b: string;
}

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
  const what = "the labelled pairs";
  return listIn(fieldsOf(value, what, ["pairs"]), "pairs", what).map((one, at) => {
    const where = `pair ${at + 1}`;
    const fields = fieldsOf(one, where, ["category", "same", "kind", "a", "b"]);
    if (typeof fields.same !== "boolean") throw new TypeError(`${where}: "same" must be true or false`);
    return {
      category: textIn(fields, "category", where),
      same: fields.same,
      kind: textIn(fields, "kind", where),
      a: textIn(fields, "a", where),
      b: textIn(fields, "b", where),
    };
  });
}

/** How alike the texts of each pair are. */
export function scorePairs<V>(
  pairs: readonly LabelledPair[],
  options: Similarity<V>,
): (LabelledPair & ScoredPair)[] {
  refuseUnknownOptions(options, ["prepare", "to"]);
  const { prepare, to } = options;
  return pairs.map((pair) => ({ ...pair, similarity: to(prepare(pair.a))(prepare(pair.b)) }));
}
