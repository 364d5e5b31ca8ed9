import type { Execution, ExecutionRequest, Executor } from "../core/types.ts";
import { isFinished, readAttempt } from "./attempt.ts";
import { checkRequest } from "./limits.ts";
import { type Zygote, ZygoteLost } from "./protection/zygote.ts";
import type { Sandbox } from "./sandbox.ts";

/**
 * One process for all requests about a program, one after the other; for programs whose calls depend only on their
 * arguments, so that no call can notice earlier ones.
 *
 * A request that does not end with an outcome of its own for each call, e.g. because of a limit, is executed again, as are all
 * later requests, in separate processes. The session keeps one of the sandbox's workers until it ends.
 */
export class Session implements Executor, AsyncDisposable {
  #worker?: Zygote;
  #isOver = false;
  #latest: Promise<unknown> = Promise.resolve();

  constructor(private readonly sandbox: Sandbox) {}

  /** Executes as {@linkcode Sandbox.execute}. */
  execute(request: ExecutionRequest, signal?: AbortSignal): Promise<Execution> {
    const made = this.#latest.then(() => this.#executed(request, signal));
    this.#latest = Promise.allSettled([made]);
    return made;
  }

  async #executed(request: ExecutionRequest, signal?: AbortSignal): Promise<Execution> {
    checkRequest(request);
    signal?.throwIfAborted();
    const here = this.#isOver ? undefined : await this.#executedHere(request, signal);
    if (here) return here;
    this.#end();
    return await this.sandbox.execute(request, signal);
  }

  async #executedHere(request: ExecutionRequest, signal?: AbortSignal): Promise<Execution | undefined> {
    this.#worker ??= await this.sandbox.lend();
    signal?.throwIfAborted(); // it may have waited long
    try {
      const { report, outcomes, stop, cpuMs } = readAttempt(
        await this.#worker.request(request, true),
        request,
      );
      if (report?.kind !== "loaded" || stop || !outcomes.every(isFinished)) {
        return undefined;
      }
      return { program: { ...report, protection: this.sandbox.protection.level }, outcomes, cpuMs };
    } catch (error) {
      if (error instanceof ZygoteLost) return undefined;
      throw error;
    }
  }

  /** Ends the process, once it has executed all requests. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#latest;
    this.#end();
  }

  #end(): void {
    this.#isOver = true;
    if (!this.#worker) return;
    this.#worker.endStay();
    this.sandbox.takeBack(this.#worker);
    this.#worker = undefined;
  }
}
