import { taskFinder } from "../../../core/nearest.ts";
import type { FairCoderSettings } from "./prompts.ts";
import type { Setting } from "./setting_names.ts";
import type { FairCoderTask } from "./task.ts";

/** What an answer is one to. */
export interface Asked extends Setting {
  readonly taskId: string;
}

/**
 * Answers with their tasks, and what they are answers to.
 *
 * @throws {RangeError} If the task of an answer is not among the tasks.
 */
export function withTasks<
  A extends { readonly taskId: string; readonly model: string; readonly settings: FairCoderSettings },
>(tasks: readonly FairCoderTask[], answers: readonly A[]): (readonly [FairCoderTask, Asked, A])[] {
  const taskOf = taskFinder(tasks);
  return answers.map((answer) => {
    const { taskId, model, settings: { prompt, temperature = null } } = answer;
    const task = taskOf(taskId, `read an answer to ${taskId} by ${model}`);
    return [task, { taskId, model, prompt, temperature }, answer];
  });
}
