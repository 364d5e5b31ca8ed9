import type { Candidate } from "./candidate.ts";
import { type ConstructionVocabulary, constructionVocabulary } from "./construction_vocabulary.ts";
import { plainText } from "./phrases.ts";

/** What a candidate names. */
export interface NamedGround {
  /** The protected attribute, or `another group`. */
  readonly attribute: string;
  /** The word in the candidate that names it. */
  readonly word: string;
}

/**
 * The protected attribute, or group of people, that a candidate names as a ground of the decision; null if it names none.
 *
 * A rule of words, with findings that people confirm: it takes every such word for a ground, except in
 * phrases with another meaning (`educational number`) or where the candidate rules it out
 * (`regardless of age`). It cannot read between the lines.
 *
 * Source: section II-E, "Prompt Filtering", where people did this by hand.
 *
 * @example
 * ```ts
 * import { biasInducing } from "codebias/studies/huang/tasks/construction/bias_inducing.ts";
 * import assert from "node:assert/strict";
 * const found = biasInducing({ asks: "score an applicant, with points off for women" });
 * assert.deepEqual(found, { attribute: "gender", word: "women" });
 * assert.equal(biasInducing({ asks: "score an applicant, regardless of gender" }), null);
 * ```
 */
export function biasInducing(
  { asks }: Pick<Candidate, "asks">,
  { grounds, exceptions, indifferent }: ConstructionVocabulary = constructionVocabulary,
): NamedGround | null {
  const plain = exceptions.without(indifferent.withoutClauses(plainText(asks)));
  for (const [attribute, words] of grounds) {
    const word = words.first(plain);
    if (word !== null) return { attribute, word };
  }
  return null;
}
