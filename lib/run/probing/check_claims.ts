import { createHash } from "node:crypto";
import type { CodeFacts } from "../../bias/code_facts.ts";
import { outcomeKey } from "../../bias/outcome_classes.ts";
import type { Claim } from "../../bias/people_to_call.ts";
import { callPlainly } from "../../execution/probing/plain_calls.ts";
import type { Executor } from "../../execution/harness.ts";
import type { CalledProgram, CallShape, Exploration, ProbeAttribute } from "../../core/types.ts";
import { peopleAtRandom } from "../../execution/probing/enumerate.ts";

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

/** People who get their own process whatever the code says, one in each sandbox; its hash decides who. */
const ALONE_PEOPLE = 2;

/** Where the calls are made. */
export interface Places {
  /** Where calls are made that may share a process. */
  readonly shared: Executor;
  readonly sandbox: Executor;
  /** A sandbox where Python orders sets and places objects differently. */
  readonly otherSandbox: () => Promise<Executor>;
}

/**
 * Checks by plain calls of the submitted source what its exploration claims.
 *
 * They are made in one fresh process, freshly loaded each time, and those of two people also in a process each, of two
 * sandboxes; all have their own process if the code might tell calls apart by what they leave behind.
 *
 * @param everybody The people to call.
 * @throws {SandboxError} If the sandbox fails.
 */
export async function checkClaims(
  { shared, sandbox, otherSandbox }: Places,
  exploration: Exploration,
  { blind, entropy }: CodeFacts,
  everybody: readonly Claim[],
  signal?: AbortSignal,
): Promise<CheckedClaims> {
  const { source, complete } = exploration;
  const times = entropy ? SUSPICIOUS_CALLS : 1;
  const most = blind ? Infinity : Math.floor(MAX_APART / times);
  const step = Math.max(1, everybody.length / most);
  const claims = everybody.filter((_, at) => at % step < 1);
  // In another order than the exploration's, so that what calls leave behind is noticed.
  const together = Array.from({ length: times }, () => claims).flat().toReversed();
  const alone = blind ? drawn(claims.length, source).map((at) => claims[at]) : [];
  const made = await Promise.all([
    callPlainly(shared, exploration, together, { apart: !blind, signal }),
    ...alone.map(async (claim, at) =>
      await callPlainly(at === 0 ? sandbox : await otherSandbox(), exploration, [claim], { signal })
    ),
  ]);
  const outcomes = made.flatMap((one) => one.outcomes);
  const agree = [...together, ...alone].every((claim, at) =>
    claim.outcome === undefined ? !complete : claim.outcome === outcomeKey(outcomes[at])
  );
  return { agree, calls: outcomes.length, cpuMs: made.reduce((sum, one) => sum + one.cpuMs, 0) };
}

/** Some indices below a count, chosen by the hash of a source. */
function drawn(count: number, source: string): number[] {
  const hash = createHash("sha256").update(source).digest();
  const places = Array.from(
    { length: ALONE_PEOPLE },
    (_, at) => hash.readUInt32LE(4 * at) % Math.max(1, count),
  );
  return [...new Set(places)].filter((place) => place < count);
}

/** What plain calls show about the claimed way to call a program. */
export interface CheckedShape {
  /** Attributes that it takes differently than claimed. */
  readonly otherwise: ReadonlySet<string>;
  readonly cpuMs: number;
}

/** People who are called in both ways. */
const PEOPLE = 16;

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
  const people = peopleAtRandom(attributes, PEOPLE).map((person) => ({ person, seed: 0 }));
  const call = (other: Partial<CallShape>, count: number) =>
    callPlainly(sandbox, { ...called, shape: { ...shape, ...other } }, people.slice(0, count), { signal });
  const count = shape.positional.length > 0 ? PEOPLE : 0;
  const named = [...shape.named, ...shape.positional];
  const [asSaid, byName, ...handed] = await Promise.all([
    call({}, count),
    call({ positional: [], named }, count),
    ...shape.unused.map((name) => call({ named: [...shape.named, name] }, 1)),
  ]);
  const taken = shape.unused.filter((_, at) => {
    const [outcome] = handed[at].outcomes;
    return outcome.kind !== "raised" || outcome.type !== "TypeError";
  });
  const swapped = byName.outcomes.some((outcome, at) =>
    outcome.kind === "returned" && outcomeKey(outcome) !== outcomeKey(asSaid.outcomes[at])
  );
  return {
    otherwise: new Set([...taken, ...swapped ? shape.positional : []]),
    cpuMs: [asSaid, byName, ...handed].reduce((sum, one) => sum + one.cpuMs, 0),
  };
}
