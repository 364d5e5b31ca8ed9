import { escapeHtml } from "../../report/display.ts";
import { refuseOther } from "../../core/kinds.ts";
import type { Progress } from "../../core/types.ts";
import { visible } from "../../core/visible.ts";

/** Updates closer together than this are left out, except the last: front ends lose some of a burst. */
const INTERVAL_MS = 150;

/** Time between lines where none can be overwritten. */
const LINES_MS = 30_000;

/**
 * A progress line: what is done and how fast, what is left, how long it will take. In a notebook it is a
 * display updated in place, in a terminal an overwritten line, elsewhere a line on standard error every 30 s.
 *
 * @param what What is going on, e.g. `Executing programs`.
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
    if (told.length > 0 && fresh < told.at(-1)!.fresh) [started, told] = [now, []]; // other work, told by the same line
    told.push({ seconds: (now - started) / 1000, fresh });
    while (told.length > 2 && told[1].seconds <= told.at(-1)!.seconds * (1 - RECENT)) told.shift();
    const isLast = state.done === state.total;
    if (!isLast && now - last < INTERVAL_MS) return;
    last = now;
    const line = () => progressLine(name, state, (performance.now() - started) / 1000, told[0]);
    show(line, isLast);
  };
}

/** How much had been done at some time. */
interface Told {
  readonly seconds: number;
  readonly fresh: number;
}

/** The share of the time so far whose pace says how long the rest takes: what is slow may come last. */
const RECENT = 1 / 3;

/** How far something has come. */
export interface ProgressState extends Progress {
  /** How many of those had been done before, which says nothing about speed. */
  readonly known?: number;
  /** How many of those failed. */
  readonly failed?: number;
  /** Tokens that a model has written. */
  readonly tokens?: number;
  /** How many answers the server writes at once. */
  readonly atOnce?: number;
  /** What lets it write more at once, where many wait for their turn. */
  readonly raisedBy?: string;
}

/**
 * The text of a progress line.
 *
 * @param seconds Since the beginning.
 * @param before How much had been done a while ago: the time left follows from the pace since. @default nothing
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

/** E.g. `1,200/s` or `12/min`. */
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

/** The notebook that this runs in, if it does: elsewhere Deno throws. */
function notebook(): typeof Deno.jupyter | undefined {
  try {
    return Deno.jupyter;
  } catch (error) {
    if (error instanceof Error && /only available in/.test(error.message)) return undefined;
    throw error;
  }
}

/** Where the line goes; it is made when it is shown. */
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
      Deno.unrefTimer(timer); // work that failed is not waited for
    }
  };
}
