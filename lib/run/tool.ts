/**
 * One way to ask about many programs, whatever is asked: equal ones once, in order, and nothing that is known.
 *
 * @module
 */

import type { Protection } from "../execution/protection/protection.ts";
import { openSandbox, type Sandbox } from "../execution/sandbox.ts";
import { projectSandbox } from "../store/environment.ts";
import type { ReportStore } from "../store/reports.ts";
import { untilInterrupted } from "../store/interrupted.ts";

/** Finds out something about subjects, wherever it works. */
export interface Tool<Subject, Report> {
  /** E.g. `lint`: part of what identifies a stored report. */
  readonly name: string;
  /** How many subjects it takes at a time. @default as many as where it works */
  readonly workers?: number;
  /** Equal for subjects with the same report. @default all that is in the subject */
  readonly key?: (subject: Subject) => string;
  readonly ask: (subject: Subject, signal?: AbortSignal) => Promise<Report>;
  /** Whether a report would be the same the next time, so that it may be stored. */
  readonly lasts: (report: Report) => boolean;
}

/** Where tools work, e.g. a sandbox. */
interface Place extends AsyncDisposable {
  readonly workers: number;
  readonly protection: Protection;
  /** Python's. @default 0 */
  readonly hashSeed?: number;
}

/** How a tool asks about programs. */
export interface ToolOptions {
  /** Where they run. @default a sandbox opened for this, with as many workers as cores */
  readonly sandbox?: Sandbox;
  /** Remembers what was found and will be so the next time, so that nothing is found out twice. @default none */
  readonly reports?: ReportStore;
  /** Called for each subject whose report is there; at first for those that have none, if any. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
  /** Stops before the next subject, with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** With which tool to ask about many subjects, and where. */
export interface AskOptions<P extends Place, Subject, Report> extends Omit<ToolOptions, "sandbox"> {
  /** Where to ask. @default what is opened for this, and closed after it */
  readonly given?: P;
  readonly open: () => Promise<P>;
  readonly tool: (place: P) => Tool<Subject, Report> | Promise<Tool<Subject, Report>>;
}

/**
 * What a tool finds out about subjects, in their order: equal ones are asked about once, as many at a time as it
 * takes; the first failure ends all. Where there is nothing to ask, nothing is opened.
 *
 * @param subjects Undefined where there is nothing to ask, and nothing found.
 * @returns How programs were contained, too.
 * @throws What opening and asking throw, or the signal's reason.
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
  // One more than there are workers, so that none waits while an answer is made use of.
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
 * A tool's report on a subject: the stored one, else what it finds out now. Throws as {@linkcode askTool}.
 *
 * @param options.key The subject's, where it is known already.
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

/** Equal for subjects that have the same in them, bytes included. */
export function keyFor(subject: unknown): string {
  return JSON.stringify(subject, (_, value) => value instanceof Uint8Array ? value.toHex() : value);
}

/** A sandbox with the project's Python. Throws as `openSandbox`. */
export function openProjectSandbox(): Promise<Sandbox> {
  return openSandbox(projectSandbox());
}

/**
 * Does something for each of some things, several at a time, in the order given.
 *
 * After a failure no other is begun, and running ones are told to stop.
 *
 * @returns When all have ended.
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
