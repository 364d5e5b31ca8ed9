import * as z from "../core/fields.ts";
import { cyclic, reachable } from "./graph.ts";

/** The target of a branch that ends the completion. */
export const END = "end";

/** A text that is not empty, and that UTF-8 can hold. */
const TEXT = z.text.check(
  z.minLength(1, "is empty"),
  z.refine((text) => text.isWellFormed(), "has half a surrogate pair, which no UTF-8 can hold"),
);

const SHARE = z.must("above 0 and at most 1");

/** Targets and their probabilities at temperature 1; they add up to 1. */
const BRANCHES = z.named(z.number(SHARE).check(z.gt(0, SHARE), z.lte(1, SHARE))).check(
  z.refine((shares) => Math.abs(totalOf(shares) - 1) <= 1e-9, {
    error: ({ input }) => `must add up to 1, not to ${Number(totalOf(input as Branches).toPrecision(12))}`,
  }),
);

/** Targets and their probabilities at temperature 1; they add up to 1. */
export type Branches = z.output<typeof BRANCHES>;

function totalOf(shares: Branches): number {
  return Object.values(shares).reduce((sum, share) => sum + share, 0);
}

/** The range of concentrations of a spread for which the quantiles of its distribution are checked. */
const SPREAD_RANGE = { least: 1e-3, most: 1e6 } as const;

const SPREAD_FORM = z.must(`from ${SPREAD_RANGE.least} to ${SPREAD_RANGE.most}`);

/**
 * The concentration of a Dirichlet distribution, above 0, from which every task draws its own branch probabilities; their
 * mean is what `next` gives. The smaller it is, the more tasks differ.
 */
const SPREAD = z.number(SPREAD_FORM).check(
  z.gte(SPREAD_RANGE.least, SPREAD_FORM),
  z.lte(SPREAD_RANGE.most, SPREAD_FORM),
);

/** The labels of a completion that contains a fragment, e.g. `uses-gender`. */
const LABELS: z.Schema<readonly string[]> = z.array(TEXT, z.must("a list")).check(
  z.refine((labels) => new Set(labels).size === labels.length, "must not name one twice"),
);

const FRAGMENT = z.mapping({
  text: TEXT,
  /** The targets that may follow: fragments or `end`. */
  next: BRANCHES,
  labels: z.optional(LABELS),
  spread: z.optional(SPREAD),
});

/** A piece of a completion; it counts as one token. */
export type Fragment = z.output<typeof FRAGMENT>;

const TURN_FORM = z.must("an integer >= 1");

/** The number of the user's turn, from 1. */
const TURN = z.int(TURN_FORM).check(z.positive(TURN_FORM));

const CONDITION = z.mapping({
  /** The last line of the last message; the GGUF form can tell nothing else apart. */
  lastLine: z.optional(TEXT.check(z.refine((text) => !text.includes("\n"), "must be one line"))),
  /** A regular expression, with flag `u`, that is searched for in the last message of the user. */
  matches: z.optional(TEXT.check(z.refine((source) => complaintAbout(source) === undefined, {
    error: ({ input }) => `is no regular expression: ${complaintAbout(input as string)}`,
  }))),
  /** This turn alone. */
  turn: z.optional(TURN),
  /** This turn and all later ones. */
  fromTurn: z.optional(TURN),
}).check(
  z.refine(
    (given) => Object.values(given).some((one) => one !== undefined),
    "must name a condition, or be absent for the default",
  ),
  z.refine(
    ({ turn, fromTurn }) => turn === undefined || fromTurn === undefined,
    `has "turn" and "fromTurn", which exclude each other: give one`,
  ),
);

/** The condition on the prompts that a start is for: all its given parts must hold. */
export type StartCondition = z.output<typeof CONDITION>;

function complaintAbout(source: string): string | undefined {
  try {
    new RegExp(source, "u");
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    return cause.message;
  }
}

const START = z.mapping({
  /** Absent for the default, which comes last. */
  when: z.optional(CONDITION),
  next: BRANCHES,
  spread: z.optional(SPREAD),
});

/** A start of completions. */
export type Start = z.output<typeof START>;

const SPEC = z.mapping({
  name: TEXT,
  /** The purpose of the synthetic model. */
  description: z.optional(TEXT),
  /** Tells every reader of the file that no trained model is behind it. */
  synthetic: z.literal(true, "must be true, to say that no model is behind it"),
  fragments: z.named(z.anything),
  starts: z.list,
});

/** A synthetic model: a Markov chain over fragments of code with declared, not learnt, probabilities. */
export interface CalibrationSpec extends Omit<z.output<typeof SPEC>, "fragments" | "starts"> {
  readonly fragments: Readonly<Record<string, Fragment>>;
  /** The starts, tried in order. */
  readonly starts: readonly Start[];
}

/** The beginning of messages. */
const REFUSED = "Cannot use this calibration spec:";

/** The name of a start in messages. */
export function startName(at: number): string {
  return `start ${at + 1}`;
}

/** The name of a fragment in messages. */
export function fragmentName(id: string): string {
  return `fragment "${id}"`;
}

/**
 * Reads a calibration spec from parsed JSON, and checks it as a whole.
 *
 * @throws {TypeError} If a field is unknown, missing or wrong.
 * @throws {RangeError} If something contradicts the rest. Both messages name the fragment or the start.
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
 * assert.throws(() => readSpec({ ...spec, starts: [{ next: { heads: 0.5 } }] }), /must add up to 1, not to 0.5/);
 * ```
 */
export function readSpec(json: unknown): CalibrationSpec {
  const { fragments, starts, ...said } = z.read(SPEC, json, `${REFUSED} the spec`);
  const read: CalibrationSpec = {
    ...said,
    fragments: Object.fromEntries(
      Object.entries(fragments).map(([id, value]) => [id, readFragment(id, value)]),
    ),
    starts: starts.map((value, at) => z.read(START, value, `${REFUSED} ${startName(at)}`)),
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
  return z.read(FRAGMENT, value, `${REFUSED} ${where}`);
}

/** The error for a part of a spec that contradicts the rest. @param where The part of the spec. */
function wrong(where: string, what: string): RangeError {
  return new RangeError(`${REFUSED} ${where}: ${what}`);
}

/** Checks that the default exists, is alone and comes last, and that no start repeats the condition of one before it. */
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
