/** The most requests at a time, unless the server batches more. */
export const USUAL_MOST = 64;

/** How many requests at a time. */
export interface PaceOptions {
  /** Fixed number; adaptive if left out. */
  readonly fixed?: number;
  /** Never more than this. @default 64 */
  readonly most?: number;
  /** The time, milliseconds. @default the clock */
  readonly now?: () => number;
}

/**
 * What counts as faster: the throughput must grow by this factor for another limit. A few requests more than the server
 * computes at a time keep it busy while answers travel; many more only wait.
 */
const GAIN = 1.05;

/** Failures that say that there were too many requests at once: each is told to {@linkcode Pace.busy}. */
export const TOO_MANY: readonly string[] = ["busy", "silence"];

/** Factor on the limit when the server is too busy. */
const SHRINK = 0.7;

/** How many answers at an unchanged limit come before another limit is tried, times the limit. */
const [FIRST_HOLD, LONGEST_HOLD] = [8, 64];

/**
 * Finds out how many requests at a time a server sustains.
 *
 * It begins with two and doubles while that makes the server faster, measured in tokens a second. Then it stays, and
 * tries more and fewer by turns from time to time, the less often the less there is to gain. A server that says that it
 * is busy gets fewer at once.
 */
export class Pace {
  readonly most: number;
  /** The time on this pace's clock, milliseconds. */
  readonly now: () => number;
  readonly #fixed: boolean;
  #limit: number;
  /** Answers since the limit changed, and the work and time of those that count. */
  #answers = 0;
  #work = 0;
  #since: number;
  #lastBusy = -Infinity;
  /** What the throughput is compared with, and the limit that gave it. */
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

  /** How many requests may be under way now. */
  get limit(): number {
    return this.#limit;
  }

  /** Counts an answer; `work` is its tokens, or 1 where they are not known. */
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

  /** Counts a request that the server was too busy for, or left waiting; `startedAt` on the same clock. */
  busy(startedAt: number): void {
    if (this.#fixed || startedAt < this.#lastBusy) return;
    this.#lastBusy = this.now();
    this.#best = undefined;
    this.#stage = "holding";
    this.#hold = Math.min(2 * this.#hold, LONGEST_HOLD);
    this.#up = true;
    this.#change(Math.max(1, Math.floor(SHRINK * this.#limit)));
  }

  /** How many answers to let pass, since they were asked for at another limit, and how many to measure then. */
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
