import { encodeRequest, encodeStart, NO_MORE, type WorkerRequest } from "../probing/frames.ts";
import { HARNESSES } from "../harness.ts";
import { WORKER, WORKER_PATH, workerEnvironment } from "./interpreter.ts";

/** The information that a worker sends about itself when it has started. */
export interface WorkerInfo {
  readonly version: number;
  readonly python: string;
  readonly kernel: string;
  readonly machine: string;
  readonly uid: number;
  /** Whether every program gets a process namespace of its own. */
  readonly pidNamespace: boolean;
  /** Whether there is a list of allowed system calls for this processor. */
  readonly filter: boolean;
  /** The version of Landlock that protects files; 0 for none. */
  readonly landlock: number;
  /** The results of the trial: what a child had or could no longer do after giving up its rights. */
  readonly trial: Readonly<
    Record<
      "confined" | "noSockets" | "noSignals" | "noFiles" | "noWriting" | "noProcesses" | "ownProcesses",
      boolean
    >
  >;
}

/** A worker's report on one child, with the child's own claims in `log`. */
export interface WorkerReply {
  readonly exit: number | null;
  readonly signal: number | null;
  readonly stop: "cpu-limit" | "wall-limit" | null;
  /** The call that was running in the end, as the child claims, from 1; 0 during loading. */
  readonly running: number;
  /** Whether a later call may have been the running one, as the child claims, since calls were made together. */
  readonly together: boolean;
  /** The processor time of the running call at the last check before it ended or was stopped, milliseconds. */
  readonly spentMs: number;
  /** The processor time of the whole child, milliseconds. */
  readonly cpuMs: number;
  readonly wallMs: number;
  /** The records of the child: claims, which must be strictly checked. */
  readonly log: Uint8Array<ArrayBuffer>;
}

/** The error that the zygote died during a request, which is a failure of the sandbox, not of the program. */
export class ZygoteLost extends Error {
  override readonly name = "ZygoteLost";
}

/** The error that a worker could not be started; the message is its output on standard error. */
export class ZygoteNotStarted extends Error {
  override readonly name = "ZygoteNotStarted";
}

/** The time beyond all limits after which a silent worker is given up, milliseconds. */
const GRACE_MS = 5_000;
/** The maximum delay with which the worker notices a limit, milliseconds. */
const PAUSE_MS = 25;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The bytecode of the worker and the harnesses, which the first worker of a command line compiles for all others. */
const CODE = new Map<string, Uint8Array>();

/**
 * One long-lived worker process in its container, which serves one request at a time. While it has no request, it does not
 * keep this process alive, and ends with it.
 */
export class Zygote {
  #lost = false;

  private constructor(
    private readonly process: Deno.ChildProcess,
    private readonly writer: WritableStreamDefaultWriter<Uint8Array>,
    private readonly input: FrameReader,
    readonly info: WorkerInfo,
  ) {}

  /**
   * Starts a worker.
   *
   * @param command The worker's command line, see `launch.ts`.
   * @param hashSeed Python's hash seed, which determines the order of the items of a set.
   * @param ready Programs of this project that are run once, before all others, for their imports.
   * @throws {ZygoteNotStarted} If the container or the interpreter does not start.
   */
  static async start(
    command: readonly string[],
    hashSeed = 0,
    ready: readonly string[] = [],
  ): Promise<Zygote> {
    const [program, ...args] = command;
    let process: Deno.ChildProcess;
    try {
      process = new Deno.Command(program, {
        args,
        cwd: "/",
        clearEnv: true,
        env: { ...workerEnvironment(hashSeed), PATH: WORKER_PATH },
        stdin: "piped",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
    } catch (cause) {
      if (cause instanceof Deno.errors.NotCapable) throw cause;
      throw new ZygoteNotStarted(`No such command: ${program}`, { cause });
    }
    const complaint = new Response(process.stderr).text(); // read to the end, so that the pipe never fills
    const input = new FrameReader(process.stdout);
    const writer = process.stdin.getWriter();
    const alike = JSON.stringify([command.filter((_, index) => command[index - 1] !== "-c"), ready]);
    try {
      const sending = writer.write(encodeStart([WORKER, ...HARNESSES, ...ready], CODE.get(alike)));
      const [{ info, log }] = await Promise.all([input.info(), sending]);
      if (log.length > 0) CODE.set(alike, log);
      process.unref();
      return new Zygote(process, writer, input, info);
    } catch (cause) {
      CODE.delete(alike);
      await process.status;
      throw new ZygoteNotStarted(await complaint, { cause });
    }
  }

  /** Whether the process has died and must be replaced. */
  get lost(): boolean {
    return this.#lost;
  }

  /**
   * Runs one program in a new child, or in the child that has stayed.
   *
   * @param stays Whether the child is to wait for another request after it has made all calls.
   * @throws {ZygoteLost} If the worker process dies, gives an invalid answer or does not answer.
   */
  async request(request: WorkerRequest, stays = false): Promise<WorkerReply> {
    const frame = encodeRequest(request, stays);
    const longest = (2 * request.calls.length + 2) * (request.limits.wallMs + PAUSE_MS) + GRACE_MS;
    const timer = setTimeout(() => this.kill(), Math.min(longest, LONGEST_TIMER_MS));
    this.process.ref();
    try {
      const sending = this.writer.write(frame);
      const [reply] = await Promise.all([this.input.reply(), sending]);
      return reply;
    } catch (cause) {
      this.#lost = true;
      this.kill();
      throw new ZygoteLost("The sandbox's worker process died", { cause });
    } finally {
      clearTimeout(timer);
      if (!this.#lost) this.process.unref(); // the end of a lost process must be waited for
    }
  }

  /** Ends a child that has stayed; the next request need not wait for its end. */
  endStay(): void {
    this.writer.write(NO_MORE).catch(() => this.kill());
  }

  /** Ends the worker and the program that it is running. */
  kill(): void {
    this.#lost = true;
    try {
      this.process.kill("SIGKILL");
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // it had ended already
    }
  }

  /** Ends the worker and waits until it is gone. */
  async close(): Promise<void> {
    this.kill();
    this.process.ref();
    await this.writer.abort();
    await this.input.cancel();
    await this.process.status;
  }
}

/** The size of a reply without its log, as worker/zygote.py packs it. */
const REPLY_BYTES = 42;
const STOPS = [null, "cpu-limit", "wall-limit"] as const;

/** Reads a worker's frames from a stream. */
class FrameReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
  #chunk: Uint8Array<ArrayBuffer> = new Uint8Array(0);

  constructor(stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
    this.#reader = stream.getReader();
  }

  /** Reads the first frame of a worker: its information, and bytecode. */
  async info(): Promise<{ info: WorkerInfo; log: Uint8Array<ArrayBuffer> }> {
    const length = new DataView((await this.#exactly(4)).buffer).getUint32(0, true);
    const { log, ...info } = JSON.parse(new TextDecoder().decode(await this.#exactly(length)));
    return { info, log: await this.#exactly(log) };
  }

  async reply(): Promise<WorkerReply> {
    const view = new DataView((await this.#exactly(REPLY_BYTES)).buffer);
    const [exit, signal] = [view.getInt32(0, true), view.getInt32(4, true)];
    return {
      exit: exit < 0 ? null : exit,
      signal: signal < 0 ? null : signal,
      stop: STOPS[view.getUint8(8)],
      running: view.getUint32(9, true),
      together: view.getUint8(13) !== 0,
      spentMs: view.getFloat64(14, true),
      cpuMs: view.getFloat64(22, true),
      wallMs: view.getFloat64(30, true),
      log: await this.#exactly(view.getUint32(38, true)),
    };
  }

  async cancel(): Promise<void> {
    await this.#reader.cancel();
  }

  async #exactly(count: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(count);
    let done = 0;
    while (done < count) {
      if (this.#chunk.length === 0) {
        const { value, done: ended } = await this.#reader.read();
        if (ended) throw new Error("the stream ended");
        this.#chunk = value;
      }
      const part = this.#chunk.subarray(0, count - done);
      bytes.set(part, done);
      done += part.length;
      this.#chunk = this.#chunk.subarray(part.length);
    }
    return bytes;
  }
}
