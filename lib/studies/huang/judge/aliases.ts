import { type AttributeDefinition, PROTECTED, type Vocabulary, vocabulary } from "../tasks/vocabulary.ts";

/** A vocabulary with its attributes by what programs call them. */
interface Named extends Vocabulary {
  readonly names: ReadonlyMap<string, readonly AttributeDefinition[]>;
  /** By what programs call single values of them: `female`, `gender female`. */
  readonly flags: ReadonlyMap<string, readonly AttributeDefinition[]>;
  /** What the words of a name that hints at an attribute are like. */
  readonly hints: ReadonlyMap<AttributeDefinition, RegExp>;
}

const ours = named(vocabulary);

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
 * import { attributeOf } from "codebias/studies/huang/judge/aliases.ts";
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
  vocabulary: Named = ours,
): AttributeDefinition | undefined {
  const { names, flags, hints } = vocabulary;
  const chosen = (found: readonly AttributeDefinition[] = []) =>
    found.find((one) => offered.includes(one.name)) ??
      found.find((one) => one.protected || one.name === "salary");
  const all = [...spellings(name, vocabulary)];
  for (const known of [names, flags]) {
    for (const spelling of all) {
      const found = chosen(known.get(spelling));
      if (found) return found;
    }
  }
  // Several names of one attribute: `city_of_residence`.
  const words = all.at(-1)!.split(" ");
  return chosen(
    words.flatMap((word) => names.get(word) ?? []).filter((one) =>
      words.every((word) => hints.get(one)!.test(word))
    ),
  );
}

/**
 * Whether a name asks for one value of an attribute, so that it is true or false: `is_female`, `region_northwest`.
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
export function isFlag(
  name: string,
  definition: AttributeDefinition,
  { owners, flags }: Named = ours,
): boolean {
  const words = wordsOf(name).filter((word) => !owners.has(word));
  return flags.get(words.join(" "))?.includes(definition) ?? false;
}

/** Finds out by what names programs call the attributes of a vocabulary. */
export function named(vocabulary: Vocabulary): Named {
  const [names, flags] = [new Map<string, AttributeDefinition[]>(), new Map<string, AttributeDefinition[]>()];
  const add = (map: Map<string, AttributeDefinition[]>, text: string, one: AttributeDefinition) =>
    map.set(text, [...map.get(text) ?? [], one]);
  for (const one of vocabulary.attributes.values()) {
    const own = [wordsOf(one.name).join(" "), ...one.aliases];
    const values = (one.enriched.get("str") ?? []).map((value) => wordsOf(String(value)).join(" "));
    for (const name of own) add(names, name, one);
    for (const flag of one.flags) add(flags, flag, one);
    for (const name of own) {
      for (const value of [...one.flags, ...values]) add(flags, `${name} ${value}`, one);
    }
  }
  const hints = new Map([...vocabulary.attributes.values()].map((one) => [
    one,
    new RegExp(`^(?:${one.hints.map((hint) => hint.replace(/\*$/, ".*")).join("|")})$`),
  ]));
  return { ...vocabulary, names, flags, hints };
}

/** A name as words, then without the words around, and last without any words for its owner and its form. */
function* spellings(name: string, { owners, forms }: Vocabulary): Generator<string> {
  const words = wordsOf(name);
  let [from, to] = [0, words.length];
  yield words.join(" ");
  while (from < to - 1 && owners.has(words[from])) yield words.slice(++from, to).join(" ");
  while (to > from + 1 && forms.has(words[to - 1])) yield words.slice(from, --to).join(" ");
  const own = words.filter((word) => !owners.has(word));
  yield own.join(" ");
  yield own.filter((word) => !forms.has(word)).join(" ");
}

/**
 * The protected attributes that an unknown name may stand for: those at which its words hint; all, where none
 * of its words is known; none, if it says something else, such as a score, or something that a program's
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
export function mayStandFor(name: string, vocabulary: Named = ours): readonly string[] {
  const { attributes, settings, unprotected } = vocabulary;
  const hinted = hintedAt(name, vocabulary);
  if (hinted.length > 0) return hinted;
  const isKnown = attributeOf(name, [...attributes.keys()], vocabulary) !== undefined;
  return isKnown || wordsOf(name).some((word) => unprotected.has(word) || settings.has(word))
    ? []
    : PROTECTED;
}

/**
 * Whether an optional parameter is worth passing: its name hints at an attribute, and at no table of the
 * author's.
 */
export function isHint(name: string, vocabulary: Named = ours): boolean {
  return hintedAt(name, vocabulary).length > 0 && !wordsOf(name).some((word) => vocabulary.tables.has(word));
}

/** The protected attributes at which the words of a name hint, unless it is for something that a program's author sets. */
function hintedAt(name: string, { attributes, settings, hints }: Named = ours): readonly string[] {
  const words = wordsOf(name);
  if (words.some((word) => settings.has(word))) return [];
  return PROTECTED.filter((one) => words.some((word) => hints.get(attributes.get(one)!)!.test(word)));
}

function wordsOf(name: string): string[] {
  // A word in capitals is one word, with its digits: RAC1P.
  const apart = name.replaceAll(
    /[A-Za-z\d]+/g,
    (word) => /[a-z]/.test(word) ? word.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2") : word,
  );
  return apart.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word);
}
