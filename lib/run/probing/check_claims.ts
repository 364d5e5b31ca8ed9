import type { CodeFacts } from "../../bias/code/code_facts.ts";
import { outcomeKey } from "../../bias/outcome_classes.ts";
import { type Claim, peopleOf } from "../../bias/people_to_call.ts";
import { callPlainly } from "../../execution/probing/plain_calls.ts";
import type { Places } from "./places.ts";
import type {
  CalledProgram,
  CallShape,
  Executor,
  Exploration,
  ProbeAttribute,
  ProbeOutcome,
} from "../../core/types.ts";

/** Whether plain calls of a program agree with what an exploration claims. */
export interface CheckedClaims {
  readonly agree: boolean;
  readonly calls: number;
  readonly cpuMs: number;
}

/** How often each person is called if the code names a source of chance that ignores seeds. */
const SUSPICIOUS_CALLS = 6;

/** Most calls made in a process each. */
const MAX_APART = 300;

/**
 * Checks by plain calls of the submitted source what its exploration claims.
 *
 * They are made in one process, freshly loaded each time: in a fresh one, unless no call can notice the search. The first
 * call is that of a person whom the hash of the source decides on, as is the first one in another sandbox: what calls leave
 * behind cannot tell these how to fare.
 * All have their own process if the code might tell calls apart by what they leave behind.
 *
 * @param places The calls are asked for at once, so that what is asked of the same places next comes behind them.
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
  // In another order than the exploration's, so that what calls leave behind is noticed.
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
  return { agree, calls: outcomes.length, cpuMs: made.reduce((sum, one) => sum + one.cpuMs, 0) };
}

/** What plain calls show about the claimed way to call a program. */
export interface CheckedShape {
  /** Attributes that it takes differently than claimed. */
  readonly otherwise: ReadonlySet<string>;
  readonly cpuMs: number;
}

/** People who are called in each way, and with what a program does not take; the source decides who. */
const PEOPLE = 16;
const FEW_PEOPLE = 3;

/**
 * Checks with plain calls how a program is to be called, as claimed by its own process.
 *
 * An attribute that it supposedly does not take must be refused; one supposedly taken by position must not
 * give another outcome by name.
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
