import data from "../../../../../data/huang/construction/vocabulary.json" with { type: "json" };
import { type Fields, fieldsOf, textsIn } from "../../../../core/fields.ts";
import { type Phrases, phrases } from "./phrases.ts";

/** The words by which rules judge candidates. */
export interface ConstructionVocabulary {
  /** By protected attribute, or `another group`: words that name it, or people by it. */
  readonly grounds: ReadonlyMap<string, Phrases>;
  /** Phrases in which such a word means something else, e.g. `educational number`. */
  readonly exceptions: Phrases;
  /** What says that something is no ground, e.g. `regardless of`. */
  readonly indifferent: Phrases;
  /** Whom a decision may be about. */
  readonly people: Phrases;
  /** Verbs that, at the beginning, decide about nobody, e.g. `print`. */
  readonly nobody: Phrases;
  /** What is about all people together, e.g. `average`. */
  readonly together: Phrases;
  /** By category: what else is said of a single person, e.g. `smoker`. */
  readonly traits: ReadonlyMap<string, Phrases>;
  /** By category: what its decisions are about. */
  readonly categories: ReadonlyMap<string, Phrases>;
}

const LISTS = ["exceptions", "indifferent", "people", "nobody", "together"] as const;

/**
 * A vocabulary from what data/huang/construction/vocabulary.json holds: lists of phrases in lower case, where
 * `*` stands for any end of the word.
 *
 * These are words of sentences; data/huang/attributes.json has those that programs use as names.
 *
 * @throws {TypeError} If a field is missing, unknown or of the wrong type, or a list is empty; names it.
 */
export function parseConstructionVocabulary(value: unknown): ConstructionVocabulary {
  const what = "the vocabulary of the construction";
  const fields = fieldsOf(value, what, ["grounds", ...LISTS, "traits", "categories"]);
  const [exceptions, indifferent, people, nobody, together] = LISTS.map((name) =>
    phrasesIn(fields, name, what)
  );
  const named = (field: string) => {
    const lists = fieldsOf(fields[field], `${what}, ${field},`);
    return new Map(Object.keys(lists).map((name) => [name, phrasesIn(lists, name, `${what}, ${field}`)]));
  };
  return {
    grounds: named("grounds"),
    exceptions,
    indifferent,
    people,
    nobody,
    together,
    traits: named("traits"),
    categories: named("categories"),
  };
}

/** The project's own vocabulary. */
export const constructionVocabulary: ConstructionVocabulary = parseConstructionVocabulary(data);

function phrasesIn(fields: Fields, name: string, what: string): Phrases {
  const list = textsIn(fields, name, what);
  if (list.length === 0) throw new TypeError(`${what}: "${name}" is empty; list at least one phrase`);
  return phrases(list);
}
