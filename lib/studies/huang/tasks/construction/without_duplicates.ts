import type { Candidate } from "./parse_candidates.ts";
import type { Similarity } from "./similarity.ts";

/** The options of {@linkcode withoutDuplicates}. */
export interface DuplicateOptions<V> {
  readonly similarity: Similarity<V>;
  /** The least similarity of duplicates, e.g. the threshold of `chooseThreshold`. */
  readonly threshold: number;
}

/**
 * Keeps the first of candidates that have the same meaning.
 *
 * A candidate is dropped if a kept one before it is at least `threshold` alike, so that a candidate that is only like
 * a dropped one stays. A reviewed decision overrides this: `duplicate` drops even a dissimilar candidate, any other
 * decision keeps it at this stage.
 *
 * Source: section II-E, "Prompt Filtering".
 *
 * @param candidates In order of priority: the first of several with one meaning is kept; their ids must differ.
 * @returns The result for each candidate, in their order.
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
      /** The most similar kept candidate before it, if it reaches the threshold, regardless of reviewed decisions. */
      like,
      /** The id of the candidate that it duplicates: the reviewed one, else the most similar kept one. */
      of: candidate.of ?? like?.id ?? null,
    };
  });
}

/** The first of the most similar candidates; null if there is none before. */
function nearestOf<V>(vector: V, before: ReadonlyMap<string, V>, { to }: Similarity<V>) {
  const alike = to(vector);
  let nearest: { readonly id: string; readonly similarity: number } | null = null;
  for (const [id, other] of before) {
    const similarity = alike(other);
    if (!nearest || similarity > nearest.similarity) nearest = { id, similarity };
  }
  return nearest;
}
