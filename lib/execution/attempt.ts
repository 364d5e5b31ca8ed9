import type { ExecutionRequest, Limits, Outcome, ProgramReport, StopKind } from "../core/types.ts";
import { type Claims, readClaims } from "./claims.ts";
import type { WorkerReply } from "./protection/zygote.ts";

/** What one child did: its claims, and how it ended if it did not reach the end. */
export interface Attempt {
  readonly report?: Claims["report"];
  /** Of the first calls, as far as the child wrote them down. */
  readonly outcomes: readonly Outcome[];
  readonly stop?: Stop;
  /** Processor time and elapsed time of the child, milliseconds, as its zygote saw them. */
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** How a child ended before it had made all its calls. */
export interface Stop {
  /** `log-full`: of its own accord, since the calls that are left need another child. */
  readonly kind: StopKind | "log-full";
  readonly message: string;
  readonly cpuMs: number;
  readonly idle?: boolean;
  /** The call that was running, from 0; calls before it may lack an outcome and are made again. */
  readonly at: number;
  /** Whether it was that one or one behind it. */
  readonly together?: boolean;
}

/** Exit status with which a child says that its log or, after other calls, its memory is full; see records.py. */
const LOG_FULL = 72;

/** A call whose processor time was below this share of its wall limit waited; a busy machine gives more. */
const IDLE_SHARE = 0.01;

/** What a child did, from what its zygote says and what it claims itself. */
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

/** A call that ended by itself after its limit, before anyone looked: verdicts depend on its time, not on luck. */
function withinTime(outcome: Outcome, { cpuMs }: Limits): Outcome {
  if (outcome.cpuMs <= cpuMs) return outcome;
  return { kind: "cpu-limit", message: "", cpuMs: outcome.cpuMs };
}

function stopOf(reply: WorkerReply, { wallMs }: Limits): Omit<Stop, "at" | "together"> {
  const { cpuMs, spentMs } = reply;
  if (reply.stop === "wall-limit") {
    return { kind: reply.stop, message: "", cpuMs: spentMs, idle: spentMs < IDLE_SHARE * wallMs };
  }
  if (reply.stop) return { kind: reply.stop, message: "", cpuMs: spentMs };
  if (reply.signal !== null) return { kind: "signal", message: `signal ${reply.signal}`, cpuMs };
  if (reply.exit === LOG_FULL) return { kind: "log-full", message: "", cpuMs };
  return { kind: "early-exit", message: `exit status ${reply.exit}`, cpuMs };
}

/** A program whose process ended before the program had loaded. */
export function stopReport({ kind, message, idle }: Stop): Omit<ProgramReport, "protection"> {
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

/** Whether a child met its wall limit although it computed: the machine was too busy to tell. */
export function isInconclusive(stop: Stop | undefined): boolean {
  return stop?.kind === "wall-limit" && !stop.idle;
}

/** Stops that say nothing about whether a program loads. */
const SANDBOXS_OWN: readonly Stop["kind"][] = ["infrastructure-error", "protocol-violation"];

/** A program that loaded before but not again: the call that needed it has no value. */
export function reloadFailure({ report, stop }: Attempt): Outcome {
  if (stop && (isInconclusive(stop) || SANDBOXS_OWN.includes(stop.kind))) return stopOutcome(stop);
  return { kind: "nondeterministic", message: `loaded once, then: ${(report ?? stop!).kind}`, cpuMs: 0 };
}

/**
 * Whether calls without an outcome are simply made in the next child, as this one made its full share;
 * where calls share what they leave, that would be another program's answer.
 */
export function goesOn({ stop, outcomes }: Attempt, { state }: ExecutionRequest): boolean {
  return stop?.kind === "log-full" && outcomes.length > 0 && state !== "shared";
}
