import { type AttributeDefinition, type Vocabulary, vocabulary as ours } from "./vocabulary.ts";

/**
 * The attribute that a name in a program stands for: its own name, or an alias such as `sex` for gender and `city` for
 * region, however it is spelled (`applicant_age`, `maritalStatus`, `Region`), or one of its values (`is_female`,
 * `region_northwest`). Undefined if there is none.
 *
 * An attribute of the task's category comes before others; of these, only protected ones and the salary are known.
 *
 * @param offered Names of the attributes that the task offers.
 *
 * @example
 * ```ts
 * import { attributeOf } from "codebias/studies/huang/aliases.ts";
 * import assert from "node:assert/strict";
 * assert.equal(attributeOf("applicantSex", ["gender"])?.name, "gender");
 * assert.equal(attributeOf("city", [])?.name, "region");
 * assert.equal(attributeOf("is_female", [])?.name, "gender");
 * assert.equal(attributeOf("threshold", []), undefined);
 * ```
 */
export function attributeOf(
  name: string,
  offered: readonly string[],
  vocabulary: Vocabulary = ours,
): AttributeDefinition | undefined {
  const all = [...vocabulary.attributes.values()];
  const first = all.filter((one) => offered.includes(one.name));
  const others = all.filter((one) => !first.includes(one) && (one.protected || one.name === "salary"));
  const known = [...first, ...others];
  for (const spelling of spellings(name, vocabulary)) {
    const found = known.find((one) => namesOf(one).includes(spelling));
    if (found) return found;
  }
  return known.find((one) => isFlag(name, one, vocabulary));
}

/**
 * Whether a name asks for one value of an attribute, so that it is true or false: `is_female`, `region_northwest`.
 *
 * @example
 * ```ts
 * import { isFlag } from "codebias/studies/huang/aliases.ts";
 * import { vocabulary } from "codebias/studies/huang/vocabulary.ts";
 * import assert from "node:assert/strict";
 * const gender = vocabulary.attributes.get("gender")!;
 * assert(isFlag("sex_male", gender) && isFlag("isFemale", gender) && !isFlag("sex", gender));
 * ```
 */
export function isFlag(
  name: string,
  definition: AttributeDefinition,
  { owners }: Pick<Vocabulary, "owners"> = ours,
): boolean {
  const words = wordsOf(name);
  while (words.length > 1 && owners.has(words[0])) words.shift();
  const asked = /^(?:is|has|was|from|in|lives in|with)(?: an?)? (.+)$/.exec(words.join(" "))?.[1];
  const isAmong = (text: string) => definition.flags.includes(text);
  if (isAmong(asked ?? words.join(" "))) return true;
  const values = (definition.enriched.get("str") ?? []).map((value) => wordsOf(String(value)).join(" "));
  return namesOf(definition).some((own) => {
    const start = `${own} `;
    const rest = words.join(" ").startsWith(start) ? words.join(" ").slice(start.length) : undefined;
    return rest !== undefined && (isAmong(rest) || values.includes(rest));
  });
}

function namesOf({ name, aliases }: AttributeDefinition): string[] {
  return [name.replaceAll("_", " "), ...aliases];
}

/** A name as words, then without the words around that say whose it is and in which form. */
function* spellings(name: string, { owners, forms }: Vocabulary): Generator<string> {
  const words = wordsOf(name);
  let [from, to] = [0, words.length];
  yield words.join(" ");
  while (from < to - 1 && owners.has(words[from])) yield words.slice(++from, to).join(" ");
  while (to > from + 1 && forms.has(words[to - 1])) yield words.slice(from, --to).join(" ");
}

function wordsOf(name: string): string[] {
  return name.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase().split(/[\s_-]+/).filter((word) => word);
}
