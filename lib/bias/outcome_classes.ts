import { createHash } from "node:crypto";
import type { ProbeOutcome } from "../core/types.ts";
import {
  decode,
  equal,
  equalityKey,
  isA,
  literal,
  type PythonValue,
  sameEncoding,
  typeName,
} from "../values/mod.ts";

/**
 * The classes of equal outcomes: NaN equals NaN, 1 equals 1.0 and True, exceptions are equal if their types are. For objects
 * of a program's own classes, the class, the value that they carry and the fields count; for an OrderedDict, the order does.
 */
export class OutcomeClasses {
  readonly #byKey = new Map<string, number>();
  /** The keys, each found once: to find one takes as long as the outcome is large. */
  readonly #known = new Map<ProbeOutcome, string | undefined>();

  /** The number of an outcome's class, from 0; undefined for an outcome about which nothing can be said. */
  of(outcome: ProbeOutcome): number | undefined {
    const key = this.keyOf(outcome);
    return key === undefined ? undefined : this.#byKey.getOrInsert(key, this.#byKey.size);
  }

  /** The {@linkcode outcomeKey} of an outcome. */
  keyOf(outcome: ProbeOutcome): string | undefined {
    return this.#known.getOrInsertComputed(outcome, (one) => outcomeKey(one));
  }
}

/** The rules by which results are compared. */
const RULES = { ownClasses: true, orderedDicts: true };

/** The key of a result or of a part of one: the same for all that are equal in the sense of {@linkcode OutcomeClasses}. */
export function contentKey(value: PythonValue): string {
  return equalityKey(value, RULES);
}

/** The short key of an outcome: the same for outcomes of one class, and for no others; undefined if nothing can be said of it. */
export function outcomeKey(outcome: ProbeOutcome & { readonly kind: "returned" | "raised" }): string;
export function outcomeKey(outcome: ProbeOutcome): string | undefined;
export function outcomeKey(outcome: ProbeOutcome): string | undefined {
  if (outcome.kind === "unjudged") return undefined;
  const text = outcome.kind === "raised"
    ? `raised ${outcome.type}`
    : `value ${contentKey(decode(outcome.value))}`;
  return text.length > SHORT_KEY ? createHash("sha256").update(text).digest("base64") : text;
}

/** The length of the longest key that is not hashed, in characters: a hash is shorter than any longer key. */
const SHORT_KEY = 64;

/** Whether two outcomes are equal in the sense of {@linkcode OutcomeClasses}. */
export function sameOutcome(a: ProbeOutcome, b: ProbeOutcome): boolean {
  if (a.kind === "returned" && b.kind === "returned") {
    return sameEncoding(a.value, b.value) || equal(decode(a.value), decode(b.value), RULES);
  }
  return a.kind === "raised" && b.kind === "raised" && a.type === b.type;
}

/** The greatest number of characters shown of a result, which a program may make as long as it likes. */
const MAX_CHARACTERS = 60;

/** The outcome of a call in a few words. */
export function describeOutcome(outcome: ProbeOutcome): string {
  if (outcome.kind === "returned") return brieflyShown(decode(outcome.value));
  return brief(outcome.kind === "raised" ? `raises ${outcome.type}` : outcome.reason);
}

/** A simple value as Python writes it, in a few words; for any other, its type. */
export function brieflyShown(value: PythonValue): string {
  const isTagged = typeof value === "object" && value !== null;
  const isSimple = !isTagged || (isA(value, "float") && Number.isFinite(value.value));
  return brief(isSimple ? literal(value) : `of type ${typeName(value)}`);
}

/** The text on one line, cut if it is too long. */
function brief(text: string): string {
  const characters = [...text.replaceAll(/\s+/g, " ")];
  const kept = characters.slice(0, MAX_CHARACTERS).join("");
  return characters.length > MAX_CHARACTERS ? `${kept} …` : kept;
}
