import fc from "fast-check";
import type { Exploration, Leaf, ProbeOutcome } from "codebias/core/types.ts";
import { encode, type PythonValue } from "codebias/values/mod.ts";

export const returned = (value: PythonValue): ProbeOutcome => ({ kind: "returned", value: encode(value) });
export const raised = (type: string): ProbeOutcome => ({ kind: "raised", type });
export const unjudged = (reason: string): ProbeOutcome => ({ kind: "unjudged", reason });

/** A program as it is probed: it reads attributes by their places, and finds values by theirs. */
export type Program = (read: (attribute: number) => number) => ProbeOutcome;

/** All leaves of a program, found by calling it until every value of what it reads was tried. */
export function leavesOf(program: Program, sizes: readonly number[], seed = 0): Leaf[] {
  const leaves: Leaf[] = [];
  for (let path: [attribute: number, place: number][] | undefined = []; path; path = next(path, sizes)) {
    const found = path;
    const outcome = program((attribute) => {
      const known = found.find(([at]) => at === attribute);
      if (!known) found.push([attribute, 0]);
      return known?.[1] ?? 0;
    });
    leaves.push({ seed, path: found.map(([attribute, place]) => [attribute, [place]]), outcome });
  }
  return leaves;
}

/** The beginning of the path after one, whose last value is the next; undefined after the last path. */
function next(path: readonly [number, number][], sizes: readonly number[]): [number, number][] | undefined {
  const last = path.findLastIndex(([attribute, place]) => place + 1 < sizes[attribute]);
  if (last < 0) return undefined;
  const [attribute, place] = path[last];
  return [...path.slice(0, last), [attribute, place + 1]];
}

/** What is not the same in all explorations of tests. */
interface Setting {
  readonly values: Readonly<Record<string, readonly PythonValue[]>>;
  /** By attribute, the places of values that were added. */
  readonly added?: Readonly<Record<string, readonly number[]>>;
  readonly unused?: readonly string[];
}

export function explorationOf(
  { values, added = {}, unused = [] }: Setting,
  leaves: readonly Leaf[],
): Exploration {
  const names = Object.keys(values).filter((name) => !unused.includes(name));
  return {
    shape: {
      kind: "function",
      entry: "f",
      owner: null,
      positional: names,
      named: [],
      unused,
      appended: "",
    },
    source: "",
    naming: {},
    attributes: Object.entries(values).map(([name, all]) => ({
      name,
      values: all.map(encode),
      given: all.map((_, place) => !added[name]?.includes(place)),
    })),
    leaves,
    complete: true,
    repeatable: true,
    calls: leaves.length,
    cpuMs: 0,
  };
}

/** Explores programs, one for each seed from 0. */
export function exploring(setting: Setting, ...programs: readonly Program[]): Exploration {
  const sizes = Object.values(setting.values).map(({ length }) => length);
  return explorationOf(setting, programs.flatMap((program, seed) => leavesOf(program, sizes, seed)));
}

/** A total function of attributes: an outcome, or which one is read next and what follows from each value. */
export type Decision<T> =
  | { readonly outcome: T }
  | { readonly attribute: number; readonly children: readonly Decision<T>[] };

export function decide<T>(decision: Decision<T>, read: (attribute: number) => number): T {
  return "outcome" in decision ? decision.outcome : decide(decision.children[read(decision.attribute)], read);
}

/** Any decision about some attributes; different branches may read them in different order. */
export function arbitraryDecision<T>(
  outcomes: readonly T[],
  sizes: readonly number[],
  attributes: readonly number[] = sizes.keys().toArray(),
): fc.Arbitrary<Decision<T>> {
  const end = fc.constantFrom(...outcomes).map((outcome): Decision<T> => ({ outcome }));
  if (attributes.length === 0) return end;
  const branch = fc.constantFrom(...attributes).chain((attribute) => {
    const rest = attributes.filter((other) => other !== attribute);
    return fc.array(arbitraryDecision(outcomes, sizes, rest), {
      minLength: sizes[attribute],
      maxLength: sizes[attribute],
    })
      .map((children): Decision<T> => ({ attribute, children }));
  });
  return fc.oneof({ weight: 1, arbitrary: end }, { weight: 4, arbitrary: branch });
}

/** The numbers of values of 2 to 4 attributes. */
export const arbitrarySizes = fc.array(fc.integer({ min: 2, max: 4 }), { minLength: 2, maxLength: 4 });

/** A total function of attributes: an outcome, or what is asked of one, and what follows from each answer. */
export type Questions<T> =
  | { readonly outcome: T }
  | {
    readonly attribute: number;
    readonly answers: readonly number[];
    readonly children: readonly Questions<T>[];
  };

/** What a program comes to that asks these questions, of somebody with these values, by their places. */
export function decideQuestions<T>(questions: Questions<T>, person: readonly number[]): T {
  if ("outcome" in questions) return questions.outcome;
  const { attribute, answers, children } = questions;
  return decideQuestions(children[answers[person[attribute]]], person);
}

/** Any questions, also several of the same attribute; `answers` has the number of the answer of each value. */
export function arbitraryQuestions<T>(
  outcomes: readonly T[],
  sizes: readonly number[],
  attributes: readonly number[] = sizes.keys().toArray(),
  depth = 5,
): fc.Arbitrary<Questions<T>> {
  const end = fc.constantFrom(...outcomes).map((outcome): Questions<T> => ({ outcome }));
  if (depth === 0 || attributes.length === 0) return end;
  const below = arbitraryQuestions(outcomes, sizes, attributes, depth - 1);
  const question = fc.constantFrom(...attributes).chain((attribute) =>
    fc.record({
      attribute: fc.constant(attribute),
      answers: fc.array(fc.nat(sizes[attribute] - 1), {
        minLength: sizes[attribute],
        maxLength: sizes[attribute],
      }),
      children: fc.array(below, { minLength: sizes[attribute], maxLength: sizes[attribute] }),
    })
  );
  return fc.oneof({ weight: 1, arbitrary: end }, { weight: 4, arbitrary: question });
}

/** The leaves of such a program. */
export function leavesOfQuestions(
  questions: Questions<ProbeOutcome | { readonly outcome: ProbeOutcome }>,
  sizes: readonly number[],
  seed = 0,
  path: Leaf["path"] = [],
): Leaf[] {
  if ("outcome" in questions) {
    const { outcome } = questions;
    return [{ seed, path, outcome: "outcome" in outcome ? outcome.outcome : outcome }];
  }
  const { attribute, answers, children } = questions;
  const possible = path.findLast(([at]) => at === attribute)?.[1] ?? [...Array(sizes[attribute]).keys()];
  return children.flatMap((child, answer) => {
    const places = possible.filter((place) => answers[place] === answer);
    return places.length > 0 ? leavesOfQuestions(child, sizes, seed, [...path, [attribute, places]]) : [];
  });
}
