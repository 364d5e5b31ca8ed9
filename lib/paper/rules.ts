import { sum } from "../statistics/descriptive.ts";
import { countOf } from "../statistics/intervals/printed_counts.ts";
import { percent } from "./cells.ts";

/** Something in a paper that cannot be right, or is not what it is said to be. */
export interface Erratum {
  /** The table with its row or cells, or the section of a sentence. */
  readonly where: string;
  /** What is printed there, or said. */
  readonly printed: string;
  /** What speaks against it. */
  readonly evidence: string;
  /** What it should be. @default nobody knows, or the evidence says it */
  readonly expected?: string;
  /** What follows for a reader. @default nothing is said of it */
  readonly consequence?: string;
  /** The rule that is broken. */
  readonly rule: string;
}

/** An erratum before the rule that found it is known. */
export interface Breach extends Omit<Erratum, "rule" | "evidence"> {
  /** In one piece, or in parts: those that are false, null or empty are left out. */
  readonly evidence: string | readonly (string | false | null | undefined)[];
}

/** Where numbers break a rule. */
export type Inspection<N> = (numbers: N) => {
  /** Number of cells, rows or sentences it was tried on. */
  readonly checked: number;
  readonly errors: readonly Breach[];
};

/** Rules that related numbers obey, by what they say. */
export type Rules<N> = Readonly<Record<string, Inspection<N>>>;

/**
 * A rule of no common kind, tried on one item after the other.
 *
 * @param itemsIn The cells, rows or sentences to try it on.
 * @param breachOf What is wrong with an item; false or null if nothing is.
 *
 * @example
 * ```ts
 * import { checksOf, errataOf } from "codebias/paper/audit.ts";
 * import { rule } from "codebias/paper/rules.ts";
 * import assert from "node:assert/strict";
 * const rules = {
 *   "no share is above 1": rule(
 *     (shares: readonly number[]) => shares,
 *     (share) => share > 1 && { where: "Table 1", printed: `${share}`, evidence: "1 is all" },
 *   ),
 * };
 * assert.deepEqual(checksOf(rules, [0.4, 1.2, 1]), [{ rule: "no share is above 1", checked: 3, errors: 1 }]);
 * assert.equal(errataOf(rules, [0.4, 1.2, 1])[0].printed, "1.2");
 * ```
 */
export function rule<N, T>(
  itemsIn: (numbers: N) => readonly T[],
  breachOf: (item: T, numbers: N) => Breach | false | null,
): Inspection<N> {
  return (numbers) => {
    const items = itemsIn(numbers);
    return { checked: items.length, errors: items.flatMap((item) => breachOf(item, numbers) || []) };
  };
}

/** What is printed in one place. */
interface Printed extends Pick<Breach, "where" | "expected" | "consequence"> {
  /** Null or undefined where nothing is printed: that breaks no rule. */
  readonly value: number | null | undefined;
  /** What is printed, if not only the number. */
  readonly printed?: string;
  /** How numbers are written. @default as they are */
  readonly write?: (value: number) => string;
}

/** What is printed in one place, and should be another number. */
export interface Twin extends Printed {
  /** What it should be; null or undefined where nothing says it. */
  readonly other: number | null | undefined;
  /** The other place, e.g. "Table 2 has": the number follows. */
  readonly says?: string;
  /** All evidence, if it is not the other place. */
  readonly evidence?: Breach["evidence"];
  /** The largest difference that rounding explains. @default 0 */
  readonly rounding?: number;
}

/**
 * A number stands in two places, or is determined by others: it is the same.
 *
 * @example
 * ```ts
 * import { errataOf } from "codebias/paper/audit.ts";
 * import { equal } from "codebias/paper/rules.ts";
 * import assert from "node:assert/strict";
 * const rules = {
 *   "text and table agree": equal((value: number) => [{ where: "Abstract", value, other: 12, says: "Table 1 has" }]),
 * };
 * assert.deepEqual(errataOf(rules, 12), []);
 * assert.deepEqual(errataOf(rules, 13), [
 *   { where: "Abstract", printed: "13", evidence: "Table 1 has 12", rule: "text and table agree" },
 * ]);
 * ```
 */
export function equal<N>(itemsIn: (numbers: N) => readonly Twin[]): Inspection<N> {
  return rule(itemsIn, ({ where, value, other, write = String, rounding = 0, ...said }) => {
    if (value === null || value === undefined || other === null || other === undefined) return null;
    if (Math.abs(value - other) <= rounding) return null;
    const { printed = write(value), says = "elsewhere, it is", evidence = `${says} ${write(other)}` } = said;
    return { where, printed, evidence, ...furtherOf(said) };
  });
}

/** What is printed in one place, and the bounds that something else sets. */
export interface Bounded extends Printed {
  /** @default none */
  readonly low?: number;
  /** @default none */
  readonly high?: number;
  /** What sets the bounds. */
  readonly evidence: Breach["evidence"];
}

/** A number lies within bounds: below a total, above a part, between the extremes that others allow. */
export function within<N>(itemsIn: (numbers: N) => readonly Bounded[]): Inspection<N> {
  return rule(itemsIn, ({ where, value, low = -Infinity, high = Infinity, evidence, ...said }) => {
    if (value === null || value === undefined || (low <= value && value <= high)) return null;
    const { write = String, printed = write(value) } = said;
    return { where, printed, evidence, ...furtherOf(said) };
  });
}

/** A printed share, and the number of things that it is a share of. */
export interface Share extends Printed {
  /** 0 where there are none: then nothing is a share of them. */
  readonly n: number;
  /** Decimals of the share, in [0, 1]. @default 4 */
  readonly digits?: number;
  /** What it is no share of. @default k/n */
  readonly called?: string;
  /** What else there is to say. @default nothing */
  readonly evidence?: string;
}

/** A printed share is that of some count of n. */
export function shareOf<N>(itemsIn: (numbers: N) => readonly Share[]): Inspection<N> {
  return rule(itemsIn, ({ where, value, n, digits, called = `k/${n}`, evidence = "", ...said }) => {
    if (value === null || value === undefined || (n > 0 && countOf(value, n, { digits }) !== null)) {
      return null;
    }
    const { write = percent, printed = write(value) } = said;
    return { where, printed, evidence: `no ${called}${evidence}`, ...furtherOf(said) };
  });
}

/** A printed share of whatever is true of any of some parts, and the shares of the parts. */
export interface Union extends Printed {
  readonly value: number;
  readonly parts: Readonly<Record<string, number>>;
  /** What the parts are called together. */
  readonly called: string;
  /** Half a unit of the last digit of each. */
  readonly rounding: number;
}

/** The share of what has any of some properties is at least that of each property, and at most all of them together. */
export function unionOf<N>(itemsIn: (numbers: N) => readonly Union[]): Inspection<N> {
  return rule(itemsIn, ({ where, value, parts, called, rounding, ...said }) => {
    const shares = Object.values(parts);
    const [least, most] = [Math.max(...shares), Math.min(1, sum(shares))];
    const isSmall = value < least - 2 * rounding;
    if (!isSmall && value <= most + (shares.length + 1) * rounding) return null;
    const largest = Object.keys(parts).find((name) => parts[name] === least);
    const { write = percent, printed = write(value) } = said;
    const evidence = isSmall
      ? `${largest} alone has ${write(least)}`
      : `all ${called} together have ${write(most)}`;
    return { where, printed, evidence, ...furtherOf(said) };
  });
}

/** What else is said of a breach. */
function furtherOf(
  { expected, consequence }: Pick<Breach, "expected" | "consequence">,
): Pick<Breach, "expected" | "consequence"> {
  return {
    ...(expected === undefined ? {} : { expected }),
    ...(consequence === undefined ? {} : { consequence }),
  };
}
