import type {
  CallShape,
  Exploration,
  Leaf,
  ProbeAttribute,
  ProbeOutcome,
  ProbeSubject,
  Step,
  TriedValues,
} from "../../core/types.ts";
import { encode, isA, isList, numberOf, type PythonValue } from "../../values/mod.ts";
import { PLAIN_CALL } from "../limits.ts";
import { IDENTIFIER, isAppended } from "./made_class.ts";

/** The error for a claim that no honest search makes, so that the program must have changed it. */
export class Tampered extends Error {
  override readonly message: string = TAMPERED;
}

/** The reason why a program with dishonest claims is not judged. */
export const TAMPERED = "it tampered with its own search";

/** The number of seeds of random numbers with which a program is searched, from 0. */
export const SEEDS = 3;

/** The claims of a search about a program, strictly checked. */
export interface ClaimedExploration extends Omit<Exploration, "cpuMs"> {
  /** Whether the program asked different questions after the same answers. */
  readonly diverged: boolean;
  /** The first and last line of a statement that is claimed to fail, before which the source was cut off. */
  readonly cut?: readonly [number, number];
}

/** The maximum numbers of leaves and calls in a claim; a search makes up to 20,000 calls per seed. */
const MAX_LEAVES = 100_000;
const MAX_CALLS = 1_000_000;

/** The maximum number of questions on the path to a leaf; a search allows 2,000 in a call, and then reads each attribute. */
const MAX_DEPTH = 3_000;

/** The maximum number of source lines kept for one call. */
const MAX_LINES = 10_000;

/** The maximum number of values added to an attribute, and the maximum number of characters of a value. */
const MAX_ADDED = 200;
const MAX_LETTERS = 10_000;

/** The maximum number of characters of a reason or a remark. */
const MAX_WORDS = 1_000;

/**
 * Reads the result of a search, which a hostile program may have replaced by anything.
 *
 * The source is made here from the submitted one; the claim only tells how to call it, and whether a
 * statement fails.
 *
 * @returns The checked claims, or the reason why nothing is known of the program.
 * @throws {Tampered} If an honest search of the subject would not return such a result.
 */
export function readExploration(
  value: PythonValue,
  subject: ProbeSubject,
): ClaimedExploration | { readonly reason: string } {
  const { attributes } = subject;
  const fields = fieldsOf(value);
  const reason = fields.get("reason");
  if (reason !== undefined) return { reason: sentence(reason) };
  const shape = readShape(fields.get("shape"), subject);
  const cut = readCut(fields.get("cut"), subject.source);
  const source = sourceBefore(cut?.[0], subject.source) + shape.appended;
  const [last, tried] = [lastLineOf(source), readTried(fields.get("values"), attributes)];
  const leaves = readLeaves(fields.get("leaves"), fields.get("outcomes"), tried, last);
  const [remark, complete, calls] = ["remark", "complete", "calls"].map((name) => fields.get(name));
  const hurried = fields.get("hurried");
  if (!isCount(calls) || calls > MAX_CALLS || calls < leaves.length) throw new Tampered();
  if (typeof complete !== "boolean" || typeof hurried !== "boolean") throw new Tampered();
  if ((remark === null) === (cut !== undefined)) throw new Tampered();
  return {
    source,
    shape,
    ...(cut && { cut, remark: sentence(remark) }),
    naming: readNaming(fields.get("naming"), attributes, last),
    attributes: tried,
    leaves,
    complete,
    ...(hurried && { hurried }),
    undecided: texts(fields.get("undecided")),
    repeatable: true,
    diverged: fields.get("diverged") === true,
    calls,
    ...(subject.submitted !== undefined && { last: Math.min(last, lastLineOf(subject.submitted)) }),
  };
}

/** A part of a claim that may be missing. */
type Part = PythonValue | undefined;

/** The items of a dict, by their names. */
function fieldsOf(value: Part): ReadonlyMap<string, PythonValue> {
  const items = isA(value, "dict") ? value.items : undefined;
  if (!items?.every(([name]) => typeof name === "string")) throw new Tampered();
  const fields = new Map(items as readonly [string, PythonValue][]);
  if (fields.size < items.length) throw new Tampered();
  return fields;
}

/** The items of a list, of the required length if one is given. */
function itemsOf(value: Part, count?: number): readonly PythonValue[] {
  if (isList(value) && (count === undefined || value.length === count)) return value;
  throw new Tampered();
}

/** A reason or a remark, no longer than a sentence or two. */
function sentence(value: Part): string {
  if (typeof value !== "string") throw new Tampered();
  return value.slice(0, MAX_WORDS);
}

/** The number of the last line, as Python counts them. */
export function lastLineOf(source: string): number {
  return source.split(/\r\n|\r|\n/).length;
}

/** The source up to the line before a given one; whole without one. */
export function sourceBefore(line: number | undefined, source: string): string {
  const text = source.replace(/^\uFEFF/, "");
  if (line === undefined) return text;
  return text.split("\n").slice(0, line - 1).map((one) => one + "\n").join("");
}

function readCut(value: Part, source: string): [number, number] | undefined {
  if (value === null) return undefined;
  const [first, last] = counts(value, 2);
  if (!(1 <= first && first <= last && last <= source.split("\n").length)) throw new Tampered();
  return [first, last];
}

const KINDS = ["function", "member", "dict", "argument", "method"] as const;

/** The shape of the call, after a check that it has the requested function, and each attribute once. */
function readShape(value: Part, subject: ProbeSubject): CallShape {
  const fields = fieldsOf(value);
  const kind = KINDS.find((name) => name === fields.get("kind"));
  const [entry, owner, appended] = ["entry", "owner", "appended"].map((name) => fields.get(name));
  const [positional, named, unused] = ["positional", "named", "unused"].map((name) =>
    texts(fields.get(name))
  );
  const isName = (name: unknown): name is string =>
    typeof name === "string" && name.length <= MAX_LETTERS && IDENTIFIER.test(name);
  if (!kind || !isName(entry) || !(owner === null || isName(owner))) throw new Tampered();
  const taken = [...positional, ...named, ...unused].sort();
  const wanted = subject.attributes.map(({ name }) => name).sort();
  if (taken.length !== wanted.length || taken.some((name, at) => name !== wanted[at])) throw new Tampered();
  const shape = { kind, entry, owner, positional, named, unused };
  if (!isAppended(appended, shape, subject)) throw new Tampered();
  return { ...shape, appended };
}

/** The values that were tried: the requested ones, followed by added ones. */
function readTried(value: Part, attributes: readonly ProbeAttribute[]): TriedValues[] {
  return itemsOf(value, attributes.length).map((pair, at): TriedValues => {
    const values = itemsOf(itemsOf(pair, 2)[0]);
    const { name, values: asked, range } = attributes[at];
    if (values.length < asked.length || values.length > asked.length + MAX_ADDED) throw new Tampered();
    const added = values.slice(asked.length);
    if (!added.every(isAdded)) throw new Tampered();
    const isWithin = (one: PythonValue) => {
      const number = typeof one === "bigint" ? one : numberOf(one) ?? NaN;
      return range !== undefined && range[0] <= number && number <= range[1];
    };
    return {
      name,
      values: [...asked, ...added.map((one) => encode(one))],
      given: [...asked.map(() => true), ...added.map(isWithin)],
    };
  });
}

/** Whether a value is of a type with which a program may compare an attribute. */
function isAdded(value: PythonValue): boolean {
  return numberOf(value) !== undefined || typeof value === "bigint" ||
    (typeof value === "string" && value.length <= MAX_LETTERS);
}

function readLeaves(value: Part, outcomes: Part, tried: readonly TriedValues[], last: number): Leaf[] {
  const leaves = itemsOf(value);
  if (leaves.length > MAX_LEAVES) throw new Tampered();
  const outcomeOf = itemsOf(outcomes, leaves.length);
  const sizes = tried.map(({ values }) => values.length);
  let latest = 0;
  return leaves.map((leaf, place): Leaf => {
    const [seed, steps, at, lines] = itemsOf(leaf, 4);
    if (!isCount(seed) || seed < latest || seed >= SEEDS || at !== place) throw new Tampered();
    latest = seed;
    const path = readPath(steps, sizes);
    const executed = lines === null ? undefined : readLines(lines, last) ?? refuse();
    return { seed, path, outcome: readOutcome(outcomeOf[place]), ...(executed && { lines: executed }) };
  });
}

/** The steps of a path, after a check that the remaining values of each attribute become fewer with each step. */
function readPath(steps: Part, sizes: readonly number[]): Step[] {
  const all = itemsOf(steps);
  if (all.length > MAX_DEPTH) throw new Tampered();
  const left = new Map<number, ReadonlySet<number>>();
  return all.map((step): Step => {
    const [attribute, ...places] = counts(step);
    const before = left.get(attribute);
    const now = new Set(places);
    const isNew = now.size === places.length && now.size > 0 &&
      places.every((one) => one < sizes[attribute]);
    if (!isNew || (before && !(now.size < before.size && now.isSubsetOf(before)))) throw new Tampered();
    left.set(attribute, now);
    return [attribute, places];
  });
}

/** An outcome; it is unjudged if the value is larger than a plain call may return. */
function readOutcome(value: PythonValue): ProbeOutcome {
  const [kind, content] = itemsOf(value, 2);
  if (kind === "returned" || kind === "iterated") {
    const encoded = encode(kind === "returned" ? content : readIterator(content));
    return encoded.length > PLAIN_CALL.outputMiB << 20
      ? { kind: "unjudged", reason: TOO_LARGE }
      : { kind: "returned", value: encoded };
  }
  if (typeof content !== "string" || content.length > MAX_LETTERS) throw new Tampered();
  if (kind === "raised") return { kind, type: content };
  if (kind !== "limit") throw new Tampered();
  return { kind: "unjudged", reason: sentence(content) };
}

/** An iterator of Python's own in the form of plain calls, from its class and items, which the search has read. */
function readIterator(value: PythonValue): PythonValue {
  const [name, items] = isA(value, "tuple") && value.items.length === 2 ? value.items : refuse();
  if (typeof name !== "string" || name.length > MAX_LETTERS) throw new Tampered();
  return { $type: "object", class: name, value: itemsOf(items) };
}

const TOO_LARGE = "it meets a limit (output-limit)";

/** The lines that name each attribute, by attribute. */
function readNaming(
  value: Part,
  attributes: readonly ProbeAttribute[],
  last: number,
): Readonly<Record<string, readonly number[]>> {
  const fields = fieldsOf(value);
  return Object.fromEntries(
    attributes.map(({ name }) => [name, readLines(fields.get(name), last) ?? refuse()]),
  );
}

/**
 * The numbers of the lines that a call executed, in order; undefined if these are not line numbers, or too many.
 * @param last The number of the last line of the source.
 */
export function readLines(value: Part, last: number): number[] | undefined {
  if (!isList(value) || value.length > Math.max(MAX_LINES, last)) return undefined;
  return value.every((line) => isCount(line) && 1 <= line && line <= last) ? value as number[] : undefined;
}

function refuse(): never {
  throw new Tampered();
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** A list of whole numbers from 0. */
function counts(value: Part, count?: number): number[] {
  const items = itemsOf(value, count);
  if (!items.every(isCount)) throw new Tampered();
  return items as number[];
}

function texts(value: Part): string[] {
  const items = itemsOf(value);
  if (!items.every((item) => typeof item === "string")) throw new Tampered();
  return items as string[];
}
