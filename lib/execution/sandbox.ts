import type {
  Call,
  Execution,
  ExecutionRequest,
  Limits,
  Outcome,
  ProgramReport,
  StopKind,
} from "../types.ts";
import { SandboxError } from "../errors.ts";
import { containerCommand } from "./container.ts";
import { type Claims, readClaims, type WorkerRequest } from "./frames.ts";
import { resolveInterpreter } from "./interpreter.ts";
import { type Protection, protectionOf } from "./protection.ts";
import { type WorkerReply, Zygote, ZygoteLost } from "./zygote.ts";

/** Limits on a call when the study says nothing else. */
export const DEFAULT_LIMITS: Limits = { cpuMs: 2_000, wallMs: 10_000, memoryMiB: 512, outputMiB: 8 };

/** How to open a sandbox. */
export interface SandboxOptions {
  /** Python command to run programs with, resolved to the real interpreter. @default "python3" */
  readonly python?: string;
  /** Folders of Python packages that programs may import, mounted read-only. @default none */
  readonly packages?: readonly string[];
  /** Programs run at a time. @default the number of cores */
  readonly workers?: number;
}

/** Exit status with which a child says that its log or, after other calls, its memory is full; see worker.py. */
const LOG_FULL = 72;

/**
 * Starts the workers.
 *
 * @throws {SandboxError} If programs cannot be contained on this machine; never a silent fallback.
 *
 * @example
 * ```ts ignore
 * await using sandbox = await openSandbox();
 * const { outcomes } = await sandbox.execute({ program, calls, limits: DEFAULT_LIMITS });
 * ```
 */
export async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { python = "python3", packages = [], workers = navigator.hardwareConcurrency } = options;
  if (!Number.isInteger(workers) || workers < 1) {
    throw new RangeError(`Cannot open a sandbox with ${workers} workers: it takes at least 1`);
  }
  const interpreter = await resolveInterpreter(python);
  const command = containerCommand({ interpreter, packages, root: Deno.uid() === 0 });
  const first = await Zygote.start(command);
  const others = await Promise.all(Array.from({ length: workers - 1 }, () => Zygote.start(command)));
  return new Sandbox([first, ...others], command, packages);
}

/** A pool of contained workers; each runs one program at a time. */
export class Sandbox implements AsyncDisposable {
  readonly protection: Protection;
  /** Programs run at a time. */
  readonly workers: number;
  readonly #command: readonly string[];
  readonly #idle: Zygote[];
  readonly #waiting: PromiseWithResolvers<Zygote>[] = [];
  readonly #all = new Set<Zygote>();
  #closed = false;

  constructor(zygotes: readonly Zygote[], command: readonly string[], packages: readonly string[]) {
    this.protection = protectionOf(zygotes[0].info, packages);
    this.workers = zygotes.length;
    this.#command = command;
    this.#idle = [...zygotes];
    for (const zygote of zygotes) this.#all.add(zygote);
  }

  /**
   * Runs a program and returns what happened in each call, in order.
   *
   * Each call starts from a freshly loaded program. A call that meets a limit costs that call only: the
   * remaining ones go on in a new process, unless `stopAtLimit` is set. When the program does not load there
   * are no outcomes.
   *
   * @param signal Stops before the next child is started, with the signal's reason.
   * @throws {RangeError} If a limit is not a whole number from 1, or a seed not a safe integer from 0.
   */
  async execute(request: ExecutionRequest, signal?: AbortSignal): Promise<Execution> {
    check(request);
    const outcomes: Outcome[] = [];
    let report: ProgramReport | undefined;
    do {
      signal?.throwIfAborted();
      const calls = request.calls.slice(outcomes.length);
      const attempt = await this.#attempt({ ...request, calls });
      const loaded = report !== undefined;
      report ??= { ...(attempt.report ?? stopReport(attempt.stop!)), protection: this.protection.level };
      if (report.kind !== "loaded") break;
      outcomes.push(...attempt.outcomes);
      if (loaded && attempt.report?.kind !== "loaded") outcomes.push(reloadFailure(attempt));
      else if (attempt.stop) settle(outcomes, calls, attempt, request.calls.length);
      if (request.stopAtLimit) {
        const limit = outcomes.findIndex(({ kind }) => !OWN_ENDS.includes(kind));
        if (limit >= 0) outcomes.length = limit + 1;
        if (limit >= 0 || (attempt.stop && attempt.stop.kind !== "log-full")) break;
      }
    } while (outcomes.length < request.calls.length);
    return { program: report, outcomes };
  }

  /** Stops the workers, whatever they are doing; programs that run or wait end with a {@linkcode SandboxError}. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#all].map((zygote) => zygote.close()));
  }

  async #attempt(request: WorkerRequest): Promise<Attempt> {
    for (let attempt = 1;; attempt++) {
      const zygote = await this.#acquire();
      try {
        return readAttempt(await zygote.request(request), request);
      } catch (error) {
        if (!(error instanceof ZygoteLost)) throw error;
        if (this.#closed) {
          throw new SandboxError("Cannot run the program: the sandbox is closed", { cause: error });
        }
        if (attempt === 2) {
          return { outcomes: [], stop: { kind: "infrastructure-error", message: error.message, cpuMs: 0 } };
        }
      } finally {
        await this.#release(zygote);
      }
    }
  }

  #acquire(): Promise<Zygote> {
    const zygote = this.#idle.pop();
    if (zygote) return Promise.resolve(zygote);
    if (this.#all.size === 0) {
      return Promise.reject(new SandboxError("Cannot run the program: no worker is left"));
    }
    const waiting = Promise.withResolvers<Zygote>();
    this.#waiting.push(waiting);
    return waiting.promise;
  }

  async #release(zygote: Zygote): Promise<void> {
    if (zygote.lost && !this.#closed) {
      this.#all.delete(zygote);
      try {
        zygote = await Zygote.start(this.#command);
      } catch (error) {
        if (this.#all.size === 0) { for (const { reject } of this.#waiting.splice(0)) reject(error); }
        throw error;
      }
      this.#all.add(zygote);
      if (this.#closed) await zygote.close();
    }
    const next = this.#waiting.shift();
    if (next) next.resolve(zygote);
    else this.#idle.push(zygote);
  }
}

/** How a call ends that meets no limit. */
const OWN_ENDS: readonly string[] = ["returned", "raised", "unserialisable", "nondeterministic"];

function check({ limits, calls }: ExecutionRequest): void {
  for (const [name, value] of Object.entries(limits)) {
    if (!Number.isInteger(value) || value < 1) {
      throw new RangeError(`Cannot run a program with ${name} ${value}: it must be a whole number >= 1`);
    }
  }
  for (const { seed = 0 } of calls) {
    if (!Number.isSafeInteger(seed) || seed < 0) {
      throw new RangeError(`Cannot run a call with seed ${seed}: it must be a safe integer >= 0`);
    }
  }
}

/** What one child did: its claims, and how it ended if it did not reach the end. */
interface Attempt {
  readonly report?: Claims["report"];
  readonly outcomes: readonly Outcome[];
  readonly stop?: Stop;
}

interface Stop {
  readonly kind: StopKind | "log-full";
  readonly message: string;
  readonly cpuMs: number;
  readonly idle?: boolean;
}

/** A program that used less than this share of its wall limit on the processor waited; a busy machine gives more. */
const IDLE = 0.01;

function readAttempt(reply: WorkerReply, request: WorkerRequest): Attempt {
  let claims: Claims;
  try {
    claims = readClaims(reply.log, request.calls.length, request.limits.outputMiB);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const stop = { kind: "protocol-violation", message: error.message, cpuMs: reply.cpuMs } as const;
    return { outcomes: [], stop };
  }
  const { report, outcomes, complete } = claims;
  if (complete || (report && report.kind !== "loaded")) return { report, outcomes };
  return { report, outcomes, stop: stopOf(reply, request.limits) };
}

function stopOf(reply: WorkerReply, { wallMs }: Limits): Stop {
  const { cpuMs } = reply;
  if (reply.stop === "wall-limit") {
    return { kind: reply.stop, message: "", cpuMs, idle: cpuMs < IDLE * wallMs };
  }
  if (reply.stop) return { kind: reply.stop, message: "", cpuMs };
  if (reply.signal !== null) return { kind: "signal", message: `signal ${reply.signal}`, cpuMs };
  if (reply.exit === LOG_FULL) return { kind: "log-full", message: "", cpuMs };
  return { kind: "early-exit", message: `exit status ${reply.exit}`, cpuMs };
}

/** A program whose process ended before it had loaded. */
function stopReport(stop: Stop): Omit<ProgramReport, "protection"> {
  return stop.kind === "log-full"
    ? { kind: "early-exit", message: `exit status ${LOG_FULL}` }
    : { kind: stop.kind, message: stop.message, ...(stop.idle !== undefined && { idle: stop.idle }) };
}

/** Gives the call that was running the outcome that ended its process. */
function settle(outcomes: Outcome[], calls: readonly Call[], attempt: Attempt, total: number): void {
  const { kind, message, cpuMs, idle } = attempt.stop!;
  if (kind === "log-full" && attempt.outcomes.length > 0) return; // the next child goes on from here
  const outcome: Outcome = {
    kind: kind === "log-full" ? "output-limit" : kind,
    message,
    cpuMs,
    ...(idle !== undefined && { idle }),
  };
  if (attempt.outcomes.length === calls.length && calls.length > 0) outcomes[total - 1] = outcome;
  else outcomes.push(outcome);
}

/** A program that had loaded before and did not load again: the call that wanted it has no value. */
function reloadFailure({ report, stop }: Attempt): Outcome {
  if (stop?.kind === "infrastructure-error" || stop?.kind === "protocol-violation") {
    return { ...stop, kind: stop.kind };
  }
  return { kind: "nondeterministic", message: `loaded once, then: ${(report ?? stop!).kind}`, cpuMs: 0 };
}
