import { DataError, type Place } from "../core/errors.ts";
import { unknownName } from "../core/nearest.ts";
import type { Completion, Settings, Task } from "../core/types.ts";
import type { JsonRecord } from "./files/json_list.ts";
import { OTHER_DATASET, parsed } from "./files/parsed.ts";
import type { Recording } from "./recordings.ts";

/** Whose completions a file has and how to read them. */
export type RecordedFile<T extends Task, S extends Settings> =
  & Pick<Recording<T, S>, "settings" | "parse">
  & {
    readonly model: string;
  };

/** What a file holds. */
export interface RecordedCompletions<S extends Settings> {
  readonly completions: readonly Completion<S>[];
  /** What a reader should know of the file, e.g. tasks without samples. */
  readonly notice?: string;
}

/**
 * The completions in the records of a file, numbered by task.
 *
 * @throws {DataError} If a record is damaged, names a task that is not there or a completion twice.
 */
export function completionsIn<T extends Task, S extends Settings>(
  records: readonly JsonRecord[],
  tasks: readonly T[],
  { model, settings, parse }: RecordedFile<T, S>,
): RecordedCompletions<S> {
  const epochs = new Map(tasks.map((task) => [task.id, 0]));
  const seen = new Map<string, Place>();
  const completions = records.map(({ place, value }): Completion<S> => {
    const { taskId, text, recorded, number } = parsed(() => parse(value, tasks), place, OTHER_DATASET);
    const before = epochs.get(taskId);
    if (before === undefined) {
      const unknown = unknownName("task", taskId, [...epochs.keys()]).message.split("? Known")[0];
      throw new DataError(
        `${unknown}; tasks and completions must come from the same copy of the dataset`,
        { place },
      );
    }
    if (number !== undefined) checkOnce(seen, `completion ${number} of task ${taskId}`, place);
    epochs.set(taskId, before + 1);
    return { taskId, model, settings, epoch: before + 1, text, ...(recorded && { recorded }) };
  });
  const without = [...epochs].filter(([, count]) => count === 0).map(([id]) => id);
  return {
    completions,
    ...(without.length > 0 &&
      { notice: `has no samples for ${without.length} tasks: ${without.join(", ")}` }),
  };
}

/** Refuses duplicates. */
function checkOnce(seen: Map<string, Place>, name: string, place: Place): void {
  const first = seen.get(name);
  if (first) {
    const where = first.line === undefined ? `item ${first.item}` : `line ${first.line}`;
    throw new DataError(`${name} appears twice, first in ${where}; fetch the file again`, { place });
  }
  seen.set(name, place);
}
