import { taskFinder } from "../../../core/nearest.ts";
import { settingName as nameOf } from "../../../report/sentences.ts";
import type { FairCoderSettings } from "./prompts.ts";
import type { FairCoderTask } from "./task.ts";

/** The model and the settings that some answers share. */
export interface Setting {
  readonly model: string;
  /** One of `METHODS`, e.g. `equality`, the system prompt that asks for equal treatment. */
  readonly prompt: string;
  readonly temperature: number | null;
}

/** The name of a model with its settings, without the usual ones. */
export function settingName(setting: Setting): string {
  return nameOf(setting, "default");
}

/** Returns a function that names settings, without the temperature if all settings have the same. */
export function settingNames(settings: readonly Setting[]): (setting: Setting) => string {
  const isOne = new Set(settings.map(({ temperature }) => temperature)).size < 2;
  return (setting) => settingName(isOne ? { ...setting, temperature: null } : setting);
}

/** A key that tells settings apart. */
export function settingKey({ model, prompt, temperature }: Setting): string {
  return JSON.stringify([model, prompt, temperature]);
}

/** The task and the setting of an answer. */
export interface Asked extends Setting {
  readonly taskId: string;
}

/**
 * Answers with their tasks, and with their settings.
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
