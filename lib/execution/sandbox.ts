import { SandboxError } from "../core/errors.ts";
import type { Execution, ExecutionRequest, Outcome, ProgramReport } from "../core/types.ts";
import {
  type Attempt,
  goesOn,
  isInconclusive,
  loadReport,
  readAttempt,
  reloadFailure,
  type Stop,
  stopOutcome,
} from "./attempt.ts";
import { checkRequest, REQUEST_FACTOR, SECOND_TRY_FACTOR } from "./limits.ts";
import type { WorkerRequest } from "./probing/frames.ts";
import { resolveInterpreter } from "./protection/interpreter.ts";
import { PANDAS, wantsPandas } from "./harness.ts";
import { launch, type Launched, sentence } from "./protection/launch.ts";
import { MEANING, type Protection, type ProtectionLevel, protectionOf } from "./protection/protection.ts";
import { Zygote, ZygoteLost, ZygoteNotStarted } from "./protection/zygote.ts";

/** Options for opening a sandbox. */
export interface SandboxOptions {
  /** The Python command with which programs are run, resolved to the real interpreter. @default "python3" */
  readonly python?: string;
  /** Folders of Python packages that programs may import, mounted read-only. @default none */
  readonly packages?: readonly string[];
  /** The number of programs that run at a time. @default the number of cores */
  readonly workers?: number;
  /** The only level of protection to accept. @default the best level on this machine */
  readonly level?: ProtectionLevel;
  /** Python's hash seed, which determines the order of the items of a set. @default 0 */
  readonly hashSeed?: number;
  /** Called with a sentence if the level is not the best one. @default a warning on the console */
  readonly warn?: (sentence: string) => void;
}

/**
 * Starts a worker in the safest way that this machine allows, which `protection.level` names. The
 * other workers start when there is work for them.
 *
 * @throws {SandboxError} If programs cannot be contained on this machine; the message has the reason and what to do.
 *
 * @example
 * ```ts ignore
 * await using sandbox = await openSandbox();
 * const { outcomes } = await sandbox.execute({ program, calls, limits: DEFAULT_CALL });
 * ```
 */
export async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { python = "python3", packages = [], workers = navigator.hardwareConcurrency, level, hashSeed = 0 } =
    options;
  if (!Number.isInteger(workers) || workers < 1) {
    throw new RangeError(`Cannot open a sandbox with ${workers} workers: it needs at least 1`);
  }
  const interpreter = await resolveInterpreter(python);
  const first = await launch({ interpreter, packages, root: Deno.uid() === 0, hashSeed }, level);
  if (!level && first.level !== "full") (options.warn ?? console.warn)(weaker(first));
  return new Sandbox(first, workers, protectionOf(first.zygote.info, first.level, packages));
}

function weaker({ level, obstacles }: Launched): string {
  const why = obstacles.length > 0 ? `, because ${sentence(obstacles)}` : "";
  return `Programs are contained at protection level ${level}: ${MEANING[level]}${why}`;
}

/** A pool of contained workers, each of which runs one program at a time. */
export class Sandbox implements AsyncDisposable {
  /** The command line of a worker, without the worker's own script. */
  readonly command: readonly string[];
  readonly #command: readonly string[];
  /** Python's hash seed, which determines the order of the items of a set. */
  readonly hashSeed: number;
  /** The sandbox whose workers have pandas, once a program uses pandas. */
  #withPandas?: Promise<Sandbox>;
  readonly #waiting: PromiseWithResolvers<Zygote>[] = [];
  readonly #idle: Zygote[];
  readonly #all: Set<Zygote>;
  readonly #starting = new Set<Promise<unknown>>();
  #closed = false;
  #workersLost = 0;

  /**
   * @param workers The number of programs that run at a time.
   * @param ready Programs that workers run before all others.
   */
  constructor(
    { zygote, command, hashSeed = 0 }: Pick<Launched, "zygote" | "command"> & Partial<Launched>,
    readonly workers: number,
    readonly protection: Protection,
    private readonly ready: readonly string[] = [],
  ) {
    this.#command = command;
    this.hashSeed = hashSeed;
    this.command = command.filter((_, index) => command[index - 1] !== "-c");
    this.#idle = [zygote];
    this.#all = new Set(this.#idle);
  }

  /**
   * Runs a program and returns the outcome of each call, in order.
   *
   * Unless `state` is "shared", each call starts from a freshly loaded program. If a call meets a limit, only this
   * call fails: the remaining ones are made in a new process, unless `stopAtLimit` is set. A call that meets its wall
   * limit while it is computing has a second try with twice the time. If the program does not load, there are no
   * outcomes.
   *
   * @param signal Stops before the next child is started, with the signal's reason.
   * @throws {RangeError} If a limit is not a whole number from 1, a seed not a safe integer from 0, or the clock not a
   * time in Python's calendar.
   */
  async execute(request: ExecutionRequest, signal?: AbortSignal): Promise<Execution> {
    checkRequest(request);
    if (!this.#closed && this.ready.length === 0 && wantsPandas(request)) {
      return await (await this.#ofPandas()).execute(request, signal);
    }
    const results: (Outcome | undefined)[] = new Array(request.calls.length).fill(undefined);
    let report: ProgramReport | undefined;
    let [end, cpuMs, isOneByOne] = [results.length, 0, false];
    let leftMs = REQUEST_FACTOR * (results.length + 1) * request.limits.wallMs;
    const most = request.state === "shared" ? Infinity : MAX_CALLS;
    for (;;) {
      signal?.throwIfAborted();
      const missing = missingBefore(end, results, most);
      if (report && missing.length === 0) {
        return { program: report, outcomes: results.slice(0, end) as Outcome[], cpuMs };
      }
      const calls = missing.map((index) => request.calls[index]);
      const attempt = await this.#patiently({ ...request, calls, isOneByOne }, signal);
      cpuMs += attempt.cpuMs;
      const loaded = report !== undefined;
      report ??= { ...loadReport(attempt), protection: this.protection.level };
      if (report.kind !== "loaded") return { program: report, outcomes: [], cpuMs };
      attempt.outcomes.forEach((outcome, at) => results[missing[at]] = outcome);
      leftMs -= attempt.wallMs;
      if (leftMs < 0) { for (const index of missingBefore(end, results)) results[index] = OUT_OF_TIME; }
      if (loaded && attempt.report?.kind !== "loaded") {
        results[missing[0]] = reloadFailure(loadReport(attempt));
      } else if (attempt.stop && leftMs >= 0 && missing.length > 0 && !goesOn(attempt, request)) {
        const { at, together } = attempt.stop;
        if (together && !isOneByOne && request.state !== "shared") isOneByOne = true; // to find the call
        else results[missing[at]] = await this.#ended(request, missing[at], attempt.stop, signal);
      }
      if (request.stopAtLimit) {
        const limit = results.findIndex((outcome) => outcome && !OWN_ENDS.includes(outcome.kind));
        if (limit >= 0) end = limit + 1;
      }
    }
  }

  /** The number of workers that were lost while they ran programs; each was replaced. */
  get workersLost(): number {
    return this.#workersLost;
  }

  /** Stops the workers at once; programs that run or wait end with a {@linkcode SandboxError}. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    this.#serve();
    await Promise.all([...this.#all].map((zygote) => zygote.close()));
    await Promise.all(this.#starting);
    await (await this.#withPandas?.catch(() => undefined))?.[Symbol.asyncDispose]();
  }

  /** A sandbox of the same kind whose workers have imported pandas, since the import takes longer than most programs. */
  #ofPandas(): Promise<Sandbox> {
    const [command, hashSeed] = [this.#command, this.hashSeed];
    return this.#withPandas ??= start(command, hashSeed, PANDAS).then((zygote) =>
      new Sandbox({ command, hashSeed, zygote }, this.workers, this.protection, PANDAS)
    );
  }

  /** An attempt; if a busy machine may have kept the program from loading in time, another one with twice the wall limit. */
  async #patiently(request: WorkerRequest, signal?: AbortSignal): Promise<Attempt> {
    const attempt = await this.#attempt(request, signal);
    const isOver = attempt.report || !isInconclusive(attempt.stop);
    return isOver ? attempt : await this.#attempt(slower(request), signal);
  }

  /** The outcome of the call that was running when its process ended; the call has a second try if that is inconclusive. */
  async #ended(
    request: WorkerRequest,
    index: number,
    stop: Stop,
    signal?: AbortSignal,
  ): Promise<Outcome> {
    if (!isInconclusive(stop)) return stopOutcome(stop);
    const again = await this.#attempt(slower({ ...request, calls: [request.calls[index]] }), signal);
    if (again.report?.kind !== "loaded") return reloadFailure(loadReport(again));
    return again.outcomes[0] ?? stopOutcome(again.stop!);
  }

  async #attempt(request: WorkerRequest, signal?: AbortSignal): Promise<Attempt> {
    for (let attempt = 1;; attempt++) {
      const zygote = await this.lend();
      try {
        signal?.throwIfAborted(); // the wait may have been long
        return readAttempt(await zygote.request(request), request);
      } catch (error) {
        if (!(error instanceof ZygoteLost)) throw error;
        if (this.#closed) throw closed(error);
        if (attempt === 2) {
          const stop = { kind: "infrastructure-error", message: error.message, cpuMs: 0, at: 0 } as const;
          return { outcomes: [], stop, cpuMs: 0, wallMs: 0 };
        }
      } finally {
        this.takeBack(zygote);
      }
    }
  }

  /** Lends a worker, which must be given back with `takeBack`. */
  lend(): Promise<Zygote> {
    const waiting = Promise.withResolvers<Zygote>();
    this.#waiting.push(waiting);
    this.#serve();
    return waiting.promise;
  }

  /** Takes back a worker that was lent. */
  takeBack(zygote: Zygote): void {
    if (!zygote.lost) this.#idle.push(zygote);
    else if (this.#all.delete(zygote) && !this.#closed) this.#workersLost++;
    this.#serve();
  }

  /** Gives idle workers to the longest-waiting requests, and starts more workers if too few are idle. */
  #serve(): void {
    if (this.#closed) { for (const { reject } of this.#waiting.splice(0)) reject(closed()); }
    while (this.#waiting.length > 0 && this.#idle.length > 0) {
      this.#waiting.shift()!.resolve(this.#idle.pop()!);
    }
    const most = Math.min(this.#waiting.length, this.workers - this.#all.size);
    while (this.#starting.size < most) this.#startAnother();
  }

  /** Starts another worker; if it does not start, the longest-waiting request fails. */
  #startAnother(): void {
    const starting = start(this.#command, this.hashSeed, this.ready).then(async (zygote) => {
      if (this.#closed) return await zygote.close();
      this.#all.add(zygote);
      this.#idle.push(zygote);
    }, (error) => this.#waiting.shift()?.reject(error)).finally(() => {
      this.#starting.delete(starting);
      this.#serve();
    });
    this.#starting.add(starting);
  }
}

/** The maximum number of calls sent to one child: when it ends early, the remaining ones have to be sent again. */
const MAX_CALLS = 8_192;

/** The indices of the first calls without an outcome. */
function missingBefore(
  end: number,
  results: readonly (Outcome | undefined)[],
  most: number = Infinity,
): number[] {
  const missing: number[] = [];
  for (let index = 0; index < end && missing.length < most; index++) if (!results[index]) missing.push(index);
  return missing;
}

/** The outcome of the remaining calls when a program has used up the total time of all calls. */
const OUT_OF_TIME: Outcome = {
  kind: "wall-limit",
  message: "the calls took longer than all limits together",
  cpuMs: 0,
  idle: true,
};

function closed(cause?: unknown): SandboxError {
  return new SandboxError("Cannot run the program: the sandbox is closed", { cause });
}

/** The number of attempts to start a worker. */
const STARTS = 3;

/** Starts another worker, in addition to the first or as a replacement. */
async function start(...[command, hashSeed, ready]: Parameters<typeof Zygote.start>): Promise<Zygote> {
  for (let attempt = 1;; attempt++) {
    try {
      return await Zygote.start(command, hashSeed, ready);
    } catch (cause) {
      if (!(cause instanceof ZygoteNotStarted)) throw cause;
      if (attempt < STARTS) continue;
      const why = cause.message.trim();
      throw new SandboxError(`Cannot run programs: another worker does not start: ${why}`, { cause });
    }
  }
}

function slower(request: WorkerRequest): WorkerRequest {
  return { ...request, limits: { ...request.limits, wallMs: SECOND_TRY_FACTOR * request.limits.wallMs } };
}

/** The kinds of outcome of a call that met no limit. */
const OWN_ENDS: readonly string[] = ["returned", "raised", "unserialisable", "nondeterministic"];
