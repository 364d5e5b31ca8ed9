import type { Reply } from "../../core/types.ts";

/** How long answers are counted together at least, milliseconds. */
const SPAN_MS = 2_000;

/** How many answers a server really writes at once: those that have begun, not those that wait for their turn. */
export class Answering {
  readonly #now: () => number;
  #since: number;
  #writing = 0;
  #answers = 0;
  #before: number | undefined;

  /** @param now The time, milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#since = now();
  }

  /**
   * Counts an answer, if it says when it began.
   *
   * @param underWay Requests that are under way: as many answers are counted together, since they may end together.
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

  /** The mean of a while ago; undefined as long as that is not known. */
  get atOnce(): number | undefined {
    return this.#before === undefined ? undefined : Math.max(1, Math.round(this.#before));
  }
}
