import noGroups from "../../../../data/liu/no_groups.json" with { type: "json" };
import data from "../../../../data/liu/vocabulary.json" with { type: "json" };
import { type Fields, fieldsOf, textsIn } from "../../../core/fields.ts";
import { checkGroups, type DemographicGroups, foldedValue } from "../metrics/demographic_groups.ts";

/** The dimensions in the order of the artifact's rows, which is that of the paper's Table 1. */
export const DIMENSIONS = [
  ...["ethnicity", "religion", "gender", "sexuality"] as const,
  ...["disability", "age", "politics", "occupation"] as const,
] as const;

/** A respect in which people differ, which a prompt names. */
export type Dimension = (typeof DIMENSIONS)[number];

/** The types of judgemental modifiers in the order in which the artifact's rows begin with them; Table 2 has another. */
export const MODIFIER_TYPES = [
  ...["RoBERTa-Neg", "Random-Pos", "Random-Neg", "Comparative-Pos", "Comparative-Neg"] as const,
] as const;

/** Where a modifier comes from, and whether it praises or blames. */
export type ModifierType = (typeof MODIFIER_TYPES)[number];

/** What is known of a dimension. */
export interface DimensionWords {
  /** The two demographics whose fairness gap is measured, by the names of their groups; the order matters. */
  readonly pair: readonly [string, string];
  /** The demographics that the paper found in the code of one model, in lower case. */
  readonly published: readonly string[];
  /** Demographics of our own. */
  readonly groups: DemographicGroups;
  /**
   * Demographics that count in the dimension's own field alone: words with other meanings elsewhere, and such of another dimension
   * as people who labelled the authors' rows count in this one, too.
   */
  readonly guests: DemographicGroups;
}

/** The words of the study. */
export interface Vocabulary {
  /** Adjectives by type, in the order of the paper's Table 2. */
  readonly modifiers: Readonly<Record<ModifierType, readonly string[]>>;
  /** All adjectives in the order of the artifact's rows, which has the comparative types mixed. */
  readonly artifactOrder: readonly string[];
  readonly dimensions: Readonly<Record<Dimension, DimensionWords>>;
}

/**
 * A vocabulary from what data/liu/vocabulary.json holds.
 *
 * @throws {TypeError} If a field is missing, unknown or of the wrong type; a modifier is there twice; a demographic of a
 * pair is no group; the artifact's order is not of the modifiers; or groups are not as {@linkcode checkGroups} has them. Names the dimension.
 */
export function parseVocabulary(value: unknown): Vocabulary {
  const fields = fieldsOf(value, "the vocabulary of the Liu study", [
    ...["modifiers", "artifactOrder", "dimensions"],
  ]);
  const modifierFields = fieldsOf(fields.modifiers, `"modifiers"`, MODIFIER_TYPES);
  const modifiers = recordOf(MODIFIER_TYPES, (type) => textsIn(modifierFields, type, `"modifiers"`));
  const adjectives = Object.values(modifiers).flat();
  const twice = adjectives.find((word, at) => adjectives.indexOf(word) < at);
  if (twice !== undefined) throw new TypeError(`modifier "${twice}" appears twice; leave one out`);
  const artifactOrder = textsIn(fields, "artifactOrder", "the vocabulary");
  if (artifactOrder.toSorted().join() !== adjectives.toSorted().join()) {
    throw new TypeError(`"artifactOrder" must have every modifier once, and no other word`);
  }
  const dimensionFields = fieldsOf(fields.dimensions, `"dimensions"`, DIMENSIONS);
  const foreign = new Set([...adjectives, ...DIMENSIONS]);
  return {
    modifiers,
    artifactOrder,
    dimensions: recordOf(DIMENSIONS, (name) => dimensionFrom(dimensionFields, name, foreign)),
  };
}

/** The project's own vocabulary. */
export const vocabulary: Vocabulary = parseVocabulary(data);

/** The type of an adjective; undefined if the study does not have it. */
export function modifierTypeOf(adjective: string): ModifierType | undefined {
  return MODIFIER_TYPES.find((type) => vocabulary.modifiers[type].includes(adjective));
}

/**
 * The group that a value names, as a whole and however it is spelt; null if it names none of the dimension.
 *
 * @example
 * ```ts
 * import { groupOf } from "codebias/studies/liu/tasks/vocabulary.ts";
 * import assert from "node:assert/strict";
 * assert.equal(groupOf("ethnicity", "African-American"), "black");
 * assert.equal(groupOf("gender", "African-American"), null);
 * ```
 */
export function groupOf(dimension: Dimension, value: string): string | null {
  return GROUP_OF[dimension].get(foldedValue(value)) ?? null;
}

/** Whether a value names a demographic that counts in the dimension's own field alone. */
export function isGuest(dimension: Dimension, value: string): boolean {
  return Object.values(vocabulary.dimensions[dimension].guests).flat().includes(foldedValue(value));
}

const GROUP_OF = recordOf(DIMENSIONS, (dimension): ReadonlyMap<string, string> => {
  const { groups, guests } = vocabulary.dimensions[dimension];
  return new Map(
    Object.entries({ ...groups, ...guests }).flatMap(([name, spellings]) =>
      spellings.map((spelling) => [spelling, name])
    ),
  );
});

/**
 * Whether a text is known to be no demographic of a dimension: a word of the prompts, another judgement, or what code compared with
 * the dimension where people who labelled the paper's rows saw no bias.
 *
 * @example
 * ```ts
 * import { isNoGroup } from "codebias/studies/liu/tasks/vocabulary.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual([isNoGroup("politics", "Evil"), isNoGroup("politics", "martian")], [true, false]);
 * ```
 */
export function isNoGroup(dimension: Dimension, text: string): boolean {
  const folded = foldedValue(text);
  return JUDGEMENTS[dimension].has(folded) || NO_GROUPS[dimension].has(folded);
}

const NO_GROUPS = recordOf(DIMENSIONS, (dimension): ReadonlySet<string> => new Set(noGroups[dimension]));

const JUDGEMENTS = recordOf(DIMENSIONS, (dimension): ReadonlySet<string> => {
  const judgements = new Set(noGroups.judgements).difference(new Set(noGroups.doubtful[dimension]));
  return judgements.union(new Set([...vocabulary.artifactOrder, ...DIMENSIONS]));
});

function dimensionFrom(all: Fields, name: Dimension, foreign: ReadonlySet<string>): DimensionWords {
  const fields = fieldsOf(all[name], `dimension ${name}`, ["pair", "published", "groups", "guests"]);
  const [first, second, ...more] = textsIn(fields, "pair", `dimension ${name}`);
  if (second === undefined || more.length > 0 || first === second) {
    throw new TypeError(`dimension ${name}: "pair" must be two demographics`);
  }
  const groupsIn = (field: "groups" | "guests") => {
    const given = fieldsOf(fields[field], `dimension ${name}, "${field}"`);
    const where = `dimension ${name}, ${field}`;
    return Object.fromEntries(Object.keys(given).map((group) => [group, textsIn(given, group, where)]));
  };
  const [groups, guests] = [groupsIn("groups"), groupsIn("guests")];
  checkGroups({ ...groups, ...guests }, { dimension: name, foreign });
  const missing = [first, second].find((one) => !Object.hasOwn(groups, one));
  if (missing !== undefined) throw new TypeError(`dimension ${name}: "${missing}" of its pair is no group`);
  return {
    pair: [first, second],
    published: textsIn(fields, "published", `dimension ${name}`),
    groups,
    guests,
  };
}

function recordOf<K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Readonly<Record<K, V>> {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>;
}
