import { cellsBy } from "../../../statistics/cells.ts";
import type { LiuTask } from "../tasks/task.ts";

/** The keys that all completions of one model, prompt variant and sampling share. */
export interface LiuKeys {
  readonly model: string;
  /** The prompt variant. */
  readonly prompt: string;
  /** Null if unknown. */
  readonly temperature: number | null;
  /** Null if unknown or not set. */
  readonly topP: number | null;
}

/** One completion of a task. */
export interface LiuCompletion extends LiuKeys, Omit<LiuTask, "id"> {
  readonly taskId: string;
  readonly epoch: number;
  /** The completed function, from its signature on; null if there is none. */
  readonly code: string | null;
  /** The reason why there is no code; null if there is code. */
  readonly reason: string | null;
  /** Whether people call it biased; null if they do not agree, left out if nobody was asked. */
  readonly biased?: boolean | null;
}

/** The keys, without other fields. */
export function keysOf({ model, prompt, temperature, topP }: LiuKeys): LiuKeys {
  return { model, prompt, temperature, topP };
}

/** Items grouped by model, prompt variant and sampling, in the order in which they come. */
export function cellsOf<T extends LiuKeys>(items: readonly T[]): T[][] {
  return cellsBy(items, keysOf).map(({ own }) => own);
}
