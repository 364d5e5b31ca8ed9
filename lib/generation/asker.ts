import { ModelError } from "../core/errors.ts";
import type { GenerationRequest, Reply } from "../core/types.ts";
import { isThere } from "./requests/failures.ts";
import type { Model } from "./model.ts";
import { Pace, TOO_MANY } from "./requests/concurrency.ts";
import { retry, type RetryOptions } from "./requests/retry.ts";

/** Failures that every other request will meet, too. */
const FOR_ALL: readonly string[] = ["unreachable", "no-such-model"];

/** An answer, and how many requests it took. */
export interface Answered {
  readonly reply: Reply;
  readonly tries: number;
}

/** How to ask a model for many samples. */
export interface AskerOptions extends RetryOptions {
  /** How many requests at a time. @default adaptive */
  readonly pace?: Pace;
}

/**
 * Asks a model with as many requests at once as its server sustains; retries where that can help.
 *
 * Once the server is lost, or does not have the model, no further request is made: all other samples fail at once.
 */
export class Asker {
  readonly pace: Pace;
  readonly #model: Model;
  readonly #options: AskerOptions;
  readonly #waiting: PromiseWithResolvers<void>[] = [];
  #active = 0;
  #lost: ModelError | undefined;

  constructor(model: Model, options: AskerOptions = {}) {
    this.#model = model;
    this.#options = options;
    this.pace = options.pace ?? new Pace();
    options.signal?.addEventListener("abort", () => this.#wake(Infinity), { once: true });
  }

  /**
   * Asks for one sample.
   *
   * @param keep What to do with the answer while the request still counts as under way, e.g. to store it; what it
   * returns is the answer that counts.
   * @throws {ModelError} When the tries are used up, or at once if another try cannot help.
   */
  async ask(
    request: GenerationRequest,
    keep = (answered: Answered): Answered => answered,
  ): Promise<Answered> {
    await this.#slot();
    try {
      return keep(await retry((tries) => this.#try(request, tries), this.#options));
    } catch (error) {
      if (error instanceof ModelError && isForAll(error)) this.#lost ??= hopeless(error);
      throw error;
    } finally {
      this.#active--;
      this.#wake(this.pace.limit - this.#active);
    }
  }

  async #try(request: GenerationRequest, tries: number): Promise<Answered> {
    if (this.#lost) throw this.#lost;
    const startedAt = this.pace.now();
    try {
      const reply = await this.#model.ask(request, { signal: this.#options.signal });
      this.pace.answered(reply.completionTokens || 1);
      return { reply, tries };
    } catch (error) {
      if (error instanceof ModelError && TOO_MANY.includes(error.failure)) this.pace.busy(startedAt);
      throw error;
    }
  }

  async #slot(): Promise<void> {
    while (this.#active >= this.pace.limit && !this.#options.signal?.aborted) {
      const turn = Promise.withResolvers<void>();
      this.#waiting.push(turn);
      await turn.promise;
    }
    this.#options.signal?.throwIfAborted();
    this.#active++;
  }

  #wake(count: number): void {
    for (const turn of this.#waiting.splice(0, Math.max(0, count))) turn.resolve();
  }
}

function isForAll({ failure, cause }: ModelError): boolean {
  return FOR_ALL.includes(failure) && !isThere(cause);
}

/** The failure of samples that the server was never asked for. */
function hopeless({ message, failure, cause }: ModelError): ModelError {
  return new ModelError(`Not asked for, since before: ${message}`, { failure, retry: false, cause });
}
