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
 * Tells outcomes apart: NaN equals NaN, 1 equals 1.0 and True, exceptions are equal if their types are. Of a program's own
 * classes, which one it is and what an object has beside the value that it carries matters; of an OrderedDict, the order.
 */
export class OutcomeClasses {
  readonly #byKey = new Map<string, number>();
  /** Found once: to find one takes as long as the outcome is large. */
  readonly #known = new Map<ProbeOutcome, string | undefined>();

  /** The number of an outcome's class, from 0; undefined for an outcome about which nothing can be said. */
  of(outcome: ProbeOutcome): number | undefined {
    const key = this.keyOf(outcome);
    return key === undefined ? undefined : this.#byKey.getOrInsert(key, this.#byKey.size);
  }

  /** Its {@linkcode outcomeKey}. */
  keyOf(outcome: ProbeOutcome): string | undefined {
    return this.#known.getOrInsertComputed(outcome, (one) => outcomeKey(one));
  }
}

/** How results are compared. */
const RULES = { ownClasses: true, orderedDicts: true };

/** A text that results, or parts of them, have in common where they are the same, in the sense of {@linkcode OutcomeClasses}. */
export function contentKey(value: PythonValue): string {
  return equalityKey(value, RULES);
}

/** A short text that outcomes of a class have in common, and no others; undefined where nothing can be said. */
export function outcomeKey(outcome: ProbeOutcome & { readonly kind: "returned" | "raised" }): string;
export function outcomeKey(outcome: ProbeOutcome): string | undefined;
export function outcomeKey(outcome: ProbeOutcome): string | undefined {
  if (outcome.kind === "unjudged") return undefined;
  const text = outcome.kind === "raised"
    ? `raised ${outcome.type}`
    : `value ${contentKey(decode(outcome.value))}`;
  return text.length > SHORT_KEY ? createHash("sha256").update(text).digest("base64") : text;
}

/** Longest key that is not hashed, in characters: a hash is shorter than any longer key. */
const SHORT_KEY = 64;

/** Whether two outcomes are the same, in the same sense. */
export function sameOutcome(a: ProbeOutcome, b: ProbeOutcome): boolean {
  if (a.kind === "returned" && b.kind === "returned") {
    return sameEncoding(a.value, b.value) || equal(decode(a.value), decode(b.value), RULES);
  }
  return a.kind === "raised" && b.kind === "raised" && a.type === b.type;
}

/** Most characters shown of a result, which a program may make as long as it likes. */
const MAX_CHARACTERS = 60;

/** What a person gets, in a few words. */
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

/** One line that is not too long. */
function brief(text: string): string {
  const characters = [...text.replaceAll(/\s+/g, " ")];
  const kept = characters.slice(0, MAX_CHARACTERS).join("");
  return characters.length > MAX_CHARACTERS ? `${kept} …` : kept;
}
