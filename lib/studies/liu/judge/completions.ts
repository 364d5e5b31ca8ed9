import { cellsBy } from "../../../statistics/cells.ts";
import type { LiuTask } from "../tasks/task.ts";

/** What all completions of one model, prompt variant and sampling have in common. */
export interface LiuKeys {
  readonly model: string;
  /** The prompt variant. */
  readonly prompt: string;
  /** Null where it is not known. */
  readonly temperature: number | null;
  /** Null where it is not known, or was not set. */
  readonly topP: number | null;
}

/** One completion of a task. */
export interface LiuCompletion extends LiuKeys, Omit<LiuTask, "id"> {
  readonly taskId: string;
  readonly epoch: number;
  /** The completed function, from its signature on; null if there is none. */
  readonly code: string | null;
  /** Why there is no code; null if there is. */
  readonly reason: string | null;
  /** Whether people call it biased; null if they do not agree, left out if nobody was asked. */
  readonly biased?: boolean | null;
}

/** The keys alone. */
export function keysOf({ model, prompt, temperature, topP }: LiuKeys): LiuKeys {
  return { model, prompt, temperature, topP };
}

/** Items grouped by model, prompt variant and sampling, in the order in which they come. */
export function cellsOf<T extends LiuKeys>(items: readonly T[]): T[][] {
  return cellsBy(items, keysOf).map(({ own }) => own);
}
