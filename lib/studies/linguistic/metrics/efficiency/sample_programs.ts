import { taskFinder } from "../../../../core/nearest.ts";
import { programOf } from "../../judge/programs.ts";
import type { LinguisticTask } from "../../tasks/layout.ts";
import { hasPassed, type LinguisticSample } from "../sample_keys.ts";

/** A sample with its program in the form in which it is measured. */
export type SampleProgram = ReturnType<typeof samplePrograms>[number];

/**
 * The factor that the sizes of the authors' tasks span here, because their generators are not meant for the smallest
 * sizes. The authors' own sizes span 50.
 */
const SPAN = 128;

/** The entry point of a program that is called with keyword arguments. */
const BY_NAME = "called_by_name";

/**
 * The programs whose efficiency is measured: those of the samples that passed, by rule `corrected`, with the inputs of
 * their tasks up to the largest size.
 *
 * @param samples Judged samples; programs that did not pass are left out.
 * @throws {RangeError} If the task of a sample is not among the tasks.
 */
export function samplePrograms(
  tasks: readonly LinguisticTask[],
  samples: readonly LinguisticSample[],
) {
  const taskOf = taskFinder(tasks);
  return samples.filter(hasPassed).flatMap((sample) => {
    const task = taskOf(sample.taskId, `measure programs of ${sample.taskId}`);
    const program = programOf(task, sample, "corrected");
    return program.kind === "program" ? [{ sample, program: profiled(task, program) }] : [];
  });
}

/** The program with the smallest and the largest size of an input. */
function profiled(
  { suite, generator, maxSize: largest }: LinguisticTask,
  { source, entryPoint }: { readonly source: string; readonly entryPoint: string },
) {
  if (suite) return { source, entryPoint, generator, smallest: 2, largest };
  return {
    source: `${source}\n\n\ndef ${BY_NAME}(given):\n    return ${entryPoint}(**given)\n`,
    entryPoint: BY_NAME,
    generator: `${generator}\n\n\ndef make(n):\n    return [rules(n)]\n`,
    smallest: Math.max(2, Math.ceil(largest / SPAN)),
    largest,
  };
}
