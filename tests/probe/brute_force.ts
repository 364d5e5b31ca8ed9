import { callPlainly } from "codebias/execution/plain_calls.ts";
import type { Executor } from "codebias/execution/probe.ts";
import type { CalledProgram, ProbeAttribute, ProbeOutcome } from "codebias/types.ts";
import { decode } from "codebias/values/decode.ts";
import { equal } from "codebias/values/equal.ts";

/**
 * The attributes that change what a program does, by calling it with all combinations of values: nothing of how probing
 * decides is used here.
 */
export async function differing(
  sandbox: Executor,
  called: CalledProgram,
  attributes: readonly ProbeAttribute[],
): Promise<string[]> {
  let people: number[][] = [[]];
  for (const { values } of attributes) people = people.flatMap((one) => values.map((_, at) => [...one, at]));
  const calls = people.map((places) => ({
    person: Object.fromEntries(attributes.map(({ name, values }, at) => [name, values[places[at]]])),
    seed: 0,
  }));
  const { outcomes } = await callPlainly(sandbox, called, calls);
  return attributes.flatMap(({ name }, attribute) => {
    const groups = Map.groupBy(people.keys(), (at) => people[at].with(attribute, -1).join());
    const differs = [...groups.values()].some((group) =>
      group.some((at) => !same(outcomes[group[0]], outcomes[at]))
    );
    return differs ? [name] : [];
  }).sort();
}

function same(a: ProbeOutcome, b: ProbeOutcome): boolean {
  if (a.kind === "returned" && b.kind === "returned") return equal(decode(a.value), decode(b.value));
  return a.kind === "raised" && b.kind === "raised" ? a.type === b.type : a.kind === b.kind;
}
