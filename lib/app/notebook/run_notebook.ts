import { fileURLToPath } from "node:url";
import { DataError } from "../../core/errors.ts";

/** A step of a notebook's execution. */
export interface CellStarted {
  /** Number of the code cell, from 1. */
  readonly cell: number;
  readonly cells: number;
  /** The heading above the cell. */
  readonly title: string;
}

/** The parameters of a notebook's run. */
export interface NotebookRun {
  /** Path of the notebook. */
  readonly notebook: string;
  /** The folder for the executed notebook, as .ipynb and .html. */
  readonly folder: string;
  /** The Python of the environment with nbclient. */
  readonly python: string;
  /** Environment variables for the notebook. */
  readonly env: Readonly<Record<string, string>>;
  readonly onCell?: (cell: CellStarted) => void;
  /** Called with the text of a cell's progress line whenever it changes. */
  readonly onProgress?: (text: string) => void;
  /** Stops the notebook and its kernel, with the signal's reason. */
  readonly signal?: AbortSignal;
}

const DRIVER = fileURLToPath(new URL("./run_notebook.py", import.meta.url));

/**
 * Runs a notebook without a browser, in a kernel of its own.
 *
 * The kernel ends with this process, however this process ends.
 *
 * @throws {DataError} If a cell fails, with its message; the notebook up to that cell is kept as `.failed.ipynb`. If the
 * executed notebook cannot be written; the message says what to do.
 */
export async function runNotebook(run: NotebookRun): Promise<void> {
  run.signal?.throwIfAborted();
  const process = new Deno.Command(run.python, {
    args: ["-I", DRIVER, run.notebook, run.folder],
    env: { ...run.env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let closing: Promise<void> | undefined;
  const close = () => closing ??= process.stdin.close(); // the driver and its kernel end when their input is closed
  run.signal?.addEventListener("abort", close);
  const complaint = new Response(process.stderr).text();
  let error: string | undefined;
  let file = run.notebook.split("/").slice(-2).join("/");
  let done = false;
  for await (const event of events(process.stdout)) {
    if ("cell" in event) run.onCell?.(event as unknown as CellStarted);
    if (typeof event.progress === "string") run.onProgress?.(event.progress);
    if (typeof event.error === "string") error = event.error;
    if (typeof event.file === "string") file = event.file;
    if (event.done === true) done = true;
  }
  const { code } = await process.status;
  run.signal?.removeEventListener("abort", close);
  await close();
  if (done && code === 0) return;
  run.signal?.throwIfAborted();
  const last = (await complaint).trim().split("\n").at(-1);
  throw new DataError(stripColours(error ?? `the notebook's process ended with status ${code}: ${last}`), {
    place: { file },
  });
}

async function* events(stream: ReadableStream<Uint8Array>): AsyncGenerator<Record<string, unknown>> {
  let rest = "";
  for await (
    const text of stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
  ) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    for (const line of lines) yield JSON.parse(line);
  }
}

function stripColours(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/\x1b\[[0-9;]*m/g, "");
}
