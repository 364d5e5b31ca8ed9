import type { ExecutionRequest, Executor, Outcome } from "../../core/types.ts";
import type { Surroundings } from "./outcome_keys.ts";
import type { OutcomeStore } from "./outcome_store.ts";

/** A sandbox, or a sandbox that answers from a store of outcomes. */
export interface Place<P extends Surroundings = Surroundings> extends Executor {
  readonly workers: number;
  readonly protection: P;
  /** Python's hash seed. @default 0 */
  readonly hashSeed?: number;
}

/**
 * A sandbox that answers calls from a store where it can, and makes only the others.
 *
 * Not to be used to find out whether a program is deterministic: stored outcomes never change.
 *
 * @param sandbox Makes the calls whose outcomes are not stored.
 */
export function remembering<P extends Surroundings>(sandbox: Place<P>, store: OutcomeStore): Place<P> {
  const { workers, protection, hashSeed } = sandbox;
  const surroundings = { ...protection, hashSeed };
  return {
    workers,
    protection,
    async execute(request, signal, keep) {
      signal?.throwIfAborted();
      const { report, outcomes } = store.find(request, surroundings);
      if (report && report.kind !== "loaded") return { program: report, outcomes: [] };
      const missing = missingCalls(request, outcomes);
      if (report && missing.length === 0) return { program: report, outcomes: upToLimit(request, outcomes) };
      const rest = { ...request, calls: missing.map((index) => request.calls[index]) };
      const execution = await sandbox.execute(rest, signal);
      if (await keep?.(execution) ?? true) store.put(rest, execution, surroundings);
      if (execution.program.kind !== "loaded") return execution;
      const all = [...outcomes];
      execution.outcomes.forEach((outcome, at) => all[missing[at]] = outcome);
      return { ...execution, outcomes: upToLimit(request, all) };
    },
  };
}

/** The indices of the calls that must be made. Of calls that share state, either all are made or none. */
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

/** The kinds of outcome of a call that met no limit. */
const OWN_ENDS: readonly Outcome["kind"][] = ["returned", "raised", "unserialisable", "nondeterministic"];

function isLimit({ kind }: Outcome): boolean {
  return !OWN_ENDS.includes(kind);
}
