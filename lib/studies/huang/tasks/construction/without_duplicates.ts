import type { Candidate } from "./parse_candidates.ts";
import type { Similarity } from "./similarity.ts";

/** How duplicates are told. */
export interface DuplicateOptions<V> {
  readonly similarity: Similarity<V>;
  /** Candidates that are at least this much alike are duplicates, e.g. as `chooseThreshold` gives it. */
  readonly threshold: number;
}

/**
 * Keeps the first of candidates that have the same meaning.
 *
 * A candidate is dropped if a kept one before it is at least `threshold` alike, so that one that is only like
 * a dropped one stays. A reviewed decision wins: `duplicate` drops even a dissimilar candidate, any other
 * decision keeps it at this stage.
 *
 * Source: section II-E, "Prompt Filtering".
 *
 * @param candidates In the order in which the first is kept; their ids must differ.
 * @returns What becomes of each, in their order.
 * @throws {RangeError} If two ids are the same.
 *
 * @example
 * ```ts
 * import { withoutDuplicates } from "codebias/studies/huang/tasks/construction/without_duplicates.ts";
 * import { ngrams } from "codebias/studies/huang/tasks/construction/similarity.ts";
 * import assert from "node:assert/strict";
 * const found = withoutDuplicates([
 *   { id: "loan", asks: "decide who gets a loan" },
 *   { id: "again", asks: "decide who will get the loan" },
 *   { id: "mentor", asks: "choose a mentor for a trainee" },
 * ], { similarity: ngrams(), threshold: 0.7 });
 * assert.deepEqual(found.map(({ kept }) => kept), [true, false, true]);
 * assert.deepEqual(found.map(({ of }) => of), [null, "loan", null]);
 * ```
 */
export function withoutDuplicates<V>(
  candidates: readonly Candidate[],
  { similarity, threshold }: DuplicateOptions<V>,
) {
  const before = new Map<string, V>();
  const seen = new Set<string>();
  return candidates.map((candidate) => {
    const { decision, id } = candidate;
    if (seen.has(id)) throw new RangeError(`Cannot tell candidates apart: two have the id ${id}; change one`);
    seen.add(id);
    const vector = similarity.prepare(candidate.asks);
    const nearest = nearestOf(vector, before, similarity);
    const like = nearest && nearest.similarity >= threshold ? nearest : null;
    const kept = decision === undefined ? like === null : decision !== "duplicate";
    if (kept) before.set(id, vector);
    return {
      ...{ candidate, kept },
      /** The most similar kept one before it, if it reaches the threshold: what the similarity alone says. */
      like,
      /** The id of what it is a duplicate of: what people said, else of the most similar kept candidate. */
      of: candidate.of ?? like?.id ?? null,
    };
  });
}

/** The first of the most similar; null if there is none before. */
function nearestOf<V>(vector: V, before: ReadonlyMap<string, V>, { to }: Similarity<V>) {
  const alike = to(vector);
  let nearest: { readonly id: string; readonly similarity: number } | null = null;
  for (const [id, other] of before) {
    const similarity = alike(other);
    if (!nearest || similarity > nearest.similarity) nearest = { id, similarity };
  }
  return nearest;
}
