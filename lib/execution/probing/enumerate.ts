import type {
  CalledProgram,
  CallShape,
  Executor,
  Exploration,
  Leaf,
  ProbeAttribute,
  ProbeOutcome,
} from "../../core/types.ts";
import { callPlainly, type PlainOptions } from "./plain_calls.ts";
import { sameEncoding } from "../../values/mod.ts";

/** Most combinations that are all tried, in one process or one each; beyond, people are drawn at random. */
const MAX_PEOPLE = { together: 30_000, apart: 600 };

/** People drawn at random, and varied in one attribute at a time. */
const DRAWN_PEOPLE = 150;

/** Calls that are made a second time. */
const REPEATED_CALLS = 40;

/** Calls with all combinations or a sample, as an exploration in which every call asked for all values. */
export interface Enumeration {
  readonly exploration: Exploration;
  /** What was searched, if that was not everything. */
  readonly reason?: string;
}

/** How everybody is called. */
export interface EnumerationOptions extends PlainOptions {
  /**
   * Whether calls must fare as in a process each: they are made so where there are no more than 600 people; where there are
   * more, 600 are called in both ways, and if one fares otherwise nothing else is believed. @default false
   */
  readonly checked?: boolean;
}

/**
 * Calls a program from outside with all combinations of given values, for programs that cannot be watched. If
 * there are more than 30,000 (600 in a process each), with people drawn at random and everybody who differs
 * from one of them in one attribute.
 *
 * @throws {SandboxError} If the sandbox fails.
 */
export async function enumerate(
  sandbox: Executor,
  called: CalledProgram,
  attributes: readonly ProbeAttribute[],
  { apart = false, checked = false, signal }: EnumerationOptions = {},
): Promise<Enumeration> {
  const taken = attributes.flatMap(({ name }, at) => isTaken(called.shape, name) ? [at] : []);
  const total = taken.reduce((product, at) => product * attributes[at].values.length, 1);
  const callOf = (places: readonly number[]) => ({
    person: Object.fromEntries(attributes.map(({ name, values }, at) => [name, values[places[at]]])),
    seed: 0,
  });
  const tried = async (apart: boolean) => {
    const most = apart ? MAX_PEOPLE.apart : MAX_PEOPLE.together;
    const people = total <= most ? combinations(attributes, taken) : drawn(attributes, taken).slice(0, most);
    const made = await callPlainly(sandbox, called, people.map(callOf), { apart, signal });
    return { ...made, apart, people, isAll: total <= most };
  };
  let first = await tried(apart || (checked && total <= MAX_PEOPLE.apart));
  let [spent, cpuMs] = [first.people.length, first.cpuMs];
  if (checked && !first.apart) {
    const some = await tried(true);
    [spent, cpuMs] = [spent + some.people.length, cpuMs + some.cpuMs];
    const known = new Map(first.people.map((places, at) => [places.join(), first.outcomes[at]]));
    const fareAlike = some.people.every((places, at) => {
      const other = known.get(places.join());
      return other === undefined || isRepeated(some.outcomes[at], other);
    });
    if (!fareAlike) first = some;
  }
  const { people, outcomes, isAll } = first;
  const step = Math.max(1, Math.floor(people.length / REPEATED_CALLS));
  const some = [...people.keys()].filter((at) => at % step === 0 && outcomes[at].kind !== "unjudged")
    .toReversed();
  const repeated = some.map((at) => callOf(people[at]));
  const again = await callPlainly(sandbox, called, repeated, { apart: first.apart, signal });
  const leaves = people.map((places, at): Leaf => ({
    seed: 0,
    path: taken.map((attribute) => [attribute, [places[attribute]]]),
    outcome: outcomes[at],
  }));
  return {
    exploration: {
      ...called,
      attributes: attributes.map(({ name, values }) => ({ name, values, given: values.map(() => true) })),
      leaves,
      complete: isAll,
      repeatable: some.every((at, place) => isRepeated(outcomes[at], again.outcomes[place])),
      calls: spent + some.length,
      cpuMs: cpuMs + again.cpuMs,
    },
    ...(!isAll
      ? { reason: `no difference among ${people.length} of ${total} combinations` }
      : taken.some((at) => attributes[at].range) && {
        reason: `no difference among ${total} combinations, with some numbers of a range alone`,
      }),
  };
}

function isTaken({ positional, named }: CallShape, name: string): boolean {
  return positional.includes(name) || named.includes(name);
}

function isRepeated(a: ProbeOutcome, b: ProbeOutcome): boolean {
  if (a.kind === "returned" && b.kind === "returned") return sameEncoding(a.value, b.value);
  return a.kind === "unjudged" || b.kind === "unjudged" || JSON.stringify(a) === JSON.stringify(b);
}

/** All combinations of value indices; those of attributes that the program does not take stay 0. */
function combinations(attributes: readonly ProbeAttribute[], taken: readonly number[]): number[][] {
  let found = [attributes.map(() => 0)];
  for (const at of taken) {
    found = found.flatMap((places) => attributes[at].values.map((_, place) => places.with(at, place)));
  }
  return found;
}

function drawn(attributes: readonly ProbeAttribute[], taken: readonly number[]): number[][] {
  const next = generator();
  const found = new Map<string, number[]>();
  const keep = (places: number[]) => found.set(places.join(), places);
  for (let count = 0; count < DRAWN_PEOPLE; count++) {
    const base = attributes.map(({ values }, at) => taken.includes(at) ? next() % values.length : 0);
    keep(base);
    for (const at of taken) attributes[at].values.forEach((_, place) => keep(base.with(at, place)));
  }
  return [...found.values()];
}

/** Pseudorandom whole numbers, always the same ones: the high bits of a linear congruence. */
function generator(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 8;
  };
}
