import type { ExecutionRequest, Executor, Outcome } from "../../core/types.ts";
import type { Surroundings } from "./outcome_keys.ts";
import type { OutcomeStore } from "./outcome_store.ts";

/** A sandbox, or one that remembers what was executed before. */
export interface Place<P extends Surroundings = Surroundings> extends Executor {
  readonly workers: number;
  readonly protection: P;
}

/**
 * A sandbox that answers calls from a store where it can, and makes only the others.
 *
 * Not for finding out whether a program does the same twice: here it always does.
 *
 * @param sandbox Makes the calls that are not known.
 */
export function remembering<P extends Surroundings>(sandbox: Place<P>, store: OutcomeStore): Place<P> {
  const { workers, protection } = sandbox;
  return {
    workers,
    protection,
    async execute(request, signal, keep) {
      signal?.throwIfAborted();
      const { report, outcomes } = store.find(request, protection);
      if (report && report.kind !== "loaded") return { program: report, outcomes: [] };
      const missing = missingCalls(request, outcomes);
      if (report && missing.length === 0) return { program: report, outcomes: upToLimit(request, outcomes) };
      const rest = { ...request, calls: missing.map((index) => request.calls[index]) };
      const execution = await sandbox.execute(rest, signal);
      if (await keep?.(execution) ?? true) store.put(rest, execution, protection);
      if (execution.program.kind !== "loaded") return execution;
      const all = [...outcomes];
      execution.outcomes.forEach((outcome, at) => all[missing[at]] = outcome);
      return { ...execution, outcomes: upToLimit(request, all) };
    },
  };
}

/** Which calls must be made. Calls that share state are made all or none. */
function missingCalls(
  { calls, state, stopAtLimit }: ExecutionRequest,
  outcomes: readonly (Outcome | undefined)[],
): number[] {
  const limit = stopAtLimit ? outcomes.findIndex((outcome) => outcome && isLimit(outcome)) : -1;
  const end = limit < 0 ? calls.length : limit;
  const missing: number[] = [];
  for (let index = 0; index < end; index++) if (!outcomes[index]) missing.push(index);
  return state === "shared" && missing.length > 0 ? [...calls.keys()] : missing;
}

/** An execution's outcomes: with `stopAtLimit`, none after the first that met a limit. */
function upToLimit({ stopAtLimit }: ExecutionRequest, outcomes: readonly (Outcome | undefined)[]): Outcome[] {
  const end = stopAtLimit ? outcomes.findIndex((outcome) => !outcome || isLimit(outcome)) : -1;
  return outcomes.slice(0, end < 0 ? outcomes.length : end + 1).filter((outcome) => outcome !== undefined);
}

/** How a call that meets no limit ends. */
const OWN_ENDS: readonly Outcome["kind"][] = ["returned", "raised", "unserialisable", "nondeterministic"];

function isLimit({ kind }: Outcome): boolean {
  return !OWN_ENDS.includes(kind);
}
