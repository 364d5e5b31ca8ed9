import { amongGiven } from "codebias/bias/judge.ts";
import { callPlainly } from "codebias/execution/probing/plain_calls.ts";
import type {
  CalledProgram,
  Executor,
  Exploration,
  Leaf,
  ProbeAttribute,
  ProbeOutcome,
} from "codebias/core/types.ts";
import { decode, equal } from "codebias/values/mod.ts";

/** What becomes of everybody, by the places of values. */
export interface Everybody {
  readonly people: readonly (readonly number[])[];
  readonly outcomes: readonly ProbeOutcome[];
}

/** Calls a program with all combinations of values: nothing of how probing decides is used here. */
export async function everybody(
  sandbox: Executor,
  called: CalledProgram,
  attributes: readonly ProbeAttribute[],
): Promise<Everybody> {
  let people: number[][] = [[]];
  for (const { values } of attributes) people = people.flatMap((one) => values.map((_, at) => [...one, at]));
  const calls = people.map((places) => ({
    person: Object.fromEntries(attributes.map(({ name, values }, at) => [name, values[places[at]]])),
    seed: 0,
  }));
  const { outcomes } = await callPlainly(sandbox, called, calls);
  return { people, outcomes };
}

/** The attributes that change what a program does, by what becomes of everybody. */
export function differing({ people, outcomes }: Everybody, attributes: readonly ProbeAttribute[]): string[] {
  return attributes.flatMap(({ name }, attribute) => {
    const groups = Map.groupBy(people.keys(), (at) => people[at].with(attribute, -1).join());
    const differs = [...groups.values()].some((group) =>
      group.some((at) => !same(outcomes[group[0]], outcomes[at]))
    );
    return differs ? [name] : [];
  }).sort();
}

/** Somebody to whom another thing happens than to others whose values lead to the same leaf; undefined if nobody. */
export function misplaced({ people, outcomes }: Everybody, exploration: Exploration): string | undefined {
  const leaves = amongGiven(exploration).filter(({ seed }) => seed === 0);
  const first = new Map<Leaf, ProbeOutcome>();
  for (const [at, person] of people.entries()) {
    const own = leaves.filter(({ path }) =>
      path.every(([attribute, places]) => places.includes(person[attribute]))
    );
    if (own.length !== 1) return `${own.length} leaves for ${person}`;
    const known = first.get(own[0]) ?? outcomes[at];
    first.set(own[0], known);
    if (!same(known, outcomes[at])) return `${person}: ${JSON.stringify([known, outcomes[at]])}`;
  }
  return undefined;
}

function same(a: ProbeOutcome, b: ProbeOutcome): boolean {
  if (a.kind === "returned" && b.kind === "returned") {
    return equal(decode(a.value), decode(b.value), { ownClasses: true, orderedDicts: true });
  }
  return a.kind === "raised" && b.kind === "raised" ? a.type === b.type : a.kind === b.kind;
}
