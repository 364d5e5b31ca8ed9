/**
 * One way to ask about many programs, whatever is asked: equal ones once, in order, and nothing that is known.
 *
 * @module
 */

import type { Protection } from "../execution/protection/protection.ts";
import { openSandbox, type Sandbox } from "../execution/sandbox.ts";
import { projectSandbox } from "../store/environment.ts";
import type { ReportStore } from "../store/reports.ts";

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

/** What becomes of a report. */
export interface Remembering {
  /** Keeps reports that last as they arrive. @default none */
  readonly reports?: ReportStore;
  /** Stops before the next subject, with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** With which tool to ask about many subjects, and where. */
export interface AskOptions<P extends Place, Subject, Report> extends Remembering {
  /** Where to ask. @default what is opened for this, and closed after it */
  readonly given?: P;
  readonly open: () => Promise<P>;
  readonly tool: (place: P) => Tool<Subject, Report> | Promise<Tool<Subject, Report>>;
  /** Called for each subject whose report is there; at first for those that have none, if any. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

/** What a tool found out. */
export interface Asked<Report> {
  /** In the order of the subjects; undefined where there is nothing to ask. */
  readonly found: Report[];
  /** How programs were contained; left out if there was nothing to ask at all, when nothing is opened. */
  readonly protection?: Protection;
}

/**
 * What a tool finds out about subjects: equal ones are asked about once, as many at a time as it takes; the
 * first failure ends all.
 *
 * @param subjects Undefined where there is nothing to ask.
 * @throws What opening and asking throw, or the signal's reason.
 * @throws {DataError} If the store of reports is damaged, or cannot be written.
 */
export async function askTool<P extends Place, Subject, Report>(
  subjects: readonly (Subject | undefined)[],
  { given, open, tool: toolIn, reports, onProgress, signal }: AskOptions<P, Subject, Report>,
): Promise<Asked<Report>> {
  const found = new Array<Report>(subjects.length);
  const asked = [...subjects.keys()].filter((at) => subjects[at] !== undefined);
  let done = subjects.length - asked.length;
  const tell = () => onProgress?.({ done, total: subjects.length });
  if (done > 0) tell();
  if (asked.length === 0) return { found };
  await using opened = new AsyncDisposableStack();
  const place = given ?? opened.use(await open());
  const tool = await toolIn(place);
  const { key: keyOf = keyFor, workers = place.workers } = tool;
  const ask = async ([key, places]: readonly [string, readonly number[]], stop: AbortSignal) => {
    const report = await reportOn(tool, subjects[places[0]]!, place, { key, reports, signal: stop });
    for (const at of places) {
      found[at] = report;
      done++;
      tell();
    }
  };
  await askAll([...Map.groupBy(asked, (at) => keyOf(subjects[at]!))], { workers, signal, ask });
  reports?.checkpoint();
  return { found, protection: place.protection };
}

/** A tool's report on a subject: the stored one, else what it finds out now. Throws as {@linkcode askTool}. */
export async function reportOn<Subject, Report>(
  { name, key: keyOf = keyFor, ask, lasts }: Tool<Subject, Report>,
  subject: Subject,
  { protection, hashSeed }: Pick<Place, "protection" | "hashSeed">,
  { reports, signal, key }: Remembering & { readonly key?: string },
): Promise<Report> {
  const find = () => ask(subject, signal);
  if (!reports) return await find();
  const surroundings = { ...protection, hashSeed };
  return await reports.get({ tool: name, subject: key ?? keyOf(subject), surroundings }, find, lasts);
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
 * Refuses reports beside a tool, which has its own.
 *
 * @param name Of the tool among the options of a run.
 * @throws {RangeError} If there are both.
 */
export function refuseBoth(name: string, given: object | undefined, reports: ReportStore | undefined): void {
  if (given && reports) {
    throw new RangeError(`Cannot take both ${name} and reports: pass the reports when opening the ${name}`);
  }
}

/** How to ask all questions. */
interface AskAllOptions<Q> {
  /** How many are answered at a time. */
  readonly workers: number;
  readonly signal?: AbortSignal;
  /** Asks one question; the signal also ends it when another fails. */
  readonly ask: (question: Q, signal: AbortSignal) => Promise<void>;
}

/**
 * Asks all questions, as many at a time as there are workers; the first failure ends them all.
 *
 * @throws What asking throws, or the signal's reason.
 */
export async function askAll<Q>(
  questions: readonly Q[],
  { workers, signal, ask }: AskAllOptions<Q>,
): Promise<void> {
  const queue = questions.values();
  const failed = new AbortController();
  const stop = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  const worker = async () => {
    try {
      for (const question of queue) {
        stop.throwIfAborted();
        await ask(question, stop);
      }
    } catch (error) {
      failed.abort(error); // and with it all other workers
      throw error;
    }
  };
  // One more than there are workers, so that none waits while an answer is made use of.
  await Promise.all(Array.from({ length: Math.min(workers + 1, questions.length) }, worker));
}
