import { cyclic, reachable } from "./graph.ts";
import { fields, fragmentName, number, object, startName, text, wrong, wrongType } from "./spec_fields.ts";

/** The target of a branch that ends the completion. */
export const END = "end";

/** Concentrations of a spread for which the quantiles of its distribution are checked. */
const SPREAD_RANGE = { least: 1e-3, most: 1e6 } as const;

/** Targets and their probabilities at temperature 1; they add up to 1. */
export type Branches = Readonly<Record<string, number>>;

/** A piece of a completion; it counts as one token. */
export interface Fragment {
  readonly text: string;
  /** What follows: fragments or `end`. */
  readonly next: Branches;
  /** Labels of a completion that contains this fragment, e.g. `uses-gender`. */
  readonly labels?: readonly string[];
  /**
   * Concentration of a Dirichlet distribution, above 0, from which every task draws its own branch probabilities; their
   * mean is what `next` gives. The smaller, the more tasks differ.
   */
  readonly spread?: number;
}

/** Which prompts a start is for: all that is given must hold. */
export interface StartCondition {
  /** The last line of the last message. All that the GGUF form can tell apart. */
  readonly lastLine?: string;
  /** Regular expression, with flag `u`, found in the last message of the user. */
  readonly matches?: string;
  /** Number of the user's turn, from 1. */
  readonly turn?: number;
  /** This turn of the user and all later ones, from 1. */
  readonly fromTurn?: number;
}

/** Where a completion begins. */
export interface Start {
  /** Absent for the default, which comes last. */
  readonly when?: StartCondition;
  readonly next: Branches;
  /** As a fragment's. */
  readonly spread?: number;
}

/** A synthetic model: a Markov chain over fragments of code with declared, not learnt, probabilities. */
export interface CalibrationSpec {
  readonly name: string;
  /** Its purpose. */
  readonly description?: string;
  /** Says to every reader of the file that no trained model is behind it. */
  readonly synthetic: true;
  readonly fragments: Readonly<Record<string, Fragment>>;
  /** Tried in order. */
  readonly starts: readonly Start[];
}

/**
 * A calibration spec from parsed JSON, checked as a whole.
 *
 * @throws {TypeError} If something is of the wrong type.
 * @throws {RangeError} If something is unknown, missing or contradicts the rest. Both name the fragment or the start.
 *
 * @example
 * ```ts
 * import { readSpec } from "codebias/calibration/spec.ts";
 * import assert from "node:assert/strict";
 * const spec = readSpec({
 *   name: "coin",
 *   synthetic: true,
 *   fragments: { heads: { text: "heads", next: { end: 1 } }, tails: { text: "tails", next: { end: 1 } } },
 *   starts: [{ next: { heads: 0.5, tails: 0.5 } }],
 * });
 * assert.deepEqual(Object.keys(spec.fragments), ["heads", "tails"]);
 * assert.throws(() => readSpec({ ...spec, starts: [{ next: { heads: 0.5 } }] }), /add up to 0.5, not to 1/);
 * ```
 */
export function readSpec(json: unknown): CalibrationSpec {
  const { name, description, synthetic, fragments, starts } = fields(
    json,
    "the spec",
    "name description synthetic fragments starts",
  );
  if (synthetic !== true) {
    throw wrong("the spec", `"synthetic" must be true, to say that no model is behind it`);
  }
  if (!Array.isArray(starts)) throw wrongType("the spec", `"starts" must be a list`);
  const read: CalibrationSpec = {
    name: text(name, "the spec", "name"),
    ...(description !== undefined && { description: text(description, "the spec", "description") }),
    synthetic,
    fragments: Object.fromEntries(
      Object.entries(object(fragments, `the spec's "fragments"`)).map((
        [id, value],
      ) => [id, readFragment(id, value)]),
    ),
    starts: starts.map((value, at) => readStart(startName(at), value)),
  };
  checkStarts(read);
  checkTexts(read);
  checkGraph(read);
  return read;
}

function readFragment(id: string, value: unknown): Fragment {
  const where = fragmentName(id);
  if (id === END) throw wrong(where, `"${END}" names the end of a completion: choose another name`);
  // Objects put names that are whole numbers first, which would change the order of branches.
  if (!/^\p{L}[\p{L}\p{N}_.-]*$/u.test(id)) {
    throw wrong(where, "a name must be a letter and then letters, digits, dots, hyphens or underscores");
  }
  const { text: content, next, labels, spread } = fields(value, where, "text next labels spread");
  return {
    text: wellFormed(text(content, where, "text"), where),
    next: readBranches(next, where),
    ...(labels !== undefined && { labels: readLabels(labels, where) }),
    ...(spread !== undefined && { spread: readSpread(spread, where) }),
  };
}

function readStart(where: string, value: unknown): Start {
  const { when, next, spread } = fields(value, where, "when next spread");
  return {
    ...(when !== undefined && { when: readCondition(when, where) }),
    next: readBranches(next, where),
    ...(spread !== undefined && { spread: readSpread(spread, where) }),
  };
}

function readCondition(value: unknown, where: string): StartCondition {
  const given = fields(value, `${where}'s "when"`, "lastLine matches turn fromTurn");
  const condition: { -readonly [K in keyof StartCondition]: StartCondition[K] } = {};
  if (given.lastLine !== undefined) {
    condition.lastLine = wellFormed(text(given.lastLine, where, "lastLine"), where);
    if (condition.lastLine.includes("\n")) throw wrong(where, `"lastLine" must be one line`);
  }
  if (given.matches !== undefined) condition.matches = pattern(text(given.matches, where, "matches"), where);
  if (given.turn !== undefined) condition.turn = turn(given.turn, where, "turn");
  if (given.fromTurn !== undefined) condition.fromTurn = turn(given.fromTurn, where, "fromTurn");
  if (Object.keys(condition).length === 0) {
    throw wrong(where, `"when" must name a condition, or be absent for the default`);
  }
  if (condition.turn !== undefined && condition.fromTurn !== undefined) {
    throw wrong(where, `"turn" and "fromTurn" exclude each other: give one`);
  }
  return condition;
}

function readBranches(value: unknown, where: string): Branches {
  const branches = Object.entries(object(value, `${where}'s "next"`));
  let sum = 0;
  for (const [target, p] of branches) {
    const share = number(p, where, `the probability of "${target}"`);
    if (!(share > 0 && share <= 1)) {
      throw wrong(where, `the probability of "${target}" is ${p}: it must be above 0 and at most 1`);
    }
    sum += share;
  }
  if (branches.length === 0) throw wrong(where, `"next" must name a fragment or "${END}"`);
  if (Math.abs(sum - 1) > 1e-9) {
    throw wrong(where, `its probabilities add up to ${Number(sum.toPrecision(12))}, not to 1`);
  }
  return Object.fromEntries(branches as [string, number][]);
}

function readLabels(value: unknown, where: string): string[] {
  if (!Array.isArray(value)) throw wrongType(where, `"labels" must be a list`);
  const labels = value.map((label) => text(label, where, "labels"));
  if (new Set(labels).size < labels.length) throw wrong(where, `"labels" must not name one twice`);
  return labels;
}

function readSpread(value: unknown, where: string): number {
  const spread = number(value, where, `"spread"`);
  const { least, most } = SPREAD_RANGE;
  if (spread >= least && spread <= most) return spread;
  throw wrong(where, `"spread" is ${spread}: it must be from ${least} to ${most}`);
}

function wellFormed(value: string, where: string): string {
  if (!value.isWellFormed()) {
    throw wrong(where, "its text has half a surrogate pair, which no UTF-8 can hold");
  }
  return value;
}

function pattern(source: string, where: string): string {
  try {
    new RegExp(source, "u");
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw wrong(where, `"matches" is no regular expression: ${cause.message}`);
  }
  return source;
}

function turn(value: unknown, where: string, field: string): number {
  const at = number(value, where, `"${field}"`);
  if (Number.isSafeInteger(at) && at >= 1) return at;
  throw wrong(where, `"${field}" is ${at}: it must be an integer >= 1`);
}

/** The default exists, is alone and comes last; no start repeats the condition of one before it. */
function checkStarts({ starts }: CalibrationSpec): void {
  const at = starts.findIndex(({ when }) => when === undefined);
  if (at < 0) {
    throw wrong("the spec", `a start without "when" is missing: it is for all prompts without another start`);
  }
  if (at < starts.length - 1) {
    throw wrong(startName(at), `it has no "when", so that no later start is ever used: put it last`);
  }
  const seen = new Map<string, number>();
  for (const [index, { when = {} }] of starts.entries()) {
    const { lastLine, matches, turn, fromTurn } = when;
    const key = JSON.stringify([lastLine, matches, turn, fromTurn]);
    const first = seen.get(key);
    if (first !== undefined) {
      throw wrong(startName(index), `it is never used: ${startName(first)} has the same "when"`);
    }
    seen.set(key, index);
  }
}

function checkTexts({ fragments }: CalibrationSpec): void {
  const owners = new Map<string, string>();
  for (const [id, { text }] of Object.entries(fragments)) {
    const owner = owners.get(text);
    if (owner !== undefined) {
      throw wrong(fragmentName(id), `${fragmentName(owner)} has the same text: each must differ`);
    }
    owners.set(text, id);
  }
}

function checkGraph({ fragments, starts }: CalibrationSpec): void {
  const all = Object.entries(fragments);
  const places = [
    ...starts.map((start, at) => [startName(at), start] as const),
    ...all.map(([id, fragment]) => [fragmentName(id), fragment] as const),
  ];
  for (const [where, { next }] of places) {
    for (const target of Object.keys(next)) {
      if (target !== END && !Object.hasOwn(fragments, target)) {
        throw wrong(where, `there is no ${fragmentName(target)}`);
      }
    }
  }
  const followers = (id: string) => id === END ? [] : Object.keys(fragments[id].next);
  const reached = reachable(starts.flatMap(({ next }) => Object.keys(next)), followers);
  for (const [id] of all) {
    if (!reached.has(id)) throw wrong(fragmentName(id), "no start leads to it");
    if (!reachable([id], followers).has(END)) {
      throw wrong(fragmentName(id), `no way leads from it to "${END}"`);
    }
  }
  const repeated = cyclic(all.map(([id]) => id), followers);
  for (const [id, { spread }] of all) {
    // A draw used twice in one completion is squared, and the mean of a square is not the square of the mean.
    if (spread !== undefined && repeated.has(id)) {
      throw wrong(
        fragmentName(id),
        `it may occur twice in a completion, so "spread" would change the mean rates`,
      );
    }
  }
}
