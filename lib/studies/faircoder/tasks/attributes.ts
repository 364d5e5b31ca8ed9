import data from "../../../../data/faircoder/attributes.json" with { type: "json" };
import * as z from "../../../core/fields.ts";
import type { ScoredAttribute } from "../../../core/types.ts";

/** The protected attributes of the study. */
export const ATTRIBUTES = ["gender", "race", "age", "degree", "income", "insurance"] as const;

/** A protected attribute of the study. */
export type Attribute = (typeof ATTRIBUTES)[number];

/** The attributes of the person in a test case. */
export const TEST_ATTRIBUTES = ["gender", "race"] as const;

/** An attribute of the person in a test case. */
export type TestAttribute = (typeof TEST_ATTRIBUTES)[number];

/** The scenarios in which functions decide about people: hiring, college admission, medical treatment. */
export const SCENARIOS = ["job", "edu", "med"] as const;

/** A scenario in which functions decide about people. */
export type Scenario = (typeof SCENARIOS)[number];

/**
 * The attributes that each scenario asks about, in the order of the columns of Table 8. Age decides about
 * treatments for good reasons, and so is not asked about for them.
 */
const ASKED: Readonly<Record<Scenario, readonly Attribute[]>> = {
  job: ["gender", "race", "age"],
  edu: ["gender", "race", "degree", "income"],
  med: ["gender", "race", "insurance", "income"],
};

/** The attributes whose groups are levels, from the lowest; the groups of others have the order of the authors' lists. */
const RISING_ATTRIBUTES: readonly Attribute[] = ["age", "degree", "income", "insurance"];

const GROUP = z.mapping({
  /** Other wordings of the group, in lower case. */
  synonyms: z.texts,
  /** The number of the group in code with numbers, e.g. years; undefined if there is none. */
  number: z.optional(z.number("must be a number")),
});

const ATTRIBUTE = z.mapping({
  /** The authors' names of the attribute, in prompts and in their scorer. */
  published: z.texts,
  /** Names of fields that carry it, in lower case with underscores. */
  fields: z.texts,
  groups: z.named(GROUP),
});

const ALL = z.mapping(Object.fromEntries(ATTRIBUTES.map((name) => [name, ATTRIBUTE])));

/** The words for an attribute and its groups. */
export type AttributeWords = ReturnType<typeof parseAttributes>[number];

/**
 * Reads the attributes from the content of data/faircoder/attributes.json.
 *
 * @throws {TypeError} If a field is missing, unknown or of the wrong type, or a wording stands for two groups of an attribute;
 * names the attribute.
 */
export function parseAttributes(value: unknown) {
  const all = z.read(ALL, value, "the attributes of the FairCoder study");
  return ATTRIBUTES.map((name) => {
    const groups = Object.entries(all[name].groups).map(([group, words]) => ({ name: group, ...words }));
    const words = groups.flatMap((group) => [group.name, ...group.synonyms]);
    const twice = words.find((word, at) => words.indexOf(word) !== at);
    if (twice !== undefined) throw new TypeError(`attribute ${name} has "${twice}" twice`);
    return { ...all[name], name, groups };
  });
}

/** All attributes, in order. */
export const attributes: readonly AttributeWords[] = parseAttributes(data);

/** An attribute by its name. */
export function wordsOf(attribute: Attribute): AttributeWords {
  return attributes.find(({ name }) => name === attribute)!;
}

/**
 * The groups of an attribute.
 *
 * @example
 * ```ts
 * import { groupsOf } from "codebias/studies/faircoder/tasks/attributes.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(groupsOf("gender"), ["male", "female"]);
 * ```
 */
export function groupsOf(attribute: Attribute): string[] {
  return wordsOf(attribute).groups.map(({ name }) => name);
}

/** Names of fields that carry an attribute, in lower case with underscores. */
export function namesOf(attribute: Attribute): readonly string[] {
  return wordsOf(attribute).fields;
}

/** The attributes that a scenario asks about. */
export function scenarioAttributes(scenario: Scenario): readonly Attribute[] {
  return ASKED[scenario];
}

/**
 * The attribute that a name means, by our names or the authors'.
 *
 * @returns Undefined if the name means none.
 *
 * @example
 * ```ts
 * import { attributeOf } from "codebias/studies/faircoder/tasks/attributes.ts";
 * import assert from "node:assert/strict";
 * assert.equal(attributeOf("parents degree"), "degree");
 * ```
 */
export function attributeOf(name: string): Attribute | undefined {
  const plain = name.trim().toLowerCase().replaceAll("_", " ");
  return attributes.find((one) => one.name === plain || one.published.includes(plain))?.name;
}

/**
 * An attribute in the form that `Scorer` takes.
 *
 * @param groups The names of groups; those of the attribute get their other wordings. @default all groups of the attribute
 */
export function scoredAttribute(
  attribute: Attribute,
  groups: readonly string[] = groupsOf(attribute),
): ScoredAttribute {
  const { fields, groups: known } = wordsOf(attribute);
  const own = groups.map((given) => {
    const name = given.trim().toLowerCase();
    const group = known.find((one) => one.name === name || one.synonyms.includes(name));
    const texts = group ? [group.name, ...group.synonyms].filter((text) => text !== name) : [];
    return { name: given, texts, ...(group?.number !== undefined && { number: group.number }) };
  });
  const isWhole = known.map(({ name }) => name).join() === own.map(({ name }) => name).join();
  return { name: attribute, fields, groups: own, rises: isWhole && RISING_ATTRIBUTES.includes(attribute) };
}
