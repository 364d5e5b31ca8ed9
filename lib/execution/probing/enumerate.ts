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

/** The maximum number of combinations of which all are tried, in one process or in one each; of more, a sample is drawn. */
const MAX_PEOPLE = { together: 30_000, apart: 600 };

/** The number of people who are drawn at random, and then varied in one attribute at a time. */
const DRAWN_PEOPLE = 150;

/** The approximate number of calls that are made a second time. */
const REPEATED_CALLS = 40;

/** The calls with all combinations or a sample, in the form of an exploration in which every call asked for all values. */
export interface Enumeration {
  readonly exploration: Exploration;
  /** A description of what was searched, if that was not everything. */
  readonly reason?: string;
}

/** Options for calling a program with all people. */
export interface EnumerationOptions extends PlainOptions {
  /**
   * Whether outcomes must be the same as with one process per call. Up to 600 people are called in one process each; of more,
   * 600 are called in both ways, and if any outcome differs, only the outcomes of these are used. @default false
   */
  readonly checked?: boolean;
  /** How often people are called again; the more often, the fewer of them if they are many. @default 1 */
  readonly times?: number;
}

/**
 * Calls a program from outside with all combinations of given values, for programs that cannot be watched. If there are more
 * than 30,000 combinations (600 with one process each), calls it with people who are drawn at random, and with all people
 * who differ from one of these in one attribute.
 *
 * @throws {SandboxError} If the sandbox fails.
 */
export async function enumerate(
  sandbox: Executor,
  called: CalledProgram,
  attributes: readonly ProbeAttribute[],
  { apart = false, checked = false, times = 1, signal }: EnumerationOptions = {},
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
  const step = Math.max(1, Math.floor((times * people.length) / REPEATED_CALLS));
  const kept = [...people.keys()].filter((at) => at % step === 0 && outcomes[at].kind !== "unjudged");
  const some = Array.from({ length: times }, () => kept.toReversed()).flat();
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

/** All combinations of value indices; the indices of attributes that the program does not take stay 0. */
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

/** A generator of pseudorandom whole numbers, always the same: the high bits of a linear congruential generator. */
function generator(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 8;
  };
}
