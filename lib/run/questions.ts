import type { Protection } from "../execution/protection/protection.ts";
import type { ReportStore } from "../store/reports.ts";
import type { Completion, Settings, Task } from "../core/types.ts";

/**
 * The task of each completion.
 *
 * @param what What to do with them, a verb.
 * @throws {RangeError} If the task of a completion is not among the tasks, or a sample is repeated, which
 * would count twice.
 */
export function tasksOf<T extends Task, S extends Settings>(
  what: string,
  { tasks, completions }: { readonly tasks: readonly T[]; readonly completions: readonly Completion<S>[] },
): T[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const seen = new Set<string>();
  for (const { taskId, model, settings, epoch } of completions) {
    const key = JSON.stringify([taskId, model, epoch, Object.entries(settings).toSorted()]);
    if (seen.has(key)) {
      throw new RangeError(
        `Cannot ${what} epoch ${epoch} of task ${taskId} by ${model} twice: pass each completion once, or number the epochs`,
      );
    }
    seen.add(key);
  }
  return completions.map(({ taskId }) => {
    const task = byId.get(taskId);
    if (task) return task;
    throw new RangeError(`Cannot ${what} completions of ${taskId}: pass that task too`);
  });
}

/** How to ask all questions. */
export interface AskAllOptions<Q> {
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
  await Promise.all(Array.from({ length: workers + 1 }, worker));
}

/** Answers questions about programs in a sandbox of its own. */
interface Tool extends AsyncDisposable {
  readonly protection: Protection;
}

/** The given tool, or else how to open one that answers from reports where it can. */
export interface ToolChoice<T extends Tool> {
  /** Its name among the options of a run. */
  readonly name: string;
  readonly given?: T;
  readonly reports?: ReportStore;
  readonly open: (options: { readonly reports?: ReportStore }) => Promise<T>;
}

/**
 * Uses the given tool, or one that is opened for this.
 *
 * @returns How programs were contained.
 * @throws {RangeError} If there are both a tool and reports.
 * @throws What opening and using it throws.
 */
export async function withTool<T extends Tool>(
  { name, given, reports, open }: ToolChoice<T>,
  use: (tool: T) => Promise<void>,
): Promise<Protection> {
  if (given && reports) {
    throw new RangeError(`Cannot take both ${name} and reports: pass the reports when opening the ${name}`);
  }
  if (given) {
    await use(given);
    return given.protection;
  }
  await using tool = await open({ reports });
  await use(tool);
  reports?.checkpoint();
  return tool.protection;
}
