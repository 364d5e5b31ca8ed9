import { ModelError } from "../../core/errors.ts";
import { settled } from "../../core/nearest.ts";
import type { Patience } from "../model.ts";

export const PATIENCE: Patience = { connectMs: 10_000, firstTokenMs: 300_000, idleMs: 60_000 };

/**
 * Completes some timeouts with the default values.
 *
 * @throws {RangeError} If a name is unknown; names the nearest.
 */
export function patienceOf(some: Partial<Patience> = {}): Patience {
  return settled(some, PATIENCE);
}

/** The longest time of a timer, milliseconds; a longer wait sets the timer again. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Ends a request that the server does not answer in time, or that the caller gives up.
 *
 * The signal is passed to `fetch`; each token restarts the watch.
 */
export class Watch implements Disposable {
  /** Aborted with a {@linkcode ModelError} after too long a silence, or with the caller's own reason. */
  readonly signal: AbortSignal;
  readonly #ending = new AbortController();
  readonly #what: string;
  readonly #caller: AbortSignal | undefined;
  readonly #callerEnds = () => this.#ending.abort(this.#caller!.reason);
  /** A promise that never resolves; it is rejected when the signal is aborted. */
  readonly #ended: Promise<never>;
  #limit = { ms: 0, otherwise: "" };
  /** The time when the silence becomes too long, and the time of the timer's next check; milliseconds. */
  #deadline = 0;
  #looksAt = Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param what The name of the server in messages, e.g. `The Ollama server at http://127.0.0.1:11434`.
   * @param ms The time to wait for the first response, milliseconds.
   * @param caller The caller's signal.
   */
  constructor(what: string, ms: number, caller?: AbortSignal) {
    this.#what = what;
    this.#caller = caller;
    this.signal = this.#ending.signal;
    const { promise, reject } = Promise.withResolvers<never>();
    this.#ended = promise;
    Promise.allSettled([promise]); // avoids an unhandled rejection if no step is waiting
    this.signal.addEventListener("abort", () => reject(this.signal.reason), { once: true });
    if (caller?.aborted) this.#callerEnds();
    else caller?.addEventListener("abort", this.#callerEnds, { once: true });
    this.restart(ms, "did not begin to answer");
  }

  /**
   * Waits for a step of the request, at most until the signal is aborted. Passing the signal to `fetch` is not enough:
   * after the headers, its connection to the body may be garbage-collected, and the body then waits for ever.
   *
   * @throws The signal's reason, once it is aborted.
   */
  race<R>(step: Promise<R>): Promise<R> {
    return Promise.race([this.#ended, step]);
  }

  /** As {@linkcode race}, for a response; a response that comes too late is closed. */
  async response(sending: Promise<Response>): Promise<Response> {
    try {
      return await this.race(sending);
    } catch (error) {
      Promise.allSettled([sending.then((late) => late.body?.cancel())]);
      throw error;
    }
  }

  /** Restarts the wait. Cheap, since it is called for every token: a timer that fires too early is only set again. */
  restart(ms: number, otherwise = "stopped in the middle of an answer"): void {
    this.#limit = { ms, otherwise };
    this.#deadline = performance.now() + ms;
    if (this.#looksAt > this.#deadline) this.#lookAt(this.#deadline);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener("abort", this.#callerEnds);
  }

  #lookAt(time: number): void {
    clearTimeout(this.#timer);
    this.#looksAt = time;
    this.#timer = setTimeout(() => {
      if (performance.now() < this.#deadline) this.#lookAt(this.#deadline);
      else this.#ending.abort(this.#silent());
    }, Math.min(Math.max(0, time - performance.now()), LONGEST_TIMER_MS));
  }

  #silent(): ModelError {
    const { ms, otherwise } = this.#limit;
    return new ModelError(
      `${this.#what} ${otherwise}: nothing came for ${
        ms / 1000
      } s; if it needs more time, raise the idle limit`,
      { failure: "silence" },
    );
  }
}
