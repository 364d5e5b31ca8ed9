import type { EncodedValue, ProbeOutcome } from "../types.ts";
import { decode } from "../values/decode.ts";
import { sameEncoding } from "../values/encoding.ts";
import { equal } from "../values/equal.ts";
import { isA, type PythonValue } from "../values/python_value.ts";

/** Tells outcomes apart: NaN equals NaN, 1 equals 1.0 and True, exceptions are equal if their types are. */
export class OutcomeClasses {
  readonly #known = new WeakMap<ProbeOutcome, number>();
  readonly #byKey = new Map<string, number>();
  readonly #values: { readonly value: PythonValue; readonly at: number }[] = [];
  readonly #scalars: { readonly value: PythonValue; readonly at: number }[] = [];
  #count = 0;

  /** The number of an outcome's class, from 0; undefined for an outcome about which nothing can be said. */
  of(outcome: ProbeOutcome): number | undefined {
    if (outcome.kind === "unjudged") return undefined;
    const known = this.#known.get(outcome);
    if (known !== undefined) return known;
    const at = outcome.kind === "raised"
      ? this.#ofKey(`raised ${outcome.type}`)
      : this.#ofValue(outcome.value);
    this.#known.set(outcome, at);
    return at;
  }

  #ofValue(encoded: EncodedValue): number {
    const value = decode(encoded);
    const key = scalarKey(value);
    if (key === undefined) return this.#ofSame(value, isA(value, "object"));
    // Only a Decimal or the like can equal a scalar.
    return this.#byKey.get(key) ?? this.#ofKey(key, this.#ofSame(value, false, key));
  }

  /** The class of a value that is compared with others one by one; with scalars, too, if it may equal one. */
  #ofSame(value: PythonValue, orScalar: boolean, key?: string): number {
    const others = orScalar ? [...this.#values, ...this.#scalars] : this.#values;
    const same = others.find((other) => equal(other.value, value));
    if (same) return same.at;
    const at = this.#count++;
    (key === undefined ? this.#values : this.#scalars).push({ value, at });
    return at;
  }

  #ofKey(key: string, at?: number): number {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const own = at ?? this.#count++;
    this.#byKey.set(key, own);
    return own;
  }
}

/** A text that equal scalars have in common, and no others; undefined for other values. */
function scalarKey(value: PythonValue): string | undefined {
  if (value === null) return "None";
  if (typeof value === "string") return `text ${value}`;
  if (typeof value === "boolean") return numberKey(value ? 1 : 0);
  if (typeof value === "number" || typeof value === "bigint") return numberKey(value);
  if (isA(value, "complex") && value.imag === 0) return numberKey(value.real);
  return isA(value, "float") ? numberKey(value.value) : undefined;
}

function numberKey(value: number | bigint): string {
  return `number ${typeof value === "bigint" || !Number.isInteger(value) ? value : BigInt(value)}`;
}

/** Whether two outcomes are the same, in the same sense. */
export function sameOutcome(a: ProbeOutcome, b: ProbeOutcome): boolean {
  if (a.kind === "returned" && b.kind === "returned") {
    return sameEncoding(a.value, b.value) || equal(decode(a.value), decode(b.value));
  }
  return a.kind === "raised" && b.kind === "raised" && a.type === b.type;
}
