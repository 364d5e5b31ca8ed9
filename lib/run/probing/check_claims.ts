import type { CodeFacts } from "../../bias/code/code_facts.ts";
import { outcomeKey } from "../../bias/outcome_classes.ts";
import { type Claim, peopleOf } from "../../bias/people_to_call.ts";
import { callPlainly } from "../../execution/probing/plain_calls.ts";
import { type Cost, costOf } from "./cost.ts";
import type { Places } from "./places.ts";
import type {
  CalledProgram,
  CallShape,
  Executor,
  Exploration,
  ProbeAttribute,
  ProbeOutcome,
} from "../../core/types.ts";

/** Whether plain calls of a program agree with the claims of an exploration. */
export interface CheckedClaims extends Cost {
  readonly agree: boolean;
}

/** The number of calls of each person if the code names a source of randomness that ignores seeds. */
export const SUSPICIOUS_CALLS = 6;

/** The most calls that are each made in a process of their own. */
const MAX_APART = 300;

/**
 * Checks the claims of an exploration by plain calls of the submitted source.
 *
 * If no call can notice another, all are made in one process, with the code loaded again for each; it is a new process unless
 * no call can notice the search either. Otherwise each call has its own process. The first call is that of a person chosen by
 * the hash of the source, as is the first call in another sandbox, so that traces of calls cannot tell these how to behave.
 *
 * @param places The calls are requested at once, so that later requests to the same places follow them.
 * @param everybody The people to call.
 * @throws {SandboxError} If the sandbox fails.
 */
export async function checkClaims(
  { sandbox, others: [other] }: Places,
  exploration: Exploration,
  { blind, entropy }: CodeFacts,
  everybody: readonly Claim[],
  signal?: AbortSignal,
): Promise<CheckedClaims> {
  const times = entropy ? SUSPICIOUS_CALLS : 1;
  const most = blind ? Infinity : Math.floor(MAX_APART / times);
  const step = Math.max(1, everybody.length / most);
  const claims = everybody.filter((_, at) => at % step < 1);
  // The order differs from the exploration's, so that traces of earlier calls are noticed.
  const together = Array.from({ length: times }, () => claims).flat().toReversed();
  const { oneOf } = peopleOf(exploration, "first calls");
  const first = () => blind && claims.length > 0 ? [oneOf(claims)] : [];
  const [here, there] = [first(), other ? first() : []];
  const made = await Promise.all([
    callPlainly(sandbox, exploration, [...here, ...together], { apart: !blind, signal }),
    ...other ? [callPlainly(other, exploration, there, { signal })] : [],
  ]);
  const outcomes = made.flatMap((one) => one.outcomes);
  const agree = [...here, ...together, ...there].every((claim, at) =>
    claim.outcome === undefined ? !exploration.complete : claim.outcome === outcomeKey(outcomes[at])
  );
  return { agree, ...costOf({ calls: outcomes.length }, ...made) };
}

/** The result of checking the claimed way to call a program by plain calls. */
export interface CheckedShape {
  /** The attributes that it takes differently than claimed. */
  readonly otherwise: ReadonlySet<string>;
  readonly cpuMs: number;
}

/** The numbers of people called in each way, and with arguments that a program does not take; the source decides who. */
const PEOPLE = 16;
const FEW_PEOPLE = 3;

/**
 * Checks by plain calls how a program is to be called, as claimed by its own process.
 *
 * A call with an attribute that the program supposedly does not take must raise a TypeError; an attribute that is
 * supposedly taken by position must not lead to another outcome by name.
 *
 * @throws {SandboxError} If the sandbox fails.
 */
export async function checkShape(
  sandbox: Executor,
  called: CalledProgram,
  attributes: readonly ProbeAttribute[],
  signal?: AbortSignal,
): Promise<CheckedShape> {
  const { shape } = called;
  const tried = attributes.map(({ name, values }) => ({ name, values, given: values.map(() => true) }));
  const { given, personOf, oneOf } = peopleOf({ ...called, attributes: tried }, "how it is called");
  const people = Array.from({ length: PEOPLE }, () => ({ person: personOf(given.map(oneOf)), seed: 0 }));
  const call = (other: Partial<CallShape>, count: number) =>
    callPlainly(sandbox, { ...called, shape: { ...shape, ...other } }, people.slice(0, count), { signal });
  const count = shape.positional.length > 0 ? PEOPLE : 0;
  const named = [...shape.named, ...shape.positional];
  const [asSaid, byName, ...handed] = await Promise.all([
    call({}, count),
    call({ positional: [], named }, count),
    ...shape.unused.map((name) => call({ named: [...shape.named, name] }, FEW_PEOPLE)),
  ]);
  const isRefused = (outcome: ProbeOutcome) => outcome.kind === "raised" && outcome.type === "TypeError";
  const taken = shape.unused.filter((_, at) => !handed[at].outcomes.every(isRefused));
  const swapped = byName.outcomes.some((outcome, at) =>
    outcome.kind === "returned" && outcomeKey(outcome) !== outcomeKey(asSaid.outcomes[at])
  );
  return {
    otherwise: new Set([...taken, ...swapped ? shape.positional : []]),
    cpuMs: [asSaid, byName, ...handed].reduce((sum, one) => sum + one.cpuMs, 0),
  };
}
