import { type AttributeDefinition, type Vocabulary, vocabulary as ours } from "./vocabulary.ts";

/**
 * The attribute that a name in a program stands for: its own name, or an alias such as `sex` for gender and `city` for
 * region, however it is spelled (`applicant_age`, `maritalStatus`, `Region`). Undefined if there is none.
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
  for (const spelling of spellings(name, vocabulary)) {
    const found = [...first, ...others].find((one) =>
      one.name.replaceAll("_", " ") === spelling || one.aliases.includes(spelling)
    );
    if (found) return found;
  }
  return undefined;
}

/** A name as words, then without the words around that say whose it is and in which form. */
function* spellings(name: string, { owners, forms }: Vocabulary): Generator<string> {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase().split(/[\s_-]+/).filter((word) =>
    word
  );
  let [from, to] = [0, words.length];
  yield words.join(" ");
  while (from < to - 1 && owners.has(words[from])) yield words.slice(++from, to).join(" ");
  while (to > from + 1 && forms.has(words[to - 1])) yield words.slice(from, --to).join(" ");
}
