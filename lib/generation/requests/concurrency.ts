/** The maximum number of requests at a time, unless the server batches more. */
export const USUAL_MOST = 64;

/** Options for the number of requests at a time. */
export interface PaceOptions {
  /** A fixed number of requests. @default adaptive */
  readonly fixed?: number;
  /** The maximum number. @default 64 */
  readonly most?: number;
  /** A function that returns the time, milliseconds. @default the clock */
  readonly now?: () => number;
}

/**
 * The factor by which the throughput must grow for another limit to count as faster. A few requests more than the server
 * computes at a time keep it busy while answers are transferred; many more would only wait.
 */
const GAIN = 1.05;

/** The failures that mean that there were too many requests at once: each is reported to {@linkcode Pace.busy}. */
export const TOO_MANY: readonly string[] = ["busy", "silence"];

/** The factor by which the limit shrinks when the server is too busy. */
const SHRINK = 0.7;

/** The number of answers before another limit is tried, as a multiple of the limit: at first, and at most. */
const [FIRST_HOLD, LONGEST_HOLD] = [8, 64];

/**
 * Finds out the number of requests at a time that a server sustains.
 *
 * The limit begins with two and doubles while that makes the server faster, measured in tokens a second. Then it stays, and
 * from time to time alternately a higher and a lower limit is tried, less often if these bring no gain. When a server reports
 * that it is busy, the limit shrinks at once.
 */
export class Pace {
  readonly most: number;
  /** The time on this pace's clock, milliseconds. */
  readonly now: () => number;
  readonly #fixed: boolean;
  #limit: number;
  /** The number of answers since the limit changed, and the work and the start time of the counted ones. */
  #answers = 0;
  #work = 0;
  #since: number;
  #lastBusy = -Infinity;
  /** The throughput for comparison, and the limit that gave it. */
  #best: { limit: number; rate: number } | undefined;
  #stage: "doubling" | "holding" | "trying" = "doubling";
  #hold = FIRST_HOLD;
  #up = true;

  /** @throws {RangeError} If a number of requests is not a whole number from 1. */
  constructor({ fixed, most = USUAL_MOST, now = () => performance.now() }: PaceOptions = {}) {
    for (const count of [fixed ?? 1, most]) {
      if (Number.isInteger(count) && count >= 1) continue;
      throw new RangeError(`Cannot ask ${count} times at once: it takes a whole number from 1`);
    }
    this.#fixed = fixed !== undefined;
    this.most = fixed ?? most;
    this.#limit = fixed ?? Math.min(2, most);
    this.now = now;
    this.#since = now();
  }

  /** The current limit of requests under way. */
  get limit(): number {
    return this.#limit;
  }

  /** Counts an answer; `work` is its number of tokens, or 1 if that is not known. */
  answered(work: number): void {
    if (this.#fixed) return;
    this.#answers++;
    const [skipped, counted] = this.#window();
    if (this.#answers <= skipped) {
      this.#since = this.now();
      return;
    }
    this.#work += work;
    if (this.#answers - skipped >= counted) {
      this.#decide(this.#work / Math.max(this.now() - this.#since, 1e-3));
    }
  }

  /** Counts a request that a busy server refused or left waiting; `startedAt` is on the same clock. */
  busy(startedAt: number): void {
    if (this.#fixed || startedAt < this.#lastBusy) return;
    this.#lastBusy = this.now();
    this.#best = undefined;
    this.#stage = "holding";
    this.#hold = Math.min(2 * this.#hold, LONGEST_HOLD);
    this.#up = true;
    this.#change(Math.max(1, Math.floor(SHRINK * this.#limit)));
  }

  /** The number of answers to skip, since they were asked for at another limit, and the number to measure then. */
  #window(): [number, number] {
    if (this.#stage === "doubling") return [0, Math.max(2, this.#limit)];
    if (this.#stage === "trying") return [this.#limit, 3 * this.#limit];
    return [this.#limit, Math.max(16, this.#hold * this.#limit)];
  }

  #decide(rate: number): void {
    if (this.#stage === "doubling") return this.#decideDoubling(rate);
    if (this.#stage === "holding") {
      this.#best = { limit: this.#limit, rate };
      const next = this.#up
        ? Math.min(this.most, this.#limit + Math.ceil(this.#limit / 2))
        : Math.max(1, Math.floor(0.75 * this.#limit));
      this.#up = !this.#up;
      this.#stage = next === this.#limit ? "holding" : "trying";
      return this.#change(next);
    }
    const { limit, rate: before } = this.#best!;
    const better = rate >= GAIN * before;
    this.#stage = "holding";
    this.#hold = better ? FIRST_HOLD : Math.min(2 * this.#hold, LONGEST_HOLD);
    this.#change(better ? this.#limit : limit);
  }

  #decideDoubling(rate: number): void {
    const faster = !this.#best || rate >= GAIN * this.#best.rate;
    if (faster) this.#best = { limit: this.#limit, rate };
    if (faster && this.#limit < this.most) return this.#change(Math.min(this.most, 2 * this.#limit));
    this.#stage = "holding";
    this.#change(this.#best!.limit);
  }

  #change(limit: number): void {
    this.#limit = limit;
    this.#answers = 0;
    this.#work = 0;
    this.#since = this.now();
  }
}
