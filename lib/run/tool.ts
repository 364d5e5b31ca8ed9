/**
 * The common way to ask about many programs: equal ones once, in order, and none whose report is known.
 *
 * @module
 */

import type { Progress } from "../core/types.ts";
import type { Protection } from "../execution/protection/protection.ts";
import { openSandbox, type Sandbox } from "../execution/sandbox.ts";
import { projectSandbox } from "../store/environment.ts";
import type { ReportStore } from "../store/reports.ts";
import { untilInterrupted } from "../store/interrupted.ts";

/** A tool that reports on subjects, wherever it works. */
export interface Tool<Subject, Report> {
  /** The name, e.g. `lint`: a part of the key of a stored report. */
  readonly name: string;
  /** The number of subjects that it takes at a time. @default as many as its place has workers */
  readonly workers?: number;
  /** A key that is equal for subjects with the same report. @default all fields of the subject */
  readonly key?: (subject: Subject) => string;
  readonly ask: (subject: Subject, signal?: AbortSignal) => Promise<Report>;
  /** Whether a report would be the same the next time, so that it may be stored. */
  readonly lasts: (report: Report) => boolean;
}

/** A place where tools work, e.g. a sandbox. */
interface Place extends AsyncDisposable {
  readonly workers: number;
  readonly protection: Protection;
  /** Python's hash seed. @default 0 */
  readonly hashSeed?: number;
}

/** The options of asking a tool about programs. */
export interface ToolOptions {
  /** The sandbox in which they run. @default one opened for this call, with as many workers as cores */
  readonly sandbox?: Sandbox;
  /** A store of lasting reports, so that nothing is found out twice. @default none */
  readonly reports?: ReportStore;
  /** Called when the report on a subject is there; first for all subjects without a question, if any. */
  readonly onProgress?: (progress: Progress) => void;
  /** Stops before the next subject, with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The tool for many subjects, and its place. */
export interface AskOptions<P extends Place, Subject, Report> extends Omit<ToolOptions, "sandbox"> {
  /** The place. @default one opened for this call, and closed after it */
  readonly given?: P;
  readonly open: () => Promise<P>;
  readonly tool: (place: P) => Tool<Subject, Report> | Promise<Tool<Subject, Report>>;
}

/**
 * The reports of a tool on subjects, in their order: equal subjects are asked about once, as many at a time as the tool
 * takes; the first failure ends everything. If there is nothing to ask, nothing is opened.
 *
 * @param subjects The subjects; undefined where there is nothing to ask.
 * @returns The reports, and the protection by which programs were contained.
 * @throws The errors of opening and asking, or the signal's reason.
 * @throws {DataError} If the store of reports is damaged, or cannot be written.
 */
export async function askTool<P extends Place, Subject, Report>(
  subjects: readonly (Subject | undefined)[],
  { given, open, tool: toolIn, reports, onProgress, signal: callers }: AskOptions<P, Subject, Report>,
): Promise<{ readonly found: Report[]; readonly protection?: Protection }> {
  const found = new Array<Report>(subjects.length);
  const asked = [...subjects.keys()].filter((at) => subjects[at] !== undefined);
  const tell = (done: number) => onProgress?.({ done, total: subjects.length });
  let done = subjects.length - asked.length;
  if (done > 0) tell(done);
  if (asked.length === 0) return { found };
  const signal = untilInterrupted(callers);
  await using opened = new AsyncDisposableStack();
  const place = given ?? opened.use(await open());
  const tool = await toolIn(place);
  const { key: keyOf = keyFor, workers = place.workers } = tool;
  const keys = new Map([...new Set(subjects)].map((one) => [one, one && keyOf(one)]));
  const equal = Map.groupBy(asked, (at) => keys.get(subjects[at])!);
  // One more than there are workers, so that none waits while a report is processed.
  await sideBySide([...equal], workers + 1, async ([key, places], stop) => {
    const report = await reportOn(tool, subjects[places[0]]!, place, { reports, signal: stop, key });
    for (const at of places) {
      found[at] = report;
      tell(++done);
    }
  }, signal);
  reports?.checkpoint();
  return { found, protection: place.protection };
}

/**
 * A tool's report on a subject: the stored one, or a new one. Throws as {@linkcode askTool}.
 *
 * @param options.key The subject's key, if it is known already.
 */
export async function reportOn<Subject, Report>(
  { name, key: keyOf = keyFor, ask, lasts }: Tool<Subject, Report>,
  subject: Subject,
  { protection, hashSeed }: Pick<Place, "protection" | "hashSeed">,
  options: { readonly reports?: ReportStore; readonly signal?: AbortSignal; readonly key?: string },
): Promise<Report> {
  const find = () => ask(subject, options.signal);
  if (!options.reports) return await find();
  const key = {
    tool: name,
    subject: options.key ?? keyOf(subject),
    surroundings: { ...protection, hashSeed },
  };
  return await options.reports.get(key, find, lasts);
}

/** A key that is equal for subjects with the same fields, bytes included. */
export function keyFor(subject: unknown): string {
  return JSON.stringify(subject, (_, value) => value instanceof Uint8Array ? value.toHex() : value);
}

/** A sandbox with the project's Python. Throws as `openSandbox`. */
export function openProjectSandbox(): Promise<Sandbox> {
  return openSandbox(projectSandbox());
}

/**
 * Runs an action for each of several items, some at a time, in the order given.
 *
 * After a failure no other action begins, and running ones are told to stop.
 *
 * @returns A promise that resolves when all have ended.
 * @throws The first failure.
 *
 * @example
 * ```ts
 * import { sideBySide } from "codebias/run/tool.ts";
 * import assert from "node:assert/strict";
 * const done: string[] = [];
 * await sideBySide(["a", "b", "c"], 2, async (name) => void done.push(await Promise.resolve(name)));
 * assert.deepEqual(done, ["a", "b", "c"]);
 * ```
 */
export async function sideBySide<I>(
  items: readonly I[],
  atATime: number,
  action: (item: I, stop: AbortSignal) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const queue = items.values();
  const failed = new AbortController();
  const stop = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  const lane = async () => {
    for (const item of queue) {
      stop.throwIfAborted();
      await action(item, stop);
    }
  };
  const lanes = Array.from(
    { length: Math.min(atATime, items.length) },
    () => lane().catch((error) => failed.abort(error)),
  ); // those stopped after it fail with the same reason
  await Promise.all(lanes);
  failed.signal.throwIfAborted();
}
