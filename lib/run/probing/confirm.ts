import type { CodeFacts } from "../../bias/code/code_facts.ts";
import { decidingLine } from "../../bias/deciding_line.ts";
import { judge, type Judgement } from "../../bias/judge.ts";
import { sameOutcome } from "../../bias/outcome_classes.ts";
import { callPlainly } from "../../execution/probing/plain_calls.ts";
import { type Cost, costOf } from "./cost.ts";
import type { Places } from "./places.ts";
import { executedLines } from "../../execution/probing/probe.ts";
import type { Exploration, Leaf, Person, Witness } from "../../core/types.ts";

/** The number of calls of each person in each process, usually and if randomness is suspected. */
const TIMES = { usual: 2, suspicious: 10 };

/** The remaining part of a judgement after its witnesses were called again. */
export interface Confirmed extends Cost {
  /** The witness of a difference between given values, by attribute. */
  readonly differences: ReadonlyMap<string, Witness>;
  /** The witness of a difference that takes an added value, by attribute. */
  readonly beyond: ReadonlyMap<string, Witness>;
  /** The attributes with an unconfirmed difference between given values, because people had several outcomes. */
  readonly unsteady: ReadonlySet<string>;
  /** Whether a difference between given values was refuted: both people always had the same outcome. */
  readonly refuted: boolean;
}

/** The number of times that unconfirmed witnesses are replaced by others. */
const ROUNDS = 3;

/**
 * Confirms a witness for every attribute that makes a difference according to an exploration.
 *
 * People with varying outcomes are left out, and other witnesses are searched without them.
 *
 * @param facts The facts of the code.
 * @param first The judgement of the exploration.
 * @throws {SandboxError} If a sandbox fails.
 */
export async function confirmWitnesses(
  places: Places,
  exploration: Exploration,
  facts: CodeFacts,
  first: Judgement,
  signal?: AbortSignal,
): Promise<Confirmed> {
  const [differences, beyond, unsteady] = [
    new Map<string, Witness>(),
    new Map<string, Witness>(),
    new Set<string>(),
  ];
  let [leaves, cost, refuted] = [exploration.leaves, costOf(), false];
  for (let round = 1; round <= ROUNDS; round++) {
    const judgement = round === 1 ? first : judge({ ...exploration, leaves });
    const open = (found: ReadonlyMap<string, Witness>, claimed: readonly (Witness | undefined)[]) =>
      claimed.filter((witness) => witness !== undefined && !found.has(witness.attribute)) as Witness[];
    const [given, added] = [open(differences, judgement.differences), open(beyond, judgement.beyond)];
    if (given.length + added.length === 0) break;
    const checked = await confirm(places, exploration, facts, [...given, ...added], signal);
    cost = costOf(cost, checked);
    const suspects: { person: Person; seed: number }[] = [];
    [...given, ...added].forEach(({ attribute, people, seed }, at) => {
      const { witness, steady } = checked.results[at];
      if (witness) return (at < given.length ? differences : beyond).set(attribute, witness);
      const both = steady.every((one) => one);
      if (at < given.length && both) refuted = true;
      if (at < given.length && !both) unsteady.add(attribute);
      suspects.push(
        ...people.filter((_, which) => both || !steady[which]).map((person) => ({ person, seed })),
      );
    });
    if (suspects.length === 0) break;
    leaves = leaves.filter((leaf) => !suspects.some((suspect) => isOf(exploration, leaf, suspect)));
  }
  return { differences, beyond, unsteady, refuted, ...cost };
}

/** Whether a leaf covers a person. */
function isOf(
  { attributes }: Exploration,
  leaf: Leaf,
  { person, seed }: { readonly person: Person; readonly seed: number },
): boolean {
  return leaf.seed === seed &&
    leaf.path.every(([at, places]) =>
      places.some((place) => person[attributes[at].name] === attributes[at].values[place])
    );
}

interface Check {
  /** The witness with its outcomes and its line; undefined if it was not confirmed. */
  readonly witness?: Witness;
  /** Whether each of the two people had the same outcome every time. */
  readonly steady: readonly boolean[];
}

/**
 * Calls the program again for all people of all witnesses, with plain values in new processes: twice in
 * order, and twice in reverse with another order of sets; more often, and in more processes, if the code
 * raises doubt, and in the search's process where calls depend on their arguments alone. A witness is confirmed
 * if each person has the same outcome every time, and the two outcomes differ.
 */
async function confirm(
  { sandbox, others }: Places,
  called: Exploration,
  { blind, entropy }: CodeFacts,
  witnesses: readonly Witness[],
  signal?: AbortSignal,
): Promise<Cost & { readonly results: readonly Check[] }> {
  const people = witnesses.flatMap(({ people, seed }) => people.map((person) => ({ person, seed })));
  const times = entropy ? TIMES.suspicious : TIMES.usual;
  const repeated = Array.from({ length: times }, () => people).flat();
  const without = witnesses.filter(({ line }) => line === undefined);
  const reversed = repeated.toReversed();
  const [forth, traced, ...back] = await Promise.all([
    callPlainly(sandbox, called, repeated, { apart: !blind, signal }),
    executedLines(sandbox, called, without),
    ...others.map((other) => callPlainly(other, called, reversed, { apart: !blind, signal })),
  ]);
  const seen = [...forth.outcomes, ...back.flatMap(({ outcomes }) => outcomes.toReversed())];
  const text = called.source.split("\n");
  const lineOf = (witness: Witness) => {
    const lines = traced.lines[without.indexOf(witness)];
    return witness.line ?? decidingLine(lines, witness.attribute, called);
  };
  const results = witnesses.map((witness, at): Check => {
    const [first, second] = [0, 1].map((which) =>
      seen.filter((_, call) => call % people.length === 2 * at + which)
    );
    const steady = [first, second].map((all) => all.every((one) => sameOutcome(all[0], one)));
    if (!steady.every((one) => one) || sameOutcome(first[0], second[0])) return { steady };
    const line = lineOf(witness);
    const place = line === undefined ? {} : { line, text: text[line - 1]?.trim() ?? "" };
    return { witness: { ...witness, outcomes: [first[0], second[0]], ...place }, steady };
  });
  return { results, ...costOf({ calls: seen.length + 2 * without.length }, forth, traced, ...back) };
}
