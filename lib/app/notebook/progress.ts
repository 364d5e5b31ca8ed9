import { escapeHtml } from "../../report/display.ts";
import { refuseOther } from "../../core/kinds.ts";
import type { Progress } from "../../core/types.ts";
import { visible } from "../../core/visible.ts";

/** The minimum time between updates, milliseconds, except before the last: front ends lose some updates of a burst. */
const INTERVAL_MS = 150;

/** The time between lines where lines cannot be overwritten, milliseconds. */
const LINES_MS = 30_000;

/**
 * A progress line: how much is done and how fast, and about how long the rest will take. In a notebook it is a
 * display updated in place, in a terminal an overwritten line, elsewhere a line on standard error every 30 s.
 *
 * @param what The name of the work, e.g. `Executing programs`.
 *
 * @example
 * ```ts ignore
 * await run(linguistic, { ...options, onProgress: progress("Executing programs") });
 * ```
 */
export function progress(what: string): (state: ProgressState) => void {
  refuseOther("show the progress of", what, "a text");
  let started = performance.now();
  const show = display();
  const name = visible(what);
  let told: Told[] = [];
  let last = -Infinity;
  return (state) => {
    const now = performance.now();
    const fresh = state.done - (state.known ?? 0);
    if (told.length > 0 && fresh < told.at(-1)!.fresh) [started, told] = [now, []]; // other work on the same line
    told.push({ seconds: (now - started) / 1000, fresh });
    while (told.length > 2 && told[1].seconds <= told.at(-1)!.seconds * (1 - RECENT)) told.shift();
    const isLast = state.done === state.total;
    if (!isLast && now - last < INTERVAL_MS) return;
    last = now;
    const line = () => progressLine(name, state, (performance.now() - started) / 1000, told[0]);
    show(line, isLast);
  };
}

/** The amount of work that was done at a time. */
interface Told {
  readonly seconds: number;
  readonly fresh: number;
}

/** The latest share of the elapsed time whose pace predicts the time left, since slow items may come last. */
const RECENT = 1 / 3;

/** The state of some work. */
export interface ProgressState extends Progress {
  /** The number of those that had been done before and do not count for the speed. */
  readonly known?: number;
  /** The number of those that failed. */
  readonly failed?: number;
  /** The number of tokens that a model has written. */
  readonly tokens?: number;
  /** The number of answers that the server writes at once. */
  readonly atOnce?: number;
  /** The name of the server's setting that lets it write more at once, if requests wait for their turn. */
  readonly raisedBy?: string;
}

/**
 * The text of a progress line.
 *
 * @param seconds The time since the beginning.
 * @param before The amount of work done at an earlier time: the pace since then gives the time left. @default nothing at 0 s
 *
 * @example
 * ```ts
 * import { progressLine } from "codebias/app/notebook/progress.ts";
 * import assert from "node:assert/strict";
 * assert.equal(progressLine("Running", { done: 30, total: 120 }, 15), "Running: 30 of 120, 2/s, about 45 s left");
 * ```
 */
export function progressLine(
  what: string,
  { done, total, known = 0, failed = 0, tokens, atOnce, raisedBy }: ProgressState,
  seconds: number,
  before: Told = { seconds: 0, fresh: 0 },
): string {
  const number = (value: number) => value.toLocaleString("en");
  const fresh = done - known;
  const parts = [`${what}: ${number(done)} of ${number(total)}`];
  if (known > 0) parts.push(`${number(known)} known before`);
  if (failed > 0) parts.push(`${number(failed)} failed`);
  if (done === total) parts.push(duration(seconds));
  if (seconds > 0 && fresh > 0) parts.push(rate(fresh / seconds));
  if (seconds > 0 && tokens) parts.push(`${significant(tokens / seconds)} tokens/s`);
  if (done < total && atOnce !== undefined) {
    const more = raisedBy === undefined ? "" : ` (${raisedBy} lets it answer more)`;
    parts.push(`the server answers ${number(atOnce)} at once${more}`);
  }
  if (done < total && fresh === 0 && tokens !== undefined) parts.push("waiting for the first token");
  if (done < total && fresh > 0) {
    const { seconds: from, fresh: then } = fresh > before.fresh ? before : { seconds: 0, fresh: 0 };
    parts.push(`about ${duration((seconds - from) / (fresh - then) * (total - done))} left`);
  }
  return parts.join(", ");
}

/** A rate as text, e.g. `1,200/s` or `12/min`. */
function rate(perSecond: number): string {
  const [value, unit] = perSecond >= 1 ? [perSecond, "s"] : [60 * perSecond, "min"];
  return `${significant(value)}/${unit}`;
}

function significant(value: number): string {
  return value.toLocaleString("en", { maximumSignificantDigits: 2 });
}

function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

/** Deno's interface to the notebook; undefined outside of a notebook, where Deno throws. */
function notebook(): typeof Deno.jupyter | undefined {
  try {
    return Deno.jupyter;
  } catch (error) {
    if (error instanceof Error && /only available in/.test(error.message)) return undefined;
    throw error;
  }
}

/** A function that shows a progress line; the text of the line is made when it is shown. */
function display(): (line: () => string, isLast: boolean) => void {
  const jupyter = notebook();
  if (jupyter) {
    const id = crypto.randomUUID();
    let shown: Promise<unknown> | undefined;
    return (line) => {
      const text = line();
      const options = { raw: true, display_id: id, update: shown !== undefined };
      const bundle = { "text/html": `<code>${escapeHtml(text)}</code>`, "text/plain": text };
      shown = (shown ?? Promise.resolve()).then(() => jupyter.display(bundle, options));
    };
  }
  const encoder = new TextEncoder();
  const write = (text: string) => void Deno.stderr.writeSync(encoder.encode(text));
  if (Deno.stderr.isTerminal()) {
    return (line, isLast) => write(`\r\x1b[K${line()}${isLast ? "\n" : ""}`);
  }
  let timer: ReturnType<typeof setInterval> | undefined;
  let latest: () => string;
  let hasWritten = false;
  return (line, isLast) => {
    latest = line;
    if (isLast) {
      clearInterval(timer);
      timer = undefined;
      if (hasWritten) write(`${line()}\n`);
    } else if (timer === undefined) {
      timer = setInterval(() => {
        hasWritten = true;
        write(`${latest()}\n`);
      }, LINES_MS);
      Deno.unrefTimer(timer); // so that failed work does not keep the process alive
    }
  };
}
