import { outcomeKey } from "../../bias/outcome_classes.ts";
import { peopleAtRandom } from "../../execution/probing/enumerate.ts";
import { callPlainly } from "../../execution/probing/plain_calls.ts";
import type { Executor } from "../../execution/probing/probe.ts";
import type { CalledProgram, CallShape, ProbeAttribute } from "../../core/types.ts";

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
