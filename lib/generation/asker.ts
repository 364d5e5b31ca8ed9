import { ModelError } from "../core/errors.ts";
import type { GenerationRequest, Prompt, Reply } from "../core/types.ts";
import { isThere } from "./requests/failures.ts";
import type { Model } from "./model.ts";
import { Pace, TOO_MANY } from "./requests/concurrency.ts";
import { retry, type RetryOptions } from "./requests/retry.ts";

/** The time for which a failed server gets no request as long as other servers answer, milliseconds. */
const REST_MS = 30_000;

/** The number of failures in a row after which a server gets no request for a while, and of refused prompts after which none does. */
const MOST_IN_A_ROW = 4;

/** The time without any answer after which a sample that failed because servers are busy fails all others, milliseconds. */
const BUSY_MS = 900_000;

/** An answer, and the number of requests that were sent for it. */
export interface Answered {
  readonly reply: Reply;
  readonly tries: number;
}

/** Options for asking a model for many samples. */
export interface AskerOptions extends RetryOptions {
  /** The number of requests at a time, for each server. @default adaptive */
  readonly pace?: Pace | ((server: Model) => Pace);
}

/** One of the servers that have the model. */
interface Lane {
  readonly server: Model;
  readonly pace: Pace;
  active: number;
  /** The number of failures since the server's last answer that may be the server's fault. */
  failures: number;
  /** The refusals since the server's last answer, by prompt, for reasons that may not lie with the prompt. */
  readonly refusals: Map<Prompt, ModelError[]>;
  /** When the server was given up for a while, as a `performance.now` time. */
  failedAt?: number;
}

/** The server at which a request counts as under way; undefined while the request waits for another server. */
interface Place {
  lane: Lane | undefined;
}

/**
 * Asks a model with as many requests at once as its servers sustain, each server at its own pace; retries where that can help.
 * If a server cannot be reached, its requests go to the other servers at once; after some failures in a row, new requests
 * do, too. From time to time the failed server gets one request again.
 *
 * Once all servers are lost, lack the model, refuse one prompt after the other for a reason that does not lie with the prompts,
 * e.g. an account without credit, or stay busy, e.g. because a quota is used up, no further request is made: all
 * other samples fail at once.
 */
export class Asker {
  readonly #options: AskerOptions;
  readonly #lanes: readonly Lane[];
  readonly #answering = new Answering();
  readonly #waiting: PromiseWithResolvers<void>[] = [];
  /** The requests that wait for a server other than the one that failed them. */
  readonly #moving: PromiseWithResolvers<void>[] = [];
  #lost: ModelError | undefined;
  /** The sending time of the first request since the latest answer that met a busy server, on the pace's clock. */
  #busySince: number | undefined;
  /** The number of requests that servers are handling now. */
  #open = 0;

  constructor(model: Model, options: AskerOptions = {}) {
    this.#options = options;
    const { pace = () => new Pace(), signal } = options;
    const paceOf = typeof pace === "function" ? pace : () => pace;
    this.#lanes = (model.servers ?? [model]).map((server) => (
      { server, pace: paceOf(server), active: 0, failures: 0, refusals: new Map() }
    ));
    signal?.addEventListener("abort", () => this.#wake(Infinity), { once: true });
  }

  /** The maximum number of requests under way. */
  get most(): number {
    return this.#lanes.reduce((sum, { pace }) => sum + pace.most, 0);
  }

  /** The number of requests under way now, including those that servers let wait. */
  get underWay(): number {
    return this.#lanes.reduce((sum, { active }) => sum + active, 0);
  }

  /** The number of answers that the servers really write at once; undefined as long as it is not known. */
  get atOnce(): number | undefined {
    return this.#answering.atOnce;
  }

  /**
   * Asks for one sample.
   *
   * @param keep Called with the answer while the request still counts as under way, e.g. to store it; its result is used as
   * the answer.
   * @throws {ModelError} When the tries are used up, or at once if another try cannot help.
   */
  async ask(
    request: GenerationRequest,
    keep = (answered: Answered): Answered => answered,
  ): Promise<Answered> {
    const place: Place = { lane: await this.#slot() };
    try {
      return keep(await retry((tries) => this.#try(request, tries, place), this.#options));
    } catch (error) {
      if (error instanceof ModelError && (isForAll(error, place.lane) || this.#isBusyForEver(error, place))) {
        this.#lost ??= hopeless(error);
      }
      throw error;
    } finally {
      this.#leave(place);
    }
  }

  /** Asks a server; after a failure another one, if there are several. */
  async #try(request: GenerationRequest, tries: number, place: Place): Promise<Answered> {
    if (tries > 1 && this.#lanes.length > 1) {
      const before = place.lane;
      this.#leave(place);
      place.lane = await this.#slot(before);
    }
    for (;;) {
      if (this.#lost) throw this.#lost;
      const lane = place.lane ??= await this.#slot();
      const [, again] = lane.refusals.get(request.prompt) ?? [];
      if (again && !this.#rests(lane)) throw hopeless(again);
      const startedAt = lane.pace.now();
      this.#open++;
      try {
        const reply = await lane.server.ask(request, { signal: this.#options.signal });
        lane.pace.answered(reply.completionTokens || 1);
        [lane.failures, lane.failedAt] = [0, undefined];
        lane.refusals.clear();
        this.#busySince = undefined;
        this.#answering.answered(reply, this.underWay);
        return { reply, tries };
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        if (TOO_MANY.includes(error.failure)) lane.pace.busy(startedAt);
        if (error.failure === "busy") this.#busySince ??= startedAt;
        else if (!error.retry) this.#busySince = undefined; // the server has read the request
        if (error.retry) lane.failures++;
        if (error.forAll === "perhaps") lane.refusals.getOrInsert(request.prompt, []).push(error);
        const isOfServer = error.forAll === "perhaps" || isForAll(error, lane);
        if (isOfServer || lane.failures >= MOST_IN_A_ROW) lane.failedAt = performance.now();
        if (!isOfServer || !this.#rests(lane)) throw error;
      } finally {
        this.#open--;
      }
      this.#leave(place);
    }
  }

  #isBusyForEver({ failure }: ModelError, { lane }: Place): boolean {
    if (failure !== "busy" || !lane || this.#open > 0) return false; // open requests may still be answered
    return lane.pace.now() - (this.#busySince ?? Infinity) > BUSY_MS;
  }

  #leave(place: Place): void {
    const { lane } = place;
    if (!lane) return;
    place.lane = undefined;
    lane.active--;
    this.#wake(this.#room(lane));
  }

  /** The number of further requests that a server may get. */
  #room(lane: Lane): number {
    const { pace, active, failedAt = 0 } = lane;
    if (!this.#rests(lane)) return pace.limit - active;
    return active === 0 && performance.now() - failedAt > REST_MS ? 1 : 0;
  }

  /** Whether a server is given up for a while; never if all are. */
  #rests({ failedAt }: Lane): boolean {
    return failedAt !== undefined && this.#lanes.some((lane) => lane.failedAt === undefined);
  }

  /** The least used of the servers with room; undefined if none has room. */
  #roomiest(lanes: readonly Lane[]): Lane | undefined {
    const use = ({ active, pace }: Lane) => active / pace.limit;
    return lanes.filter((lane) => this.#room(lane) > 0)
      .reduce((best: Lane | undefined, lane) => best && use(best) <= use(lane) ? best : lane, undefined);
  }

  /** Waits for a server with room. @param except A server that is avoided as long as others are not given up. */
  async #slot(except?: Lane): Promise<Lane> {
    for (;;) {
      this.#options.signal?.throwIfAborted();
      const others = this.#lanes.filter((lane) => lane !== except);
      const lane = this.#roomiest(others.every((lane) => this.#rests(lane)) ? this.#lanes : others);
      if (lane) {
        lane.active++;
        return lane;
      }
      const turn = Promise.withResolvers<void>();
      (except ? this.#moving : this.#waiting).push(turn);
      await turn.promise;
    }
  }

  #wake(count: number): void {
    const next = this.#waiting.splice(0, Math.max(0, count));
    for (const turn of [...this.#moving.splice(0), ...next]) turn.resolve();
  }
}

function isForAll({ forAll, cause }: ModelError, lane: Lane | undefined): boolean {
  if (forAll === "perhaps") return lane !== undefined && lane.refusals.size >= MOST_IN_A_ROW;
  return forAll && !isThere(cause);
}

/** The failure of samples for which no request was sent. */
function hopeless({ message, failure, cause }: ModelError): ModelError {
  return new ModelError(`Not asked for, since before: ${message}`, { failure, retry: false, cause });
}

/** The minimum time over which answers are counted together, milliseconds. */
const SPAN_MS = 2_000;

/** A counter of the answers that a server writes at once: answers that have begun, without requests that wait. */
export class Answering {
  readonly #now: () => number;
  #since: number;
  #writing = 0;
  #answers = 0;
  #before: number | undefined;

  /** @param now A function that returns the time, milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#since = now();
  }

  /**
   * Counts an answer, if the time of its first token is known.
   *
   * @param underWay The number of requests under way: at least as many answers are counted together, as they may end together.
   */
  answered({ firstTokenMs, totalMs }: Pick<Reply, "firstTokenMs" | "totalMs">, underWay: number): void {
    if (firstTokenMs === undefined) return;
    this.#writing += totalMs - firstTokenMs;
    this.#answers++;
    const spent = this.#now() - this.#since;
    if (spent < SPAN_MS || this.#answers < underWay) return;
    this.#before = this.#writing / spent;
    this.#writing = this.#answers = 0;
    this.#since = this.#now();
  }

  /** The mean over the last complete period, at least 1; undefined before the first one. */
  get atOnce(): number | undefined {
    return this.#before === undefined ? undefined : Math.max(1, Math.round(this.#before));
  }
}
