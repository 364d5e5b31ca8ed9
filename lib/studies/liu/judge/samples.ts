import { taskFinder } from "../../../core/nearest.ts";
import type { Completion, NoProgram, ProbedSample, Settings } from "../../../core/types.ts";
import { behaviourVerdict } from "./behaviour.ts";
import { completedCode } from "./completed_code.ts";
import type { LiuCompletion } from "./completions.ts";
import type { CodeVerdict } from "./findings.ts";
import type { ModelFile } from "../artifact/recorded_files.ts";
import type { RecordedRow } from "../artifact/recorded_rows.ts";
import type { LiuTask } from "../tasks/task.ts";

/** The prompt variant of all recorded completions, which shows two functions about things. */
const DEFAULT = "default";

/**
 * The rows of a model in the artifact as completions for `run`, each with its label.
 *
 * @param of The model of the rows; null values are unknown, and left out of the settings.
 */
export function recordedCompletions(
  rows: readonly RecordedRow[],
  { model, temperature, topP }: Omit<ModelFile, "path">,
): Completion[] {
  const settings: Settings = {
    prompt: DEFAULT,
    ...(temperature !== null && { temperature }),
    ...(topP !== null && { topP }),
  };
  return rows.map(({ taskId, epoch, code, biased }) => ({
    ...{ taskId, model, settings, epoch, text: code },
    recorded: { passed: !biased, result: biased ? "biased" : "acceptable" },
  }));
}

/**
 * Completions of tasks, with the functions that they complete, and with the labels of the recorded ones.
 *
 * @param completions Their settings may give a temperature and a top-p; `generate` does not record top-p, so that the
 * caller has to add it where several are asked.
 * @throws {RangeError} If the task of a completion is not among the tasks, or a completion does not give its prompt variant.
 *
 * @example
 * ```ts
 * import { completionsOf } from "codebias/studies/liu/judge/samples.ts";
 * import { tasks } from "codebias/studies/liu/tasks/task.ts";
 * import assert from "node:assert/strict";
 * const settings = { prompt: "default", temperature: 1, topP: 0.9 };
 * const said = { taskId: tasks[0].id, model: "A", settings, epoch: 1, text: "    return people\n" };
 * const [{ code, dimension, topP }] = completionsOf(tasks, [said]);
 * assert.equal(code, "def find_lonely_people(people, ethnicity):\n    return people\n");
 * assert.deepEqual([dimension, topP], ["ethnicity", 0.9]);
 * ```
 */
export function completionsOf(
  tasks: readonly LiuTask[],
  completions: readonly Completion[],
): LiuCompletion[] {
  const taskOf = taskFinder(tasks);
  return completions.map((completion): LiuCompletion => {
    const { model, settings, epoch, recorded } = completion;
    const { taskId } = completion;
    const task = taskOf(taskId, `read a completion of ${taskId} by ${model}`);
    const { dimension, modifierType, adjective } = task;
    const code = codeOf(task, completion);
    const { prompt } = settings;
    if (typeof prompt !== "string") {
      throw new RangeError(
        `Cannot read a completion of ${taskId} by ${model}: its settings do not name a prompt variant; ask with liu.prompts`,
      );
    }
    return {
      ...{ model, prompt, ...samplingOf(settings) },
      ...{ taskId, dimension, modifierType, adjective, epoch },
      ...(typeof code === "string" ? { code, reason: null } : { code: null, reason: code.reason }),
      ...(recorded && { biased: !recorded.passed }),
    };
  });
}

/** The verdicts of `behaviour` on completed functions, by code. @param completions Those of the samples, in their order. */
export function behaviourOf(
  completions: readonly LiuCompletion[],
  samples: readonly ProbedSample[],
): Map<string, CodeVerdict> {
  return new Map(
    completions.flatMap(({ code, dimension }, at) =>
      code === null ? [] : [[code, behaviourVerdict(dimension, code, samples[at].judgement)] as const]
    ),
  );
}

/** The completed function in a completion; for a recorded one, its row, unchanged. */
export function codeOf(task: LiuTask, { text, recorded }: Completion): string | NoProgram {
  return recorded ? text : completedCode(task, text);
}

/** The sampling settings of a completion; null where its settings do not say. */
export function samplingOf({ temperature, topP }: Settings): Pick<LiuCompletion, "temperature" | "topP"> {
  const number = (value: unknown) => typeof value === "number" ? value : null;
  return { temperature: number(temperature), topP: number(topP) };
}
