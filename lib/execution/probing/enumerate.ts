import type {
  CalledProgram,
  CallShape,
  Exploration,
  Leaf,
  ProbeAttribute,
  ProbeOutcome,
} from "../../core/types.ts";
import { callPlainly, type PlainOptions } from "./plain_calls.ts";
import type { Executor } from "../harness.ts";
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
  { apart = false, signal }: PlainOptions = {},
): Promise<Enumeration> {
  const most = apart ? MAX_PEOPLE.apart : MAX_PEOPLE.together;
  const taken = attributes.flatMap(({ name }, at) => isTaken(called.shape, name) ? [at] : []);
  const total = taken.reduce((product, at) => product * attributes[at].values.length, 1);
  const people = total <= most ? combinations(attributes, taken) : drawn(attributes, taken).slice(0, most);
  const calls = people.map((places) => ({
    person: Object.fromEntries(attributes.map(({ name, values }, at) => [name, values[places[at]]])),
    seed: 0,
  }));
  const first = await callPlainly(sandbox, called, calls, { apart, signal });
  const step = Math.max(1, Math.floor(calls.length / REPEATED_CALLS));
  const some = [...calls.keys()].filter((at) => at % step === 0 && first.outcomes[at].kind !== "unjudged")
    .toReversed();
  const again = await callPlainly(sandbox, called, some.map((at) => calls[at]), { apart, signal });
  const leaves = people.map((places, at): Leaf => ({
    seed: 0,
    path: taken.map((attribute) => [attribute, [places[attribute]]]),
    outcome: first.outcomes[at],
  }));
  return {
    exploration: {
      ...called,
      attributes: attributes.map(({ name, values }) => ({ name, values, given: values.map(() => true) })),
      leaves,
      complete: total <= most,
      repeatable: some.every((at, place) => isRepeated(first.outcomes[at], again.outcomes[place])),
      calls: calls.length + some.length,
      cpuMs: first.cpuMs + again.cpuMs,
    },
    ...(total > most && { reason: `no difference among ${calls.length} of ${total} combinations` }),
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
