import data from "../../../../../data/huang/construction/vocabulary.json" with { type: "json" };
import * as z from "../../../../core/fields.ts";
import { phrases } from "./phrases.ts";

const PHRASES = z.pipe(
  z.texts.check(z.minLength(1, "is empty; list at least one phrase")),
  z.transform(phrases),
);

const VOCABULARY = z.mapping({
  /** By protected attribute, or `another group`: words that name it, or people by it. */
  grounds: z.mapOf(PHRASES),
  /** Phrases in which such a word means something else, e.g. `educational number`. */
  exceptions: PHRASES,
  /** What says that something is no ground, e.g. `regardless of`. */
  indifferent: PHRASES,
  /** Whom a decision may be about. */
  people: PHRASES,
  /** Verbs that, at the beginning, decide about nobody, e.g. `print`. */
  nobody: PHRASES,
  /** What is about all people together, e.g. `average`. */
  together: PHRASES,
  /** By category: what else is said of a single person, e.g. `smoker`. */
  traits: z.mapOf(PHRASES),
  /** By category: what its decisions are about. */
  categories: z.mapOf(PHRASES),
});

/** The words by which rules judge candidates. */
export type ConstructionVocabulary = z.output<typeof VOCABULARY>;

/**
 * A vocabulary from what data/huang/construction/vocabulary.json holds: lists of phrases in lower case, where
 * `*` stands for any end of the word.
 *
 * These are words of sentences; data/huang/attributes.json has those that programs use as names.
 *
 * @throws {TypeError} If a field is missing, unknown or of the wrong type, or a list is empty; names it.
 */
export function parseConstructionVocabulary(value: unknown): ConstructionVocabulary {
  return z.read(VOCABULARY, value, "the vocabulary of the construction");
}

/** The project's own vocabulary. */
export const constructionVocabulary: ConstructionVocabulary = parseConstructionVocabulary(data);
