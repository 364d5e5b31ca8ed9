import type { Completion, Settings, Task } from "../types.ts";

/**
 * The task of each completion.
 *
 * @param what What is to be done with them, a verb.
 * @throws {RangeError} If the task of a completion is not among the tasks, or a sample is there twice, which would count twice.
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
        `Cannot ${what} epoch ${epoch} of task ${taskId} by ${model} twice: hand over each completion once, or number the epochs`,
      );
    }
    seen.add(key);
  }
  return completions.map(({ taskId }) => {
    const task = byId.get(taskId);
    if (task) return task;
    throw new RangeError(`Cannot ${what} completions of ${taskId}: hand over that task, too`);
  });
}

/** How to ask all questions. */
export interface AskAllOptions<Q> {
  /** How many are answered at a time. */
  readonly workers: number;
  readonly signal?: AbortSignal;
  /** Asks one; the signal also ends it when another one fails. */
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
