import type {
  CallShape,
  Exploration,
  Leaf,
  ProbeAttribute,
  ProbeOutcome,
  ProbeSubject,
  Step,
  TriedValues,
} from "../types.ts";
import { encode } from "../values/encode.ts";
import { isA, isList, type PythonValue } from "../values/python_value.ts";
import { filledIn, madeClass } from "./made_class.ts";

/** A claim that no honest search makes: the program had a hand in it. */
export class Tampered extends Error {}

/** What a search claims of a program, read strictly. */
export interface ClaimedExploration extends Omit<Exploration, "cpuMs"> {
  /** Whether the program asked for other things when it was answered the same. */
  readonly diverged: boolean;
  /** The first and the last line of a statement that is said to fail, with which the source was left. */
  readonly cut?: readonly [number, number];
}

/** Leaves, and values in the steps of all of them, that a search may claim; one makes up to 20,000 calls for each of three seeds. */
const MOST_LEAVES = 100_000;
const MOST_STEPS = 16_000_000;

/** Values that may have been added to those of an attribute. */
const MOST_ADDED = 10_000;

/**
 * Reads what the search returned, for which a hostile program can have put anything.
 *
 * The source is made here, of the submitted one: only how it is to be called, and whether a statement fails, is taken over.
 *
 * @returns Why nothing is known of the program, or what is.
 * @throws {Tampered} If it is not what an honest search says of the subject.
 */
export function readExploration(
  value: PythonValue,
  subject: ProbeSubject,
): ClaimedExploration | { readonly reason: string } {
  if (!isA(value, "dict")) throw new Tampered();
  const fields = new Map(value.items);
  const reason = fields.get("reason");
  if (typeof reason === "string") return { reason: reason.slice(0, 1_000) };
  const { attributes } = subject;
  const shape = readShape(fields.get("shape") ?? null, subject);
  const cut = readCut(fields.get("cut") ?? null, subject.source);
  const source = sourceBefore(cut?.[0], subject.source);
  const tried = readTried(fields.get("values") ?? null, attributes);
  const [remark, calls] = [fields.get("remark"), fields.get("calls")];
  if (typeof calls !== "number" || (typeof remark === "string") !== (cut !== undefined)) throw new Tampered();
  return {
    source: source + shape.appended,
    shape,
    ...(typeof remark === "string" && { remark: remark.slice(0, 1_000) }),
    ...(cut && { cut }),
    naming: readNaming(fields.get("naming") ?? null, attributes),
    attributes: tried,
    leaves: readLeaves(fields.get("leaves") ?? null, fields.get("outcomes") ?? null, tried),
    complete: fields.get("complete") === true,
    repeatable: true,
    diverged: fields.get("diverged") === true,
    calls,
  };
}

/** The source with the lines before a line only; whole without one. */
export function sourceBefore(line: number | undefined, source: string): string {
  const text = source.replace(/^\uFEFF/, "");
  if (line === undefined) return text;
  return text.split("\n").slice(0, line - 1).map((one) => one + "\n").join("");
}

function readCut(value: PythonValue, source: string): [number, number] | undefined {
  if (value === null) return undefined;
  const [first, last] = numbers(value) ?? [];
  if (!(1 <= first && first <= last && last <= source.split("\n").length)) throw new Tampered();
  return [first, last];
}

const KINDS = ["function", "member", "dict", "argument", "method"] as const;

const IDENTIFIER = /^[\p{ID_Start}_][\p{ID_Continue}]*$/u;

/** How it is called: the function that was asked for, and each attribute once. */
function readShape(value: PythonValue, subject: ProbeSubject): CallShape {
  if (!isA(value, "dict")) throw new Tampered();
  const fields = new Map(value.items);
  const kind = KINDS.find((name) => name === fields.get("kind"));
  const [entry, owner, appended] = ["entry", "owner", "appended"].map((name) => fields.get(name));
  const [positional, named, unused] = ["positional", "named", "unused"].map((name) =>
    texts(fields.get(name))
  );
  const isName = (name: unknown): name is string => typeof name === "string" && IDENTIFIER.test(name);
  if (!kind || !isName(entry) || !(owner === null || isName(owner))) throw new Tampered();
  const wanted = subject.attributes.map(({ name }) => name).sort().join("\n");
  if ([...positional, ...named, ...unused].sort().join("\n") !== wanted) throw new Tampered();
  const shape = { kind, entry, owner, positional, named, unused };
  if (!isAppended(appended, shape, subject)) throw new Tampered();
  return { ...shape, appended };
}

/** Whether a source is what is put after the submitted one so that the function that was asked for can be called. */
function isAppended(
  appended: unknown,
  { kind, entry, owner }: Omit<CallShape, "appended">,
  { functionName, attributes }: ProbeSubject,
): appended is string {
  const [, around, asked] = /^(?:(.*)\.)?(.*)$/s.exec(functionName)!;
  if (typeof appended !== "string") return false;
  // A function that belongs to a class has a name of its own.
  const [, alias, itsOwner, method] = /^\n\n(\S+) = (\S+)\.(\S+)\n$/.exec(appended) ?? [];
  if (alias !== undefined) {
    const isItsOwner = around === undefined ? IDENTIFIER.test(itsOwner) : around === itsOwner;
    return kind === "function" && alias === entry && method === asked && isItsOwner &&
      /^_*$/.test(entry.slice(asked.length)) && entry.startsWith(asked);
  }
  const isOwner = around === undefined || kind === "function" || owner === around;
  if (entry !== asked || !isOwner) return false;
  if (appended === "") return true;
  return kind === "method" && owner !== null && appended === filledIn(madeClass(attributes), owner, entry);
}

/** The values that were tried: those that were asked for, and others that were added to them. */
function readTried(value: PythonValue, attributes: readonly ProbeAttribute[]): TriedValues[] {
  if (!isList(value) || value.length !== attributes.length) throw new Tampered();
  return value.map((pair, at): TriedValues => {
    const values = isList(pair) ? pair[0] : null;
    const { name, values: asked, range } = attributes[at];
    if (!isList(values) || values.length < asked.length || values.length > asked.length + MOST_ADDED) {
      throw new Tampered();
    }
    const added = values.slice(asked.length);
    const isWithin = (one: PythonValue) => {
      const number = typeof one === "number" ? one : isA(one, "float") ? one.value : NaN;
      return range !== undefined && range[0] <= number && number <= range[1];
    };
    return {
      name,
      values: [...asked, ...added.map((one) => encode(one))],
      given: [...asked.map(() => true), ...added.map(isWithin)],
    };
  });
}

function readLeaves(value: PythonValue, outcomes: PythonValue, tried: readonly TriedValues[]): Leaf[] {
  if (!isList(value) || !isList(outcomes) || value.length > MOST_LEAVES || outcomes.length !== value.length) {
    throw new Tampered();
  }
  const counts = tried.map(({ values }) => values.length);
  let left = MOST_STEPS;
  return value.map((leaf, place): Leaf => {
    if (!isList(leaf) || leaf.length !== 4) throw new Tampered();
    const [seed, steps, at, lines] = leaf;
    if (!isCount(seed) || !isList(steps) || at !== place) throw new Tampered();
    const path = readPath(steps, counts);
    if ((left -= path.reduce((sum, [, places]) => sum + places.length, 1)) < 0) throw new Tampered();
    const executed = numbers(lines);
    return { seed, path, outcome: readOutcome(outcomes[place]), ...(executed && { lines: executed }) };
  });
}

/** Steps: of each attribute, the values that are left become fewer. */
function readPath(steps: readonly PythonValue[], counts: readonly number[]): Step[] {
  const left = new Map<number, ReadonlySet<number>>();
  return steps.map((step): Step => {
    const [attribute, ...places] = numbers(step) ?? [];
    const before = left.get(attribute);
    const now = new Set(places);
    const isNew = now.size === places.length && now.size > 0 &&
      places.every((one) => isCount(one) && one < counts[attribute]);
    if (!isNew || (before && !(now.size < before.size && now.isSubsetOf(before)))) throw new Tampered();
    left.set(attribute, now);
    return [attribute, places];
  });
}

function readOutcome(value: PythonValue): ProbeOutcome {
  if (!isList(value) || value.length !== 2) throw new Tampered();
  const [kind, content] = value;
  if (kind === "returned") return { kind, value: encode(content) };
  if (typeof content !== "string" || content.length > 10_000) throw new Tampered();
  return kind === "raised" ? { kind, type: content } : { kind: "unjudged", reason: content };
}

/** The lines that name each attribute. */
function readNaming(
  value: PythonValue,
  attributes: readonly ProbeAttribute[],
): Readonly<Record<string, readonly number[]>> {
  const items = new Map(isA(value, "dict") ? value.items : []);
  return Object.fromEntries(attributes.map(({ name }) => [name, numbers(items.get(name)) ?? []]));
}

/** Reads the lines that two calls executed; none where there is no such list. */
export function readLines(value: PythonValue | undefined): readonly [number[], number[]] {
  const [one, other] = (value !== undefined && isList(value) ? value : []).map(numbers);
  return [one ?? [], other ?? []];
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** A list of numbers; undefined for anything else. */
function numbers(value: PythonValue | undefined): number[] | undefined {
  if (value === undefined || !isList(value)) return undefined;
  return value.every((item) => typeof item === "number") ? value as number[] : undefined;
}

function texts(value: PythonValue | undefined): string[] {
  if (value === undefined || !isList(value) || !value.every((item) => typeof item === "string")) {
    throw new Tampered();
  }
  return value as string[];
}
