import type { EncodedValue, Exploration, Leaf, Person, ProbeOutcome, Witness } from "../core/types.ts";
import { decode, encode, isA, type PythonValue, toJson } from "../values/mod.ts";
import { decidingLine } from "./deciding_line.ts";
import { type Pair, visitPairs } from "./decision_tree.ts";
import { KnownLeaves } from "./known_leaves.ts";
import { outcomeKey, sameOutcome } from "./outcome_classes.ts";

/** The differences that an exploration shows, before witnesses are confirmed. */
export interface Judgement {
  /** The reason why nothing can be said of any attribute. */
  readonly reason?: string;
  /** For each attribute, a difference between given values; undefined if there is none. */
  readonly differences: readonly (Witness | undefined)[];
  /** For attributes without a difference between given values, a difference that takes an added value. */
  readonly beyond: readonly (Witness | undefined)[];
  /** The reason why some people could not be judged, if any. */
  readonly gap?: string;
  /**
   * For each attribute, whether there are differences that only repeat the attribute itself, if outcomes may contain values
   * of attributes (see `observed` and `told` of an exploration).
   */
  readonly repeated?: readonly boolean[];
}

/** The greatest number of characters of exception names that are shown. */
const MAX_LETTERS = 1_000;

/**
 * The attributes that alone change a program's outcome: f(x, a) ≠ f(x, a′) for some values x of all others.
 *
 * Two leaves show that for an attribute if no value of it leads to both, some values of all others do, and they have
 * different outcomes. If all combinations are covered, there is no other way to show it.
 */
export function judge(exploration: Exploration, known: KnownLeaves = new KnownLeaves()): Judgement {
  const { attributes, leaves } = exploration;
  const given = amongGiven(exploration);
  const nothing = { differences: attributes.map(() => undefined), beyond: attributes.map(() => undefined) };
  if (given.length === 0) return { ...nothing, reason: "it was not called" };
  if (given.every(({ outcome }) => outcome.kind === "raised")) {
    const types = [...new Set(given.map(({ outcome }) => outcome.kind === "raised" ? outcome.type : ""))];
    const named = types.join(", ").slice(0, MAX_LETTERS);
    return { ...nothing, reason: `not executable: it raises ${named} for everybody` };
  }
  const unjudged = given.flatMap(({ outcome }) => outcome.kind === "unjudged" ? [outcome.reason] : []);
  if (unjudged.length === given.length) return { ...nothing, reason: unjudged[0] };
  // Only a program that tampers with the search could have such leaves.
  const seeds = [...known.bySeed(leaves).values()];
  if (!seeds.every((own) => known.treeOf(own))) {
    return { ...nothing, reason: "its calls contradict one another" };
  }
  const repeated = attributes.map(() => false);
  const search = { exploration, known, repeated };
  const differences = preferResults(search, given);
  const isSeen = exploration.observed
    ? given.some((one) => !sameOutcome(one.outcome, given[0].outcome))
    : !given.every(isNothing);
  const gap = unjudged[0] ?? (isSeen ? undefined : RETURNS_NOTHING);
  // An attribute that makes no difference among given values may make one with an added value.
  const beyond = differencesIn(search, leaves, (attribute) => differences[attribute] !== undefined);
  return {
    differences,
    beyond,
    ...(gap !== undefined && { gap }),
    ...(mayRepeat(exploration) && { repeated }),
  };
}

/** Whether outcomes may contain values of attributes that no decision depends on. */
function mayRepeat({ observed = false, told = false }: Exploration): boolean {
  return observed || told;
}

/** The reason why attributes without a difference are unjudged if nobody gets a result: the decisions stay unseen. */
const RETURNS_NOTHING =
  "it returns nothing to anybody, and what is seen of what it prints, and leaves in what it is handed, is the same for all";

const NONE_KEY = outcomeKey({ kind: "returned", value: encode(null) });

/** Whether a call returned None. */
export function isNothing({ outcome }: Pick<Leaf, "outcome">): boolean {
  return outcome.kind === "returned" && outcomeKey(outcome) === NONE_KEY;
}

/** The data that differences are searched in. */
interface Search {
  readonly exploration: Exploration;
  readonly known: KnownLeaves;
  /** Set to true for attributes with differences that only repeat them. */
  readonly repeated: boolean[];
}

/** The first difference of each attribute between two results or, if there is none, between a result and an exception. */
function preferResults(search: Search, leaves: readonly Leaf[]): (Witness | undefined)[] {
  const returned = leaves.filter(({ outcome }) => outcome.kind !== "raised");
  const between = returned.length === leaves.length ? [] : differencesIn(search, returned, () => false);
  const all = differencesIn(search, leaves, (attribute) => between[attribute] !== undefined);
  return all.map((found, at) => between[at] ?? found);
}

/** The greatest number of pairs that only repeat an attribute before the attribute's search ends. */
const MAX_REPEATED = 1_000;

/** The first difference of each attribute that is not to be skipped. */
function differencesIn(
  { exploration, known, repeated }: Search,
  leaves: readonly Leaf[],
  skip: (attribute: number) => boolean,
): (Witness | undefined)[] {
  const found: (Witness | undefined)[] = exploration.attributes.map(() => undefined);
  const tries = exploration.attributes.map(() => 0);
  const decided = (attribute: number) =>
    found[attribute] !== undefined || tries[attribute] >= MAX_REPEATED || skip(attribute);
  const isOpen = () => !exploration.attributes.keys().every(decided);
  visitDiffering(leaves, known, (pair) => {
    const witness = witnessOf(exploration, pair);
    if (mayRepeat(exploration) && onlyRepeats(witness)) {
      repeated[pair.attribute] = true;
      tries[pair.attribute]++;
    } else found[pair.attribute] = witness;
    return isOpen();
  }, decided);
  return found;
}

/**
 * Visits pairs of leaves that differ in one attribute and in outcome, seed by seed.
 *
 * @param visit Called for each; the visits of a seed end where it returns false.
 * @param skip Attributes that need no more pairs, asked again and again.
 */
export function visitDiffering(
  leaves: readonly Leaf[],
  known: KnownLeaves,
  visit: (pair: Pair) => unknown,
  skip: (attribute: number) => boolean = () => false,
): void {
  const classOf = ({ outcome }: Leaf) => known.classes.of(outcome);
  for (const same of known.bySeed(leaves).values()) {
    const tree = known.treeOf(same);
    if (tree) visitPairs(tree, visit, { classOf, skip });
  }
}

function witnessOf(exploration: Exploration, { attribute, leaves, places, others }: Pair): Witness {
  const { attributes } = exploration;
  const [a, b] = places.map((own): Person =>
    Object.fromEntries(
      attributes.map(({ name, values, given }, at) => {
        const possible = at === attribute ? own : others[at] ?? [...values.keys()];
        return [name, values[possible.find((place) => given[place]) ?? possible[0]]];
      }),
    )
  );
  const [one, other] = leaves;
  const { name } = attributes[attribute];
  const line = one.lines && other.lines && decidingLine([one.lines, other.lines], name, exploration);
  return {
    attribute: name,
    people: [a, b],
    outcomes: [one.outcome, other.outcome],
    seed: one.seed,
    ...(line !== undefined && { line }),
  };
}

/** The leaves that given values lead to, with these values alone. */
export function amongGiven(
  { attributes, leaves }: Pick<Exploration, "attributes" | "leaves">,
): readonly Leaf[] {
  if (attributes.every(({ given }) => given.every((one) => one))) return leaves;
  return leaves.flatMap(({ path, ...rest }): Leaf[] => {
    const given = path.map(([attribute, places]) =>
      [attribute, places.filter((place) => attributes[attribute].given[place])] as const
    );
    return given.every(([, places]) => places.length > 0) ? [{ ...rest, path: given }] : [];
  });
}

/** The reason why a program that cannot be relied on is not judged. */
export const NONDETERMINISTIC = "nondeterministic: the same people are treated differently from call to call";

/**
 * Whether the outcomes of two calls differ only in that each has, as a word, its own person's value of the
 * attribute in which the two people differ: `female, 30: approved` and `male, 30: approved`.
 */
function onlyRepeats({ attribute, people, outcomes }: Witness): boolean {
  const [a, b] = outcomes.map(seenIn);
  const [own, others] = people.map((person) => textOf(decode(person[attribute] as EncodedValue)));
  if (a === undefined || b === undefined || own === "" || others === "") return false;
  let [at, other] = [0, 0];
  while (at < a.length && other < b.length) {
    if (isWord(a, at, own) && isWord(b, other, others)) {
      [at, other] = [at + own.length, other + others.length];
    } else if (a[at] === b[other]) [at, other] = [at + 1, other + 1];
    else return false;
  }
  return at === a.length && other === b.length;
}

/** The result of a call as one text, e.g. what it prints and leaves; undefined for None and truth values. */
function seenIn(outcome: ProbeOutcome): string | undefined {
  const value = outcome.kind === "returned" ? decode(outcome.value) : null;
  if (value === null || typeof value === "boolean") return undefined;
  if (!isA(value, "dict")) return textOf(value);
  return value.items.map(([name, one]) => `${textOf(name)}: ${textOf(one)}`).join("\n");
}

/** The text of a value in lower case and with single spaces; a text stands without quotes. */
function textOf(value: PythonValue): string {
  const text = value === null ? "none" : typeof value === "string" ? value : toJson(value);
  return text.toLowerCase().replaceAll(/[ \t]+/g, " ");
}

/** Whether a word stands at an offset of a text and is not part of a longer one. */
function isWord(text: string, at: number, word: string): boolean {
  return text.startsWith(word, at) && !LETTER.test(text[at - 1] ?? "") &&
    !LETTER.test(text[at + word.length] ?? "");
}

const LETTER = /[\p{L}\p{N}_]/u;
