import { SandboxError } from "../core/errors.ts";
import type { Execution, ExecutionRequest, Outcome, ProgramReport } from "../core/types.ts";
import {
  type Attempt,
  goesOn,
  isInconclusive,
  readAttempt,
  reloadFailure,
  type Stop,
  stopOutcome,
  stopReport,
} from "./attempt.ts";
import { checkRequest, REQUEST_FACTOR, SECOND_TRY_FACTOR } from "./limits.ts";
import type { WorkerRequest } from "./probing/frames.ts";
import { resolveInterpreter } from "./protection/interpreter.ts";
import { PANDAS, wantsPandas } from "./harness.ts";
import { launch, type Launched, sentence } from "./protection/launch.ts";
import { MEANING, type Protection, type ProtectionLevel, protectionOf } from "./protection/protection.ts";
import { Zygote, ZygoteLost, ZygoteNotStarted } from "./protection/zygote.ts";

/** How to open a sandbox. */
export interface SandboxOptions {
  /** Python command to run programs with, resolved to the real interpreter. @default "python3" */
  readonly python?: string;
  /** Folders of Python packages that programs may import, mounted read-only. @default none */
  readonly packages?: readonly string[];
  /** Programs run at a time. @default the number of cores */
  readonly workers?: number;
  /** The only level of protection to accept. @default the best that this machine gives */
  readonly level?: ProtectionLevel;
  /** Python's; it decides the order of the items of a set. @default 0 */
  readonly hashSeed?: number;
  /** Told, in a sentence, when the level is not the best one. @default a warning on the console */
  readonly warn?: (sentence: string) => void;
}

/**
 * Starts a worker in the safest way that this machine allows; `protection.level` says which that is. The
 * others start when there is work for them.
 *
 * @throws {SandboxError} If programs cannot be contained on this machine, with the reason and what to do.
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

/** A pool of contained workers; each runs one program at a time. */
export class Sandbox implements AsyncDisposable {
  /** The command line of a worker, without the worker's own script. */
  readonly command: readonly string[];
  readonly #command: readonly string[];
  /** Python's; it decides the order of the items of a set. */
  readonly hashSeed: number;
  /** The sandbox whose workers have pandas, once a program wants it. */
  #withPandas?: Promise<Sandbox>;
  readonly #waiting: PromiseWithResolvers<Zygote>[] = [];
  readonly #idle: Zygote[];
  readonly #all: Set<Zygote>;
  readonly #starting = new Set<Promise<unknown>>();
  #closed = false;
  #workersLost = 0;

  /**
   * @param workers How many programs run at a time.
   * @param ready What workers run before all programs.
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
   * Runs a program and returns what happened in each call, in order.
   *
   * Unless `state` is "shared", each call starts from a freshly loaded program. A call that meets a limit costs that
   * call only: the remaining ones go on in a new process, unless `stopAtLimit` is set. A call that meets its wall
   * limit while it computes has a second try with twice the time. When the program does not load there are no
   * outcomes.
   *
   * @param signal Stops before the next child is started, with the signal's reason.
   * @throws {RangeError} If a limit is not a whole number from 1, a seed not a safe integer from 0, or the clock no
   * time that Python's calendar has.
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
      report ??= { ...(attempt.report ?? stopReport(attempt.stop!)), protection: this.protection.level };
      if (report.kind !== "loaded") return { program: report, outcomes: [], cpuMs };
      attempt.outcomes.forEach((outcome, at) => results[missing[at]] = outcome);
      leftMs -= attempt.wallMs;
      if (leftMs < 0) { for (const index of missingBefore(end, results)) results[index] = outOfTime(); }
      if (loaded && attempt.report?.kind !== "loaded") {
        results[missing[0]] = reloadFailure(attempt);
      } else if (attempt.stop && leftMs >= 0 && missing.length > 0 && !goesOn(attempt, request)) {
        const { at, together } = attempt.stop;
        if (together && !isOneByOne && request.state !== "shared") isOneByOne = true; // to see which it was
        else results[missing[at]] = await this.#ended(request, missing[at], attempt.stop, signal);
      }
      if (request.stopAtLimit) {
        const limit = results.findIndex((outcome) => outcome && !OWN_ENDS.includes(outcome.kind));
        if (limit >= 0) end = limit + 1;
      }
    }
  }

  /** How many workers were lost while they ran programs; each was replaced. */
  get workersLost(): number {
    return this.#workersLost;
  }

  /** Stops the workers, whatever they are doing; programs that run or wait end with a {@linkcode SandboxError}. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    this.#serve();
    await Promise.all([...this.#all].map((zygote) => zygote.close()));
    await Promise.all(this.#starting);
    await (await this.#withPandas?.catch(() => undefined))?.[Symbol.asyncDispose]();
  }

  /** The same kind of sandbox with pandas imported in its workers: the import outlasts most programs. */
  #ofPandas(): Promise<Sandbox> {
    const [command, hashSeed] = [this.#command, this.hashSeed];
    return this.#withPandas ??= start(command, hashSeed, PANDAS).then((zygote) =>
      new Sandbox({ command, hashSeed, zygote }, this.workers, this.protection, PANDAS)
    );
  }

  /** An attempt; when a busy machine kept the program from loading within its wall limit, another with twice that. */
  async #patiently(request: WorkerRequest, signal?: AbortSignal): Promise<Attempt> {
    const attempt = await this.#attempt(request, signal);
    const isOver = attempt.report || !isInconclusive(attempt.stop);
    return isOver ? attempt : await this.#attempt(slower(request), signal);
  }

  /** What became of the call that was running when its process ended; it has a second try if that says nothing. */
  async #ended(
    request: WorkerRequest,
    index: number,
    stop: Stop,
    signal?: AbortSignal,
  ): Promise<Outcome> {
    if (!isInconclusive(stop)) return stopOutcome(stop);
    const again = await this.#attempt(slower({ ...request, calls: [request.calls[index]] }), signal);
    if (again.report?.kind !== "loaded") return reloadFailure(again);
    return again.outcomes[0] ?? stopOutcome(again.stop!);
  }

  async #attempt(request: WorkerRequest, signal?: AbortSignal): Promise<Attempt> {
    for (let attempt = 1;; attempt++) {
      const zygote = await this.lend();
      try {
        signal?.throwIfAborted(); // it may have waited long
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

  /** A worker for one user, who must give it back. */
  lend(): Promise<Zygote> {
    const waiting = Promise.withResolvers<Zygote>();
    this.#waiting.push(waiting);
    this.#serve();
    return waiting.promise;
  }

  /** Takes a worker back for others. */
  takeBack(zygote: Zygote): void {
    if (!zygote.lost) this.#idle.push(zygote);
    else if (this.#all.delete(zygote) && !this.#closed) this.#workersLost++;
    this.#serve();
  }

  /** Hands idle workers to the longest-waiting runs, and starts more where too few are idle. */
  #serve(): void {
    if (this.#closed) { for (const { reject } of this.#waiting.splice(0)) reject(closed()); }
    while (this.#waiting.length > 0 && this.#idle.length > 0) {
      this.#waiting.shift()!.resolve(this.#idle.pop()!);
    }
    const most = Math.min(this.#waiting.length, this.workers - this.#all.size);
    while (this.#starting.size < most) this.#startAnother();
  }

  /** The longest-waiting run is told if it cannot start. */
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

/** Most calls sent to one child: when it ends early, the remaining ones have to be sent again. */
const MAX_CALLS = 8_192;

/** The first calls without an outcome. */
function missingBefore(
  end: number,
  results: readonly (Outcome | undefined)[],
  most: number = Infinity,
): number[] {
  const missing: number[] = [];
  for (let index = 0; index < end && missing.length < most; index++) if (!results[index]) missing.push(index);
  return missing;
}

/** The outcome of calls left over when a program used up its time on repeated calls. */
function outOfTime(): Outcome {
  return {
    kind: "wall-limit",
    message: "the calls took longer than all limits together",
    cpuMs: 0,
    idle: true,
  };
}

function closed(cause?: unknown): SandboxError {
  return new SandboxError("Cannot run the program: the sandbox is closed", { cause });
}

/** How often to try to start a worker. */
const STARTS = 3;

/** Another worker, beside the first or in the place of one that is gone. */
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

/** How a call that meets no limit ends. */
const OWN_ENDS: readonly string[] = ["returned", "raised", "unserialisable", "nondeterministic"];
