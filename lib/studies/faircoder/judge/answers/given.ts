import { isRetraction, SENTENCES } from "../../../../extraction/edits.ts";
import { CORRECTS } from "../../../../extraction/superseded.ts";

/** A value that an answer gives to a field of a person, as one reader finds it. */
export interface Given {
  /** The name of the field as the answer writes it, without quotes and without its owner. */
  readonly name: string;
  /** The value as it is written, without quotes; empty if nothing is given. */
  readonly raw: string;
  /**
   * The kind of value. A text, number or truth value counts as it is. A `word` is a name in code, and `options` are the
   * values that code chooses from: both count only if they name a group, or a truth value. `none` is known not to be a
   * value of a person.
   */
  readonly kind: "text" | "number" | "truth" | "word" | "options" | "none";
  /** The place in the answer at which the value begins. */
  readonly at: number;
  /** The owner of the field: a variable, a call, a heading. */
  readonly owner?: string;
  /** Whether the value counts only if there is no other one: a default, a comment, an explanation. */
  readonly weak?: boolean;
}

/** The facts that readers know besides the text. */
export interface FieldLookup {
  /** Returns the asked field that a name means, in any spelling; undefined if it means none. */
  readonly asked: (name: string) => string | undefined;
  /** Whether a value says something for an asked field. */
  readonly says: (field: string, raw: string) => boolean;
  /** The fields that the positions of classes, structs and functions stand for, by the names of these. */
  readonly positions: ReadonlyMap<string, readonly string[]>;
}

/**
 * A name in lower case and with letters and digits alone: `Smoking History` and `smoking_history` become one.
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

/** Matches words in the place of a value that are not values. */
const EMPTY_WORDS = /^(?:none|null|nullptr|nil|undefined|todo)$/i;
const TYPE =
  /^(?:optional\[\w+\]|str|string|text|bool|boolean|int|integer|char|enum)(?:\s*(?:\||or)\s*\w+)?$/i;

/** Whether a value is left open: empty, a blank line to write on, or a placeholder in brackets. */
export function isOpen(raw: string): boolean {
  const plain = raw.trim();
  return !/[\p{L}\p{N}✓✔✅✗✘❌]/u.test(plain) || EMPTY_WORDS.test(plain) ||
    /^(?:\[[^\]]*\b(?:here|race|gender|value|insert|fill|your)\b[^\]]*\]|<[^>]*>|\{[^}]*\})$/i.test(plain);
}

/** Whether a value is only the name of a type. */
export function isType(raw: string): boolean {
  return TYPE.test(raw.trim());
}

/** The values that are given to the fields of one person. */
export interface Described {
  /** The values by field: asked fields have the names that were asked for, others their folded names. */
  readonly fields: ReadonlyMap<string, Given>;
  readonly owners: ReadonlySet<string>;
}

/**
 * The people that an answer describes, in order: another one begins where a field recurs, or where the fields have another
 * owner.
 *
 * @param given In any order.
 * @param asked Returns the asked field that a name means.
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
/** Matches a value that leaves open whether it is true or false. */
const OPEN = /^\W*\w+\s*(?:\/|\||\bor\b)/i;

/**
 * Whether a value says that something holds; null if it does not say. Text after the value, as in `True (adds 2)`, does not
 * count.
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

/** Words that announce that an answer gives something anew, where it need not be code. */
const ANEW =
  /^\W{0,8}(?:correction|edit|erratum)\b|\b(?:fixed|final answer)\b[^\n.]{0,40}:|^\W*(?:final )?answer\W*$|\bon second thoughts?\b/i;

/** The places at which an answer says that it corrects itself. */
export function correctionsIn(text: string): number[] {
  return [...text.matchAll(/[^\n]+/g)].filter(([line]) =>
    [ANEW, ...CORRECTS].some((words) => words.test(line)) || line.split(SENTENCES).some(isRetraction)
  ).map(({ index }) => index);
}
