import { setTimeout as delay } from "node:timers/promises";
import { ModelError, type ModelFailure } from "../../core/errors.ts";
import { isWhole, mustBe } from "../../core/kinds.ts";
import { settled } from "../../core/nearest.ts";

const PERSISTENCE = {
  /** The number of requests for one sample, including the first; several times as many for failures that pass with time. */
  tries: 5,
  /** The wait before the second request, milliseconds; it doubles for each later one. */
  firstWaitMs: 500,
  /** The longest wait, milliseconds. */
  longestWaitMs: 30_000,
  /** The longest wait when the server asks for one, milliseconds. */
  longestAskedMs: 120_000,
};

/** The settings for retries. */
export type Persistence = Readonly<typeof PERSISTENCE>;

/**
 * The extra tries per retry for failures that pass with time: a model is loaded, or a rate limit of a minute is over. None if the
 * server asks for longer waits than there are, because its limit is one of hours.
 */
const PASS_WITH_TIME: Readonly<Partial<Record<ModelFailure, number>>> = { busy: 3, unreachable: 1 };

/** Options for retrying. */
export interface RetryOptions {
  readonly persistence?: Partial<Persistence>;
  /** Ends the retries, also during a wait, with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called with each failure after which there is another try. */
  readonly onRetry?: (error: ModelError, tries: number) => void;
}

/**
 * Repeats an action on a server until it succeeds, as long as retrying can help, with longer and longer waits.
 *
 * @param action The action; its argument is the number of the try, from 1.
 * @throws {ModelError} The last failure, when the tries are used up, or at once if another try cannot help.
 * @throws {RangeError} If the number of tries is not an integer of at least 1, or a setting is unknown.
 */
export async function retry<R>(
  action: (tries: number) => Promise<R>,
  { persistence = {}, signal, onRetry }: RetryOptions = {},
): Promise<R> {
  const how = settled(persistence, PERSISTENCE);
  mustBe(isWhole(how.tries, 1), `ask ${how.tries} times for a sample`, "an integer >= 1");
  for (let tries = 1;; tries++) {
    try {
      return await action(tries);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      const wait = waitAfter(error, tries, how);
      if (wait === undefined) throw final(error, tries);
      onRetry?.(error, tries);
      await sleep(wait, signal);
    }
  }
}

/** The wait before the next try, milliseconds; undefined if there is no next try. */
function waitAfter(error: ModelError, tries: number, how: Persistence): number | undefined {
  const { retry, failure, retryAfterMs = 0 } = error;
  const more = retryAfterMs > how.longestAskedMs ? 0 : PASS_WITH_TIME[failure] ?? 0;
  const allowed = how.tries + (how.tries - 1) * more;
  if (!retry || tries >= allowed) return undefined;
  const spread = 0.75 + Math.random() / 2; // so that requests that failed together do not come back together
  const wait = spread * Math.min(how.longestWaitMs, how.firstWaitMs * 2 ** (tries - 1));
  return Math.max(Math.min(retryAfterMs, how.longestAskedMs), wait);
}

function final(error: ModelError, tries: number): ModelError {
  if (tries === 1) return error;
  const { message, failure, retry, forAll, retryAfterMs, cause } = error;
  return new ModelError(`${message} (asked ${tries} times)`, { failure, retry, forAll, retryAfterMs, cause });
}

/** Waits; a signal ends the wait with its reason. */
async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
