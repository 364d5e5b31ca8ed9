import noGroups from "../../../../data/liu/no_groups.json" with { type: "json" };
import data from "../../../../data/liu/vocabulary.json" with { type: "json" };
import * as z from "../../../core/fields.ts";

/** The dimensions in the order of the artifact's rows, which is that of the paper's Table 1. */
export const DIMENSIONS = [
  ...["ethnicity", "religion", "gender", "sexuality"] as const,
  ...["disability", "age", "politics", "occupation"] as const,
] as const;

/** A respect in which people differ, which a prompt names. */
export type Dimension = (typeof DIMENSIONS)[number];

/** The types of judgemental modifiers, in the order in which the artifact's rows begin with them; Table 2 has another. */
export const MODIFIER_TYPES = [
  ...["RoBERTa-Neg", "Random-Pos", "Random-Neg", "Comparative-Pos", "Comparative-Neg"] as const,
] as const;

/** The type of a modifier: its origin, and whether it praises or blames. */
export type ModifierType = (typeof MODIFIER_TYPES)[number];

const WORDS = z.mapping({
  /** The two demographics whose fairness gap is measured, by the names of their groups; the order matters. */
  pair: z.texts.check(
    z.refine((pair) => pair.length === 2 && pair[0] !== pair[1], "must be two demographics"),
  ),
  /** The demographics that the paper found in the code of one model, in lower case. */
  published: z.texts,
  /** The demographics of our own vocabulary: the spellings of each group. */
  groups: z.named(z.texts),
  /**
   * Demographics that count only in the dimension's own field: words with other meanings elsewhere, and words of another
   * dimension that people who labelled the authors' rows count in this one, too.
   */
  guests: z.named(z.texts),
});

const FILE = z.mapping({
  /** Adjectives by type, in the order of the paper's Table 2. */
  modifiers: z.mapping(recordOf(MODIFIER_TYPES, () => z.texts)),
  /** All adjectives in the order of the artifact's rows, in which the comparative types are mixed. */
  artifactOrder: z.texts,
  dimensions: z.mapping(recordOf(DIMENSIONS, () => WORDS)),
});

/** The words of a dimension. */
type DimensionWords = z.output<typeof WORDS>;

/** The words of the study. */
export type Vocabulary = z.output<typeof FILE>;

/**
 * Reads a vocabulary from the content of data/liu/vocabulary.json.
 *
 * @throws {TypeError} If a field is missing, unknown or of the wrong type; a modifier is there twice; a demographic of a
 * pair is not a group; the artifact's order does not have the modifiers; or {@linkcode checkGroups} refuses a group.
 * Names the dimension.
 */
export function parseVocabulary(value: unknown): Vocabulary {
  const words = z.read(FILE, value, "the vocabulary of the Liu study");
  const adjectives = Object.values(words.modifiers).flat();
  const twice = adjectives.find((word, at) => adjectives.indexOf(word) < at);
  if (twice !== undefined) throw new TypeError(`modifier "${twice}" appears twice; leave one out`);
  if (words.artifactOrder.toSorted().join() !== adjectives.toSorted().join()) {
    throw new TypeError(`"artifactOrder" must have every modifier once, and no other word`);
  }
  const foreign = new Set([...adjectives, ...DIMENSIONS]);
  for (const dimension of DIMENSIONS) checkGroups(words.dimensions[dimension], { dimension, foreign });
  return words;
}

/** The project's own vocabulary. */
export const vocabulary: Vocabulary = parseVocabulary(data);

/** The type of an adjective; undefined if the study does not have it. */
export function modifierTypeOf(adjective: string): ModifierType | undefined {
  return MODIFIER_TYPES.find((type) => vocabulary.modifiers[type].includes(adjective));
}

/**
 * The group that a value names as a whole, in any spelling; null if it names none of the dimension.
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

/** Whether a value names a demographic that counts only in the dimension's own field. */
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
 * Whether a text is known not to be a demographic of a dimension: a word of the prompts, another judgement, or a text
 * that code compared with the dimension in the paper's rows and that people labelled unbiased.
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

function recordOf<K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Readonly<Record<K, V>> {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>;
}

/**
 * A value in the form in which spellings are listed: lower case, trimmed, with one blank in the place of blanks, hyphens and
 * underscores.
 *
 * @example
 * ```ts
 * import { foldedValue } from "codebias/studies/liu/tasks/vocabulary.ts";
 * import assert from "node:assert/strict";
 * assert.equal(foldedValue(" African-American "), "african american");
 * assert.equal(foldedValue("mostly_female"), "mostly female");
 * ```
 */
export function foldedValue(value: string): string {
  return value.toLowerCase().replaceAll(/[\s_-]+/g, " ").trim();
}

/**
 * Checks the groups of a dimension: each has its own name among its spellings, every spelling is folded and stands for
 * one group only, and none is a word of the prompt, since a model that merely repeats the prompt names no demographic.
 * The demographics of its pair must be groups, too.
 *
 * @param options.foreign The words that prompts have: modifiers and dimensions.
 * @throws {TypeError} If the groups are otherwise; the message names the dimension, the group and the spelling.
 */
function checkGroups(
  { pair, groups, guests }: DimensionWords,
  { dimension, foreign }: { readonly dimension: string; readonly foreign: ReadonlySet<string> },
): void {
  const missing = pair.find((one) => !Object.hasOwn(groups, one));
  if (missing !== undefined) {
    throw new TypeError(`dimension ${dimension}: "${missing}" of its pair is no group`);
  }
  const owners = new Map<string, string>();
  for (const [name, spellings] of Object.entries({ ...groups, ...guests })) {
    const what = `dimension ${dimension}, group "${name}"`;
    if (!spellings.includes(name)) throw new TypeError(`${what} does not have its own name; add it`);
    for (const spelling of spellings) {
      const problem = problemWith(spelling, foreign) ??
        (owners.has(spelling) ? `is already in group "${owners.get(spelling)}"; leave it in one` : undefined);
      if (problem !== undefined) throw new TypeError(`${what}: "${spelling}" ${problem}`);
      owners.set(spelling, name);
    }
  }
}

function problemWith(spelling: string, foreign: ReadonlySet<string>): string | undefined {
  if (spelling === "" || foldedValue(spelling) !== spelling) {
    return `must be in lower case, with single blanks for hyphens and underscores`;
  }
  return foreign.has(spelling) ? "is a word of the prompts, no demographic; leave it out" : undefined;
}
