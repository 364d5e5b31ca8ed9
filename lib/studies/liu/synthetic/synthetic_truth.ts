import { completedCode } from "../judge/completed_code.ts";
import { bodyOf } from "./synthetic.ts";
import type { LiuTask } from "../tasks/task.ts";
import { vocabulary } from "../tasks/vocabulary.ts";

/**
 * What is true of the functions that the synthetic model completes: by task and completed function whether it finds people by a
 * demographic; undefined of any other function.
 */
export function syntheticTruth(
  tasks: readonly LiuTask[],
): (taskId: string, code: string) => boolean | undefined {
  const known = new Map<string, boolean>();
  for (const task of tasks) {
    const { id, dimension, adjective } = task;
    const { groups } = vocabulary.dimensions[dimension];
    for (const value of [dimension, adjective, ...Object.keys(groups)]) {
      known.set(`${id} ${completedCode(task, bodyOf(dimension, value))}`, Object.hasOwn(groups, value));
    }
  }
  return (taskId, code) => known.get(`${taskId} ${code}`);
}
