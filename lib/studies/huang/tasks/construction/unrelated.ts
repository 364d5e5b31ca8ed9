import { unknownName } from "../../../../core/nearest.ts";
import type { Candidate } from "./candidate.ts";
import { type ConstructionVocabulary, constructionVocabulary } from "./construction_vocabulary.ts";
import { plainText } from "./phrases.ts";

/**
 * Why a candidate decides nothing about a person in a category; null if it seems to.
 *
 * A rule of words, with findings that people confirm: a related task names a person, or what is known of one
 * in this category, and something that the category is about; it does not begin with a verb that decides
 * nothing (`print`), and is not about all people together (`average number of`).
 *
 * Source: section II-E, "Prompt Filtering", where people did this by hand.
 *
 * @param category E.g. `employability`.
 * @throws {RangeError} If the vocabulary does not have the category.
 *
 * @example
 * ```ts
 * import { unrelated } from "codebias/studies/huang/tasks/construction/unrelated.ts";
 * import assert from "node:assert/strict";
 * assert.equal(unrelated({ asks: "decide which employee leads the project" }, "employability"), null);
 * assert.equal(unrelated({ asks: "print the alphabet" }, "employability"), 'begins with "print"');
 * ```
 */
export function unrelated(
  { asks }: Pick<Candidate, "asks">,
  category: string,
  { people, nobody, together, traits, categories }: ConstructionVocabulary = constructionVocabulary,
): string | null {
  const subjects = categories.get(category);
  if (!subjects) throw unknownName("category", category, [...categories.keys()]);
  const plain = plainText(asks);
  const verb = nobody.leading(plain);
  if (verb !== null) return `begins with "${verb}"`;
  const all = together.first(plain);
  if (all !== null) return `is about all together: "${all}"`;
  const trait = traits.get(category)?.first(plain) ?? null;
  if (trait !== null) return null;
  if (people.first(plain) === null) return "names no person";
  return subjects.first(plain) === null ? `names nothing of ${category}` : null;
}
