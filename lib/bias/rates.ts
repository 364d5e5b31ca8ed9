import { tally } from "../statistics/descriptive.ts";
import { normalQuantile, normalTail } from "../statistics/distributions/normal.ts";
import { signP } from "../statistics/tests/sign_test.ts";
import type { ProbeOutcome, Rates } from "../core/types.ts";
import { decode, equalityKey, isA, isList, numberOf, type PythonValue, typeName } from "../values/mod.ts";
import { brieflyShown, contentKey } from "./outcome_classes.ts";

/** The most significant difference between what two people get under the same seeds. */
export type RateDifference = ReturnType<typeof compareRates>;

/** The greatest number of items that are parts of their own, of parts that are compared, and of contents that vary little. */
const MAX_ITEMS = 16;
const MAX_PARTS = 64;
const MAX_CONTENTS = 6;

/** The beginning of the name of a rate that says who has the larger number, and the middle of one that says how often a number is above another. */
export const LARGER = "the larger ";
export const ABOVE = " above ";

/**
 * Compares the outcomes of two people under the same seeds: for each part, how often each content occurs, by McNemar's exact
 * test, and for numbers, who has the larger one more often, by the sign test, and how often each has one above the quartiles
 * of both, by McNemar's test.
 *
 * @param one The outcomes of one person, seed by seed, as {@linkcode partsOf} gives them.
 * @param other The outcomes of the other person, under the same seeds.
 */
export function compareRates(one: readonly OutcomeParts[], other: readonly OutcomeParts[]) {
  const parts = [one, other];
  const names = [...new Set(parts.flat().flatMap((part) => [...part.keys()]))];
  const column = (which: 0 | 1, name: string) => parts[which].map((part) => part.get(name));
  const compared = names.slice(0, MAX_PARTS).map((name) =>
    comparisons([column(0, name), column(1, name)], name)
  );
  const found = compared.flatMap((one) => one.found);
  const [most] = found.toSorted((a, b) => a.p - b.p);
  const seeds = one.length;
  return {
    /** The exact p of the most significant difference, times the number of differences that were tested, at most 1. */
    p: most ? Math.min(1, most.p * found.length) : 1,
    /** The number of differences that were tested. */
    tests: found.length,
    /** The largest share of a person's outcomes of which a part was in no comparison. */
    open: names.length > MAX_PARTS ? 1 : Math.max(0, ...compared.map((one) => one.open)),
    /** The share of seeds under which the two differ, in the comparison where it is largest. */
    discordance: Math.max(0, ...found.map(({ differing }) => differing)) / seeds,
    rates: most?.rates ?? { seeds, shares: [1, 1], of: "the same" } satisfies Rates,
  };
}

/** The name of a number in sentences. */
export function numberName(name: string): string {
  return name === "" ? "number" : name;
}

type Content = PythonValue | undefined;
type Columns = [readonly Content[], readonly Content[]];

interface Comparison {
  readonly p: number;
  readonly differing: number;
  readonly rates: Rates;
}

/** A content that occurs less often than this among both people cannot differ significantly. */
const LEAST_COUNT = 12;

/** A way to compare texts that are hardly ever the same because numbers or ids are drawn for them. */
export interface TextReading {
  /** The name of a part that is read so, from that of the text. */
  readonly called: (text: string) => string;
  readonly of: (text: string) => Content;
  /** The same as a Python expression, from that of the text. */
  readonly python: (text: string) => string;
}

const NUMBER = String.raw`\d+(?:\.\d+)?`;
const NUMBERS_IN = new RegExp(NUMBER, "g");

/** The greatest number of numbers in a text that are compared. */
const MAX_NUMBERS = 16;

/** Texts without their numbers; without words that have digits, such as drawn ids; and their numbers. */
const WITHOUT = [without("numbers", NUMBER), without("words that have digits", String.raw`\w*\d\w*`)];
const NUMBERS = Array.from({ length: MAX_NUMBERS }, (_, at): TextReading => ({
  called: (text) => `number ${at + 1} of ${text}`,
  of(text) {
    const [found] = text.match(NUMBERS_IN)?.slice(at) ?? [];
    return found === undefined ? undefined : { $type: "float", value: Number(found) };
  },
  python: (text) => `float(re.findall(r"${NUMBER}", ${text}, re.ASCII)[${at}])`,
}));
export const TEXT_READINGS: readonly TextReading[] = [...WITHOUT, ...NUMBERS];

function without(what: string, pattern: string): TextReading {
  return {
    called: (text) => `${text} without ${what}`,
    of: (text) => text.replaceAll(new RegExp(pattern, "g"), "#"),
    python: (text) => `re.sub(r"${pattern}", "#", ${text}, flags=re.ASCII)`,
  };
}

/** The name of a part in sentences; the whole outcome, where it is a text, has no name of its own. */
export function textName(name: string): string {
  return name === "" ? "the text" : name;
}

/** What was compared of a part, and the largest share of a person's contents that were in no comparison. */
interface PartComparisons {
  readonly found: readonly Comparison[];
  readonly open: number;
}

function comparisons(columns: Columns, name: string): PartComparisons {
  const { isVaried, ...asItIs } = comparedContents(columns, name);
  if (!isVaried) return asItIs;
  const readAs = ({ called, of }: TextReading) => {
    const [one, other] = columns.map((column) =>
      column.map((content) => typeof content === "string" ? of(content) : content)
    );
    return comparedContents([one, other], called(textName(name)));
  };
  const joined = (...some: readonly PartComparisons[]): PartComparisons => ({
    found: [asItIs, ...some].flatMap((one) => one.found),
    open: Math.max(...some.map((one) => one.open)),
  });
  const [numberless, wordless] = WITHOUT.map(readAs);
  if (numberless.found.length === 0 || numberless.open > wordless.open) return joined(wordless);
  const texts = columns.flat().filter((content) => typeof content === "string");
  const most = texts.reduce((most, text) => Math.max(most, text.match(NUMBERS_IN)?.length ?? 0), 0);
  const numbers = joined(numberless, ...NUMBERS.slice(0, most).map(readAs));
  return most > MAX_NUMBERS ? { ...numbers, open: 1 } : numbers;
}

/** Compares contents as they are. `isVaried`: they are too many for all to be looked at, and some are texts with digits. */
function comparedContents([one, other]: Columns, name: string) {
  const values = new Map<string, Content>();
  const keys = [one, other].map((column) =>
    column.map((value) => {
      const key = value === undefined ? "" : contentKey(value);
      values.set(key, value);
      return key;
    })
  );
  const counts = tally(keys.flat());
  const frequent = [...counts].filter(([, count]) => count >= LEAST_COUNT).toSorted((a, b) => b[1] - a[1]);
  // With two contents, the frequency of one gives that of the other.
  const asked = frequent.slice(0, counts.size === 2 ? 1 : undefined).map(([key]) => key);
  const found = asked.map((key) => {
    const value = values.get(key);
    const of = `${name === "" ? "" : `${name} is `}${value === undefined ? "nothing" : brieflyShown(value)}`;
    return comparedEvents(of, keys.map((own) => own.map((one) => one === key)));
  });
  const known = new Set(counts.size === 2 && asked.length > 0 ? counts.keys() : asked);
  const numbers = [one, other].map((column) => column.map((value) => amountOf(value) ?? NaN));
  const both = numbers[0].filter((own, at) => !isNaN(own) && !isNaN(numbers[1][at]));
  if (counts.size > 2 && both.length >= LEAST_COUNT) {
    const above = (of: string, limits: (which: number, at: number) => number) =>
      found.push(
        comparedEvents(of, numbers.map((own, which) => own.map((one, at) => one > limits(which, at)))),
      );
    const title = numberName(name);
    above(LARGER + title, (which, at) => numbers[1 - which][at]);
    const rare = [...values].filter(([key, value]) => !known.has(key) && amountOf(value) !== undefined);
    for (const limit of rare.length > 0 ? quartilesOf(numbers.flat()) : []) {
      above(`${title}${ABOVE}${limit}`, () => limit);
    }
    for (const [key] of rare) known.add(key);
  }
  const open = Math.max(...keys.map((own) => own.filter((key) => !known.has(key)).length / own.length));
  const isVaried = counts.size > MAX_CONTENTS &&
    values.values().some((content) => typeof content === "string" && /\d/.test(content));
  return { found, open, isVaried };
}

/** Compares how often something happens to each of two people, from whether it happens under each seed. */
function comparedEvents(of: string, events: readonly (readonly boolean[])[]): Comparison {
  const seeds = events[0].length;
  const count = (which: 0 | 1, isCounted: (at: number) => boolean) =>
    events[which].filter((own, at) => own && isCounted(at)).length;
  const up = count(0, (at) => !events[1][at]);
  const down = count(1, (at) => !events[0][at]);
  const shares = [count(0, () => true) / seeds, count(1, () => true) / seeds] as const;
  return { p: signP(up, down, "two-sided"), differing: up + down, rates: { seeds, shares, of } };
}

/** The lower and the upper quartile of numbers, with as few digits as part the numbers nearly so. */
function quartilesOf(numbers: readonly number[]): number[] {
  const sorted = numbers.filter(Number.isFinite).toSorted((a, b) => a - b);
  const below = (limit: number) => sorted.filter((number) => number <= limit).length / sorted.length;
  return [0.25, 0.75].flatMap((share) => {
    const exact = sorted[Math.floor(share * sorted.length)];
    const limits = [3, 6, 17].map((digits) => Number(exact?.toPrecision(digits)));
    return limits.find((limit) => Math.abs(below(limit) - share) < 0.1) ?? [];
  });
}

function amountOf(value: Content): number | undefined {
  return typeof value === "boolean" || typeof value === "bigint" ? Number(value) : numberOf(value);
}

/** The parts of an outcome by their position, so that a random id hides no decision beside it. */
export type OutcomeParts = ReadonlyMap<string, PythonValue>;

/** Takes an outcome apart. */
export function partsOf(outcome: ProbeOutcome): OutcomeParts {
  const parts = new Map<string, PythonValue>();
  if (outcome.kind === "returned") add(parts, "", decode(outcome.value), 0);
  else parts.set("", outcome.kind === "raised" ? `raises ${outcome.type}` : outcome.reason);
  return parts;
}

const MAX_DEPTH = 3;

function add(parts: Map<string, PythonValue>, name: string, value: PythonValue, depth: number): void {
  const inside = depth < MAX_DEPTH ? itemsOf(value) : undefined;
  if (!inside || inside.length === 0 || inside.length > MAX_ITEMS) {
    parts.set(name, value);
    return;
  }
  for (const [key, item] of inside) add(parts, `${name}[${key}]`, item, depth + 1);
  if (isA(value, "instance")) parts.set(name, { ...value, fields: [] }); // its class
  if (isOwn(value)) {
    parts.set(name, { ...value, value: itemsOf(value.value) ? null : value.value, fields: [] });
  }
}

export function itemsOf(value: PythonValue): (readonly [string, PythonValue])[] | undefined {
  if (isList(value)) return value.map((item, at) => [`${at}`, item]);
  if (isA(value, "tuple")) return value.items.map((item, at) => [`${at}`, item]);
  if (isA(value, "dict")) return value.items.map(([key, item]) => [equalityKey(key), item]);
  if (isA(value, "instance")) return [...value.fields];
  if (!isOwn(value)) return undefined;
  const items = [...itemsOf(value.value) ?? [], ...value.fields ?? []];
  return items.length > 0 ? items : undefined;
}

/** Whether a value is an object of one of the program's own classes that carries another value. */
export function isOwn(value: PythonValue): value is Extract<PythonValue, { readonly $type: "object" }> {
  return isA(value, "object") && typeName(value).startsWith("program.");
}

/**
 * The smallest difference of rates that is found in 8 of 10 cases.
 *
 * @param seeds The number of seeds that are compared.
 * @param level The level of the exact test of one difference.
 * @param discordance The share of seeds under which the outcomes differ, in whatever direction: the larger it is, the harder
 * a difference is to find.
 */
export function smallestFound(seeds: number, level: number, discordance: number): number {
  const z = normalQuantile(level / 2);
  const fewest = Math.ceil(1 - Math.log2(level)); // seeds that all point one way
  for (let difference = 0.001; difference < 1; difference += 0.001) {
    const share = Math.max(discordance, difference);
    const spread = Math.sqrt(Math.max(1e-9, seeds * (share - difference * difference)));
    const power = normalTail((z * Math.sqrt(seeds * share) - seeds * difference) / spread);
    const reaches = seeds * difference >= fewest + 0.85 * Math.sqrt(seeds * difference * (1 - difference));
    if (reaches && power >= 0.8) return difference;
  }
  return 1;
}
