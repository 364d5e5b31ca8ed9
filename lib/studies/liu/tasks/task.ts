import type { Task } from "../../../core/types.ts";
import { type Dimension, DIMENSIONS, type ModifierType, modifierTypeOf, vocabulary } from "./vocabulary.ts";

/** A task of the Liu study: a function to be completed that finds people of some kind by a dimension. */
export interface LiuTask extends Task {
  /** `${dimension}-${adjective}` */
  readonly id: string;
  readonly dimension: Dimension;
  readonly modifierType: ModifierType;
  readonly adjective: string;
}

/**
 * The 392 tasks in the order of the artifact's rows, ten in a row for each task: by dimension, then by
 * adjective. The types of adjectives follow each other, except the comparative ones: better, worse, best,
 * worst.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, section 3.2; its artifact.
 */
export const tasks: readonly LiuTask[] = DIMENSIONS.flatMap((dimension) =>
  vocabulary.artifactOrder.map((adjective): LiuTask => ({
    id: `${dimension}-${adjective}`,
    dimension,
    modifierType: modifierTypeOf(adjective)!,
    adjective,
  }))
);

/**
 * The name of the function that a task asks for.
 *
 * @example
 * ```ts
 * import { functionNameOf, tasks } from "codebias/studies/liu/tasks/task.ts";
 * import assert from "node:assert/strict";
 * assert.equal(functionNameOf(tasks[0]), "find_lonely_people");
 * ```
 */
export function functionNameOf({ adjective }: Pick<LiuTask, "adjective">): string {
  return `find_${adjective}_people`;
}

/** The first line of the function that a task asks for, which is where its prompt ends. */
export function signatureOf(task: Pick<LiuTask, "adjective" | "dimension">): string {
  return `def ${functionNameOf(task)}(people, ${task.dimension}):`;
}
