import { sum } from "../statistics/descriptive.ts";
import { countOf } from "../statistics/intervals/printed_counts.ts";
import { percent } from "./cells.ts";

/** An error in a paper: something that cannot be right, or is not what the paper says it is. */
export interface Erratum {
  /** The table with its row or cells, or the section of a sentence. */
  readonly where: string;
  /** The printed number or text. */
  readonly printed: string;
  /** The evidence against it. */
  readonly evidence: string;
  /** The right value. @default unknown, or told by the evidence */
  readonly expected?: string;
  /** The consequence for a reader. @default none */
  readonly consequence?: string;
  /** The rule that is broken. */
  readonly rule: string;
}

/** An erratum before the rule that found it is known. */
export interface Breach extends Omit<Erratum, "rule" | "evidence"> {
  /** The evidence in one text, or in parts: parts that are false, null or empty are left out. */
  readonly evidence: string | readonly (string | false | null | undefined)[];
}

/** A function that finds where numbers break a rule. */
export type Inspection<N> = (numbers: N) => {
  /** The number of cells, rows or sentences that the rule was tried on. */
  readonly checked: number;
  readonly errors: readonly Breach[];
};

/** Rules about related numbers, by their statements. */
export type Rules<N> = Readonly<Record<string, Inspection<N>>>;

/**
 * Makes a rule of any kind, which is tried on one item after the other.
 *
 * @param itemsIn The cells, rows or sentences to try it on.
 * @param breachOf Returns what is wrong with an item; false or null if nothing is.
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

/** A number that is printed in one place. */
interface Printed extends Pick<Breach, "where" | "expected" | "consequence"> {
  /** The number; null or undefined if nothing is printed, which breaks no rule. */
  readonly value: number | null | undefined;
  /** The printed text, if it is not only the number. */
  readonly printed?: string;
  /** Writes a number. @default unchanged */
  readonly write?: (value: number) => string;
}

/** A number that is printed in one place, and the number that it should be. */
export interface Twin extends Printed {
  /** The number that it should be; null or undefined if nothing says it. */
  readonly other: number | null | undefined;
  /** The text before the other number, with its place, e.g. "Table 2 has". */
  readonly says?: string;
  /** The whole evidence, if it is not the other number with its place. */
  readonly evidence?: Breach["evidence"];
  /** The largest difference that rounding explains. @default 0 */
  readonly rounding?: number;
}

/**
 * Makes a rule that a number is the same in two places, or the same as others determine it.
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

/** A number that is printed in one place, and the bounds that something else sets. */
export interface Bounded extends Printed {
  /** @default none */
  readonly low?: number;
  /** @default none */
  readonly high?: number;
  /** The evidence for the bounds. */
  readonly evidence: Breach["evidence"];
}

/** Makes a rule that a number lies within bounds: below a total, above a part, between the extremes that others allow. */
export function within<N>(itemsIn: (numbers: N) => readonly Bounded[]): Inspection<N> {
  return rule(itemsIn, ({ where, value, low = -Infinity, high = Infinity, evidence, ...said }) => {
    if (value === null || value === undefined || (low <= value && value <= high)) return null;
    const { write = String, printed = write(value) } = said;
    return { where, printed, evidence, ...furtherOf(said) };
  });
}

/** A printed share, and the number of things that it is a share of. */
export interface Share extends Printed {
  /** The number of things; if it is 0, no number is a share of them. */
  readonly n: number;
  /** Decimals of the share, in [0, 1]. @default 4 */
  readonly digits?: number;
  /** The text for the possible shares, after "no" in the evidence. @default k/n */
  readonly called?: string;
  /** Further evidence. @default none */
  readonly evidence?: string;
}

/** Makes a rule that a printed share is that of some count of n. */
export function shareOf<N>(itemsIn: (numbers: N) => readonly Share[]): Inspection<N> {
  return rule(itemsIn, ({ where, value, n, digits, called = `k/${n}`, evidence = "", ...said }) => {
    if (value === null || value === undefined || (n > 0 && countOf(value, n, { digits }) !== null)) {
      return null;
    }
    const { write = percent, printed = write(value) } = said;
    return { where, printed, evidence: `no ${called}${evidence}`, ...furtherOf(said) };
  });
}

/** A printed share of things that have any of some properties, and the share of each property. */
export interface Union extends Printed {
  readonly value: number;
  readonly parts: Readonly<Record<string, number>>;
  /** The name of all properties together. */
  readonly called: string;
  /** Half a unit of the last digit of each share. */
  readonly rounding: number;
}

/** Makes a rule that the share of any of some properties is at least that of each property, and at most their sum. */
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

/** The optional fields of a breach, where they are given. */
function furtherOf(
  { expected, consequence }: Pick<Breach, "expected" | "consequence">,
): Pick<Breach, "expected" | "consequence"> {
  return {
    ...(expected === undefined ? {} : { expected }),
    ...(consequence === undefined ? {} : { consequence }),
  };
}
