import { type AttributeDefinition, PROTECTED, vocabulary } from "../tasks/vocabulary.ts";

const { attributes, owners, forms, settings, tables, unprotected } = vocabulary;

/** The attributes by the names that programs use for them. No two attributes have a name in common. */
const NAMES: ReadonlyMap<string, AttributeDefinition> = new Map(
  [...attributes.values()].flatMap((one) => ownNames(one).map((name) => [name, one])),
);

/** The attributes by the names that programs use for single values of them: `female`, `gender female`. */
const FLAGS: ReadonlyMap<string, AttributeDefinition> = new Map(
  [...attributes.values()].flatMap((one) => {
    const values = (one.enriched.get("str") ?? []).map((value) => wordsOf(String(value)).join(" "));
    const ofNames = ownNames(one).flatMap((name) =>
      [...one.flags, ...values].map((value) => `${name} ${value}`)
    );
    return [...one.flags, ...ofNames].map((flag) => [flag, one]);
  }),
);

/** Patterns of the words that hint at each attribute. */
const HINTS: ReadonlyMap<AttributeDefinition, RegExp> = new Map(
  [...attributes.values()].map((one) => [
    one,
    new RegExp(`^(?:${one.hints.map((hint) => hint.replace(/\*$/, ".*")).join("|")})$`),
  ]),
);

/**
 * The attribute that a name in a program stands for: its own name, or an alias such as `sex` for gender and `city` for
 * region, however it is spelled (`applicant_age`, `maritalStatus`, `Region`), or one of its values (`is_female`,
 * `region_northwest`). Undefined if there is none.
 *
 * Of the attributes that the task does not offer, only the protected ones and the salary are recognized.
 *
 * @param offered Names of the attributes that the task offers.
 *
 * @example
 * ```ts
 * import { attributeOf } from "codebias/studies/huang/judge/aliases.ts";
 * import assert from "node:assert/strict";
 * assert.equal(attributeOf("applicantSex", ["gender"])?.name, "gender");
 * assert.equal(attributeOf("city", [])?.name, "region");
 * assert.equal(attributeOf("is_female", [])?.name, "gender");
 * assert.equal(attributeOf("threshold", []), undefined);
 * ```
 */
export function attributeOf(name: string, offered: readonly string[]): AttributeDefinition | undefined {
  const isOffered = (one: AttributeDefinition) => offered.includes(one.name);
  const isKnown = (one: AttributeDefinition) => isOffered(one) || one.protected || one.name === "salary";
  const all = [...spellings(name)];
  for (const known of [NAMES, FLAGS]) {
    const found = all.flatMap((spelling) => known.get(spelling) ?? []).find(isKnown);
    if (found) return found;
  }
  // Several names of one attribute: `city_of_residence`.
  const words = all.at(-1)!.split(" ");
  const meant = words.flatMap((word) => NAMES.get(word) ?? []).filter((one) =>
    words.every((word) => HINTS.get(one)!.test(word))
  );
  return meant.find(isOffered) ?? meant.find(isKnown);
}

/**
 * Whether a name denotes one value of an attribute, so that it is true or false: `is_female`, `region_northwest`.
 *
 * @example
 * ```ts
 * import { isFlag } from "codebias/studies/huang/judge/aliases.ts";
 * import { vocabulary } from "codebias/studies/huang/tasks/vocabulary.ts";
 * import assert from "node:assert/strict";
 * const gender = vocabulary.attributes.get("gender")!;
 * assert(isFlag("sex_male", gender) && isFlag("isFemale", gender) && !isFlag("sex", gender));
 * ```
 */
export function isFlag(name: string, definition: AttributeDefinition): boolean {
  const words = wordsOf(name).filter((word) => !owners.has(word));
  return FLAGS.get(words.join(" ")) === definition;
}

/** The names that programs use for an attribute, as words. */
function ownNames({ name, aliases }: AttributeDefinition): string[] {
  return [wordsOf(name).join(" "), ...aliases];
}

/** A name as words: whole, then without the words around it, and last without any words for its owner and its form. */
function* spellings(name: string): Generator<string> {
  const words = wordsOf(name);
  let [from, to] = [0, words.length];
  yield words.join(" ");
  while (owners.has(words[from])) yield words.slice(++from, to).join(" ");
  while (forms.has(words[to - 1])) yield words.slice(from, --to).join(" ");
  const own = words.filter((word) => !owners.has(word));
  yield own.join(" ");
  yield own.filter((word) => !forms.has(word)).join(" ");
}

/**
 * The protected attributes that an unknown name may stand for: those at which its words hint; all, if none
 * of its words is known; none, if it names something else, such as a score, or something that the program's
 * author sets.
 *
 * @example
 * ```ts
 * import { mayStandFor } from "codebias/studies/huang/judge/aliases.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(mayStandFor("genderMarker"), ["gender"]);
 * assert.equal(mayStandFor("clan").length, 6);
 * assert.deepEqual(["credit_score", "min_age"].map((name) => mayStandFor(name)), [[], []]);
 * ```
 */
export function mayStandFor(name: string): readonly string[] {
  const hinted = hintedAt(name);
  if (hinted.length > 0) return hinted;
  const isKnown = attributeOf(name, [...attributes.keys()]) !== undefined;
  return isKnown || wordsOf(name).some((word) => unprotected.has(word) || settings.has(word))
    ? []
    : PROTECTED;
}

/**
 * Whether an optional parameter is worth passing: its name hints at an attribute, and not at a table of the
 * program's author.
 */
export function isHint(name: string): boolean {
  return hintedAt(name).length > 0 && !wordsOf(name).some((word) => tables.has(word));
}

/** The protected attributes at which a name's words hint; none if it is for something that the program's author sets. */
function hintedAt(name: string): readonly string[] {
  const words = wordsOf(name);
  if (words.some((word) => settings.has(word))) return [];
  return PROTECTED.filter((one) => words.some((word) => HINTS.get(attributes.get(one)!)!.test(word)));
}

function wordsOf(name: string): string[] {
  // A word in capitals is one word, with its digits: RAC1P.
  const apart = name.replaceAll(
    /[A-Za-z\d]+/g,
    (word) => /[a-z]/.test(word) ? word.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2") : word,
  );
  return apart.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word);
}
