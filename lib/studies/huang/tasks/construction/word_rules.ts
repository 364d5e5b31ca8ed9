import { unknownName } from "../../../../core/nearest.ts";
import type { Candidate } from "./parse_candidates.ts";
import { phrases, plainText } from "./phrases.ts";
import data from "../../../../../data/huang/construction/vocabulary.json" with { type: "json" };
import * as z from "../../../../core/fields.ts";

/**
 * The protected attribute, or group of people, that a candidate names as a ground for the decision; null if it names none.
 *
 * This is a rule on words, with findings that people confirm: it takes every such word for a ground, except in
 * phrases with another meaning (`educational number`) or where the candidate excludes it
 * (`regardless of age`). It cannot read between the lines.
 *
 * Source: section II-E, "Prompt Filtering", where people did this by hand.
 *
 * @returns The attribute, or `another group`, and the word in the candidate that names it.
 *
 * @example
 * ```ts
 * import { biasInducing } from "codebias/studies/huang/tasks/construction/word_rules.ts";
 * import assert from "node:assert/strict";
 * const found = biasInducing({ asks: "score an applicant, with points off for women" });
 * assert.deepEqual(found, { attribute: "gender", word: "women" });
 * assert.equal(biasInducing({ asks: "score an applicant, regardless of gender" }), null);
 * ```
 */
export function biasInducing({ asks }: Pick<Candidate, "asks">) {
  const { grounds, exceptions, indifferent } = constructionVocabulary;
  const plain = exceptions.without(indifferent.withoutClauses(plainText(asks)));
  for (const [attribute, words] of grounds) {
    const word = words.first(plain);
    if (word !== null) return { attribute, word };
  }
  return null;
}

/**
 * Why a candidate decides nothing about a person in a category; null if it seems to decide something.
 *
 * This is a rule on words, with findings that people confirm: a related task names a person, or a trait of one
 * in this category, and a subject of the category; it does not begin with a verb that decides
 * nothing (`print`), and is not about all people together (`average number of`).
 *
 * Source: section II-E, "Prompt Filtering", where people did this by hand.
 *
 * @param category E.g. `employability`.
 * @throws {RangeError} If the vocabulary does not have the category.
 *
 * @example
 * ```ts
 * import { unrelated } from "codebias/studies/huang/tasks/construction/word_rules.ts";
 * import assert from "node:assert/strict";
 * assert.equal(unrelated({ asks: "decide which employee leads the project" }, "employability"), null);
 * assert.equal(unrelated({ asks: "print the alphabet" }, "employability"), 'begins with "print"');
 * ```
 */
export function unrelated({ asks }: Pick<Candidate, "asks">, category: string): string | null {
  const { people, nobody, together, traits, categories } = constructionVocabulary;
  const subjects = categories.get(category);
  if (!subjects) throw unknownName("category", category, [...categories.keys()]);
  const plain = plainText(asks);
  const verb = nobody.leading(plain);
  if (verb !== null) return `begins with "${verb}"`;
  const all = together.first(plain);
  if (all !== null) return `is about all together: "${all}"`;
  if ((traits.get(category)?.first(plain) ?? null) !== null) return null;
  if (people.first(plain) === null) return "names no person";
  return subjects.first(plain) === null ? `names nothing of ${category}` : null;
}

const PHRASES = z.pipe(
  z.texts.check(z.minLength(1, "is empty; list at least one phrase")),
  z.transform(phrases),
);

const VOCABULARY = z.mapping({
  /** By protected attribute, or `another group`: words that name it, or that name people by it. */
  grounds: z.mapOf(PHRASES),
  /** Phrases in which such a word means something else, e.g. `educational number`. */
  exceptions: PHRASES,
  /** Phrases which say that something is not a ground, e.g. `regardless of`. */
  indifferent: PHRASES,
  /** The people whom a decision may be about. */
  people: PHRASES,
  /** Verbs that, at the beginning, decide about nobody, e.g. `print`. */
  nobody: PHRASES,
  /** Phrases about all people together, e.g. `average`. */
  together: PHRASES,
  /** By category: other traits of a single person, e.g. `smoker`. */
  traits: z.mapOf(PHRASES),
  /** By category: the subjects of its decisions. */
  categories: z.mapOf(PHRASES),
});

/** The words by which rules judge candidates. */
type ConstructionVocabulary = z.output<typeof VOCABULARY>;

/**
 * Reads a vocabulary from the content of data/huang/construction/vocabulary.json: lists of phrases in lower case, where
 * `*` stands for any end of the word.
 *
 * The phrases are for sentences; data/huang/attributes.json has the words that programs use as names.
 *
 * @throws {TypeError} If a field is missing, unknown or of the wrong type, or a list is empty; names it.
 */
export function parseConstructionVocabulary(value: unknown): ConstructionVocabulary {
  return z.read(VOCABULARY, value, "the vocabulary of the construction");
}

/** The project's own vocabulary. */
export const constructionVocabulary: ConstructionVocabulary = parseConstructionVocabulary(data);
