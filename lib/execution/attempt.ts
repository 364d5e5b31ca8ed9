import type { ExecutionRequest, Limits, Outcome, ProgramReport, StopKind } from "../core/types.ts";
import { type Claims, readClaims } from "./claims.ts";
import type { WorkerReply } from "./protection/zygote.ts";

/** The result of one child process: its claims, and how it ended if it did not make all its calls. */
export interface Attempt {
  readonly report?: Claims["report"];
  /** The outcomes of the first calls, as far as the child recorded them. */
  readonly outcomes: readonly Outcome[];
  readonly stop?: Stop;
  /** The processor time and elapsed time of the child, as measured by its zygote, milliseconds. */
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** The end of a child that did not make all its calls. */
export interface Stop {
  /** The kind of end; `log-full` if the child ended by itself, since the remaining calls need another child. */
  readonly kind: StopKind | "log-full";
  readonly message: string;
  readonly cpuMs: number;
  readonly idle?: boolean;
  /** The call that was running, from 0; calls before it may lack an outcome and are made again. */
  readonly at: number;
  /** Whether a call after `at` may have been the running one. */
  readonly together?: boolean;
}

/** The exit status of a child whose log or, after other calls, memory is full; see records.py. */
const LOG_FULL = 72;

/** The share of the wall limit below which a call's processor time means that the call waited; a busy machine gives more. */
const IDLE_SHARE = 0.01;

/** What is said of a call that computed until its wall limit. */
const BUSY = "it was still computing, so that this machine may have been too busy";

/** Reads the result of a child from its zygote's reply and from its own claims. */
export function readAttempt(
  reply: WorkerReply,
  { calls, limits }: Pick<ExecutionRequest, "calls" | "limits">,
): Attempt {
  let claims: Claims;
  try {
    claims = readClaims(reply.log, calls.length, limits.outputMiB);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { cpuMs, wallMs } = reply;
    const stop = { kind: "protocol-violation", message: error.message, cpuMs, at: 0 } as const;
    return { outcomes: [], stop, cpuMs, wallMs };
  }
  const { report, complete } = claims;
  const { cpuMs, wallMs } = reply;
  const outcomes = claims.outcomes.map((outcome) => withinTime(outcome, limits));
  if (complete || (report && report.kind !== "loaded")) return { report, outcomes, cpuMs, wallMs };
  const at = Math.min(Math.max(reply.running - 1, outcomes.length), calls.length - 1);
  const stop = { ...stopOf(reply, limits), at, together: reply.together };
  return { report, outcomes, stop, cpuMs, wallMs };
}

/** Turns a call that ended after its limit, but before a check, into a limit, so that verdicts do not depend on chance. */
function withinTime(outcome: Outcome, { cpuMs }: Limits): Outcome {
  if (outcome.cpuMs <= cpuMs) return outcome;
  return { kind: "cpu-limit", message: "", cpuMs: outcome.cpuMs };
}

function stopOf(reply: WorkerReply, { wallMs }: Limits): Omit<Stop, "at" | "together"> {
  const { cpuMs, spentMs } = reply;
  if (reply.stop === "wall-limit") {
    const idle = spentMs < IDLE_SHARE * wallMs;
    return { kind: reply.stop, message: idle ? "" : BUSY, cpuMs: spentMs, idle };
  }
  if (reply.stop) return { kind: reply.stop, message: "", cpuMs: spentMs };
  if (reply.signal !== null) return { kind: "signal", message: `signal ${reply.signal}`, cpuMs };
  if (reply.exit === LOG_FULL) return { kind: "log-full", message: "", cpuMs };
  return { kind: "early-exit", message: `exit status ${reply.exit}`, cpuMs };
}

/** The report on loading a program: how its process ended, if that was before the program had loaded. */
export function loadReport({ report, stop }: Attempt): Omit<ProgramReport, "protection"> {
  if (report) return report;
  const { kind, message, idle } = stop!;
  return kind === "log-full"
    ? { kind: "early-exit", message: `exit status ${LOG_FULL}` }
    : { kind, message, ...(idle !== undefined && { idle }) };
}

/** The outcome of the call that was running when its process ended. */
export function stopOutcome({ kind, message, cpuMs, idle }: Stop): Outcome {
  return {
    kind: kind === "log-full" ? "output-limit" : kind,
    message,
    cpuMs,
    ...(idle !== undefined && { idle }),
  };
}

/** Whether a child met its wall limit although it was computing, so that a busy machine may be the cause. */
export function isInconclusive(stop?: { readonly kind: string; readonly idle?: boolean }): boolean {
  return stop?.kind === "wall-limit" && !stop.idle;
}

/** Whether a call ended by itself, at no limit. */
export function isFinished({ kind }: Outcome): boolean {
  return kind === "returned" || kind === "raised" || kind === "unserialisable";
}

/** The kinds of stops that do not show whether a program loads. */
export const SANDBOXS_OWN: readonly string[] = ["infrastructure-error", "protocol-violation"];

/** The outcome of a call for which a program that had loaded before could not be loaded again, by the report on that. */
export function reloadFailure({ kind, message = "", idle }: Omit<ProgramReport, "protection">): Outcome {
  if (isInconclusive({ kind, idle }) || SANDBOXS_OWN.includes(kind)) {
    return { kind: kind as StopKind, message, cpuMs: 0, ...(idle !== undefined && { idle }) };
  }
  return { kind: "nondeterministic", message: `loaded once, then: ${kind}`, cpuMs: 0 };
}

/**
 * Whether calls without an outcome are simply made in the next child, because this one made as many as it could;
 * not if calls share state, since the next child lacks the state of earlier calls.
 */
export function goesOn({ stop, outcomes }: Attempt, { state }: ExecutionRequest): boolean {
  return stop?.kind === "log-full" && outcomes.length > 0 && state !== "shared";
}
