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
