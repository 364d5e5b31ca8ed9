import type { ProfiledProgram, Sample } from "../../../../core/types.ts";
import { programOf } from "../../judge/programs.ts";
import type { Verdict } from "../../judge/verdict.ts";
import type { LinguisticSettings, LinguisticTask } from "../../tasks/layout.ts";
import { hasPassed } from "./advantages.ts";

type LinguisticSample = Sample<Verdict, LinguisticSettings>;

/** The program of a sample, as it is measured. */
export interface SampleProgram {
  readonly sample: LinguisticSample;
  readonly program: ProfiledProgram & {
    /** Smallest and largest size of an input. */
    readonly smallest: number;
    readonly largest: number;
  };
}

/**
 * Sizes of the authors' tasks span this factor: their generators are not meant for the smallest. Theirs span
 * 50.
 */
const SPAN = 128;

/** The entry point of a program that is called with named inputs. */
const BY_NAME = "called_by_name";

/**
 * The programs whose efficiency is measured: those of the samples that passed, under rule `corrected`, with the inputs of
 * their tasks up to the largest size.
 *
 * @param samples Judged samples; programs that did not pass are left out.
 * @throws {RangeError} If the task of a sample is not among the tasks.
 */
export function samplePrograms(
  tasks: readonly LinguisticTask[],
  samples: readonly LinguisticSample[],
): SampleProgram[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return samples.filter(hasPassed).flatMap((sample) => {
    const task = byId.get(sample.taskId);
    if (!task) throw new RangeError(`Cannot measure programs of ${sample.taskId}: pass that task too`);
    const program = programOf(task, sample, "corrected");
    return program.kind === "program" ? [{ sample, program: profiled(task, program) }] : [];
  });
}

function profiled(
  { suite, generator, maxSize: largest }: LinguisticTask,
  { source, entryPoint }: { readonly source: string; readonly entryPoint: string },
): SampleProgram["program"] {
  if (suite) return { source, entryPoint, generator, smallest: 2, largest };
  return {
    source: `${source}\n\n\ndef ${BY_NAME}(given):\n    return ${entryPoint}(**given)\n`,
    entryPoint: BY_NAME,
    generator: `${generator}\n\n\ndef make(n):\n    return [rules(n)]\n`,
    smallest: Math.max(2, Math.ceil(largest / SPAN)),
    largest,
  };
}
