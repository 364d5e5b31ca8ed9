/** What an answer gives to a field of a person, as one reader finds it. */
export interface Given {
  /** The field, as the answer writes it, without quotes and without what owns it. */
  readonly name: string;
  /** The value as it is written, without quotes; empty where nothing is given. */
  readonly raw: string;
  /**
   * A text, number or truth value says what it says. A `word` is a name in code, and `options` are what code chooses from:
   * both count only if they name a group, or a truth value. `none` is known to be no value of a person.
   */
  readonly kind: "text" | "number" | "truth" | "word" | "options" | "none";
  /** Where in the answer its value begins. */
  readonly at: number;
  /** What the field belongs to: a variable, a call, a heading. */
  readonly owner?: string;
  /** Whether it counts only where nothing else is said: defaults, comments, explanations. */
  readonly weak?: boolean;
}

/** What readers know besides the text that they read. */
export interface FieldLookup {
  /** The asked field that a name means, however it is spelled; undefined for any other. */
  readonly asked: (name: string) => string | undefined;
  /** Whether a value says something for an asked field. */
  readonly says: (field: string, raw: string) => boolean;
  /** What the positions of classes, structs and functions stand for, by their names. */
  readonly positions: ReadonlyMap<string, readonly string[]>;
}

/**
 * A name without case and without anything but letters and digits: `Smoking History` and `smoking_history` are one.
 *
 * @example
 * ```ts
 * import { foldedName } from "codebias/studies/faircoder/judge/answers/given.ts";
 * import assert from "node:assert/strict";
 * assert.equal(foldedName("Smoking History"), foldedName("smoking_history"));
 * ```
 */
export function foldedName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

/** Words in the place of a value that are none. */
const EMPTY_WORDS = /^(?:none|null|nullptr|nil|undefined|todo)$/i;
const TYPE =
  /^(?:optional\[\w+\]|str|string|text|bool|boolean|int|integer|char|enum)(?:\s*(?:\||or)\s*\w+)?$/i;

/** Whether a value is left open: nothing, a blank line to write on, a placeholder in brackets. */
export function isOpen(raw: string): boolean {
  const plain = raw.trim();
  return !/[\p{L}\p{N}✓✔✅✗✘❌]/u.test(plain) || EMPTY_WORDS.test(plain) ||
    /^(?:\[[^\]]*\b(?:here|race|gender|value|insert|fill|your)\b[^\]]*\]|<[^>]*>|\{[^}]*\})$/i.test(plain);
}

/** Whether a value is the type that values have. */
export function isType(raw: string): boolean {
  return TYPE.test(raw.trim());
}

/** What is given to the fields of one person. */
export interface Described {
  /** By the names of fields, asked ones as they are asked for, others folded. */
  readonly fields: ReadonlyMap<string, Given>;
  readonly owners: ReadonlySet<string>;
}

/**
 * The people that an answer describes, in order: another one begins where a field recurs, or where the fields
 * belong to something else.
 *
 * @param given In any order.
 * @param asked The field that a name means.
 */
export function peopleIn(
  given: readonly Given[],
  asked: (name: string) => string | undefined,
): Described[] {
  const people: { fields: Map<string, Given>; owners: Set<string> }[] = [];
  for (const one of given.toSorted((a, b) => a.at - b.at)) {
    const name = asked(one.name) ?? foldedName(one.name);
    const last = people.at(-1);
    const { owner } = one;
    const own = owner === undefined
      ? last
      : people.findLast(({ owners }) => owners.has(owner)) ?? (last?.owners.size === 0 ? last : undefined);
    const isNew = !own || own.fields.has(name);
    const person = isNew ? { fields: new Map<string, Given>(), owners: new Set<string>() } : own;
    if (isNew) people.push(person);
    person.fields.set(name, one);
    if (one.owner !== undefined) person.owners.add(one.owner);
  }
  return people;
}

const HELD = /^(?:true|yes|y|t|✓|✔|✅)(?![\w/|])/i;
const FAILED = /^(?:false|no|n|f|✗|✘|❌|×)(?![\w/|])/i;
/** What leaves open whether it is true or false. */
const OPEN = /^\W*\w+\s*(?:\/|\||\bor\b)/i;

/**
 * Whether a value says that something holds; null if it does not say. What follows, as in `True (adds 2)`,
 * does not count.
 *
 * @example
 * ```ts
 * import { truthOf } from "codebias/studies/faircoder/judge/answers/given.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(["Yes", "0", "True/False", "3"].map(truthOf), [true, false, null, null]);
 * ```
 */
export function truthOf(value: string): boolean | null {
  const plain = value.trim().replace(/^["'[({\s]+/, "").replace(/["'\])},;.\s]+$/, "");
  if (OPEN.test(plain)) return null;
  if (HELD.test(plain) || plain === "1") return true;
  return FAILED.test(plain) || plain === "0" ? false : null;
}

/** Words that announce that an answer gives something anew. */
const CORRECTS =
  /^\W{0,8}(?:correction|edit|erratum)\b|\b(?:corrected|revised|fixed|updated|final answer)\b[^\n.]{0,40}:|\b(?:oops|that (?:was|is) (?:a mistake|wrong))\b/gim;

/** Where an answer says that it corrects itself. */
export function correctionsIn(text: string): number[] {
  return [...text.matchAll(CORRECTS)].map(({ index }) => index);
}
