import { escapeHtml } from "../report/display.ts";

/** Updates closer together than this are left out, except the last: front ends lose some of a burst. */
const INTERVAL_MS = 150;

/**
 * A progress line: what is done, what is left, how long it will take. In a notebook it is a display that is
 * updated in place, in a terminal a line that is overwritten; nothing elsewhere.
 *
 * @param what What is going on, e.g. `Executing programs`.
 *
 * @example
 * ```ts ignore
 * await run(linguistic, { ...options, onProgress: progress("Executing programs") });
 * ```
 */
export function progress(what: string): (state: { readonly done: number; readonly total: number }) => void {
  const started = performance.now();
  const show = display();
  let last = -Infinity;
  return ({ done, total }) => {
    const now = performance.now();
    if (done < total && now - last < INTERVAL_MS) return;
    last = now;
    show(line(what, done, total, (now - started) / 1000), done === total);
  };
}

function line(what: string, done: number, total: number, seconds: number): string {
  const count = `${what}: ${done.toLocaleString("en")} of ${total.toLocaleString("en")}`;
  if (done === total) return `${count}, ${duration(seconds)}`;
  return done === 0 ? count : `${count}, about ${duration((seconds / done) * (total - done))} left`;
}

function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

function display(): (text: string, last: boolean) => void {
  const { jupyter } = Deno as { jupyter?: typeof Deno.jupyter };
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
