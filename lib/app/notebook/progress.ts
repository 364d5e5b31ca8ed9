import { escapeHtml } from "../../report/display.ts";
import { visible } from "../../core/visible.ts";

/** Updates closer together than this are left out, except the last: front ends lose some of a burst. */
const INTERVAL_MS = 150;

/**
 * A progress line: what is done and how fast, what is left, how long it will take. In a notebook it is a
 * display updated in place, in a terminal an overwritten line, elsewhere nothing.
 *
 * @param what What is going on, e.g. `Executing programs`.
 *
 * @example
 * ```ts ignore
 * await run(linguistic, { ...options, onProgress: progress("Executing programs") });
 * ```
 */
export function progress(what: string): (state: ProgressState) => void {
  const started = performance.now();
  const show = display();
  const name = visible(what);
  let last = -Infinity;
  return (state) => {
    const now = performance.now();
    if (state.done < state.total && now - last < INTERVAL_MS) return;
    last = now;
    show(progressLine(name, state, (now - started) / 1000), state.done === state.total);
  };
}

/** How far something has come. */
export interface ProgressState {
  readonly done: number;
  readonly total: number;
  /** How many of those had been done before, which says nothing about speed. */
  readonly known?: number;
  /** How many of those failed. */
  readonly failed?: number;
  /** Tokens that a model has written. */
  readonly tokens?: number;
}

/**
 * The text of a progress line.
 *
 * @param seconds Since the beginning.
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
  { done, total, known = 0, failed = 0, tokens = 0 }: ProgressState,
  seconds: number,
): string {
  const number = (value: number) => value.toLocaleString("en");
  const fresh = done - known;
  const parts = [`${what}: ${number(done)} of ${number(total)}`];
  if (known > 0) parts.push(`${number(known)} known before`);
  if (failed > 0) parts.push(`${number(failed)} failed`);
  if (done === total) parts.push(duration(seconds));
  if (seconds > 0 && fresh > 0) parts.push(rate(fresh / seconds));
  if (seconds > 0 && tokens > 0) parts.push(`${significant(tokens / seconds)} tokens/s`);
  if (done < total && fresh > 0) parts.push(`about ${duration((seconds / fresh) * (total - done))} left`);
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

function display(): (text: string, last: boolean) => void {
  const jupyter = notebook();
  if (jupyter) {
    const id = crypto.randomUUID();
    let shown: Promise<unknown> | undefined;
    return (text) => {
      const options = { raw: true, display_id: id, update: shown !== undefined };
      const bundle = { "text/html": `<code>${escapeHtml(text)}</code>`, "text/plain": text };
      shown = (shown ?? Promise.resolve()).then(() => jupyter.display(bundle, options));
    };
  }
  if (!Deno.stderr.isTerminal()) return () => {};
  const encoder = new TextEncoder();
  return (text, last) => void Deno.stderr.writeSync(encoder.encode(`\r\x1b[K${text}${last ? "\n" : ""}`));
}
