/**
 * The function that an analyst calls: from a study and answers, or tasks and completions, to samples and a frame.
 *
 * @module
 */

import type { Sample, Settings, Study, Task } from "../../core/types.ts";
import { run as judgeCompletions } from "../run.ts";
import type { RunOptions, RunResult } from "../run_options.ts";
import { checkCompletion } from "./checks.ts";
import { resultFrame } from "./frame.ts";
import { generalNotice, modelsOf } from "./given_answers.ts";
import { addMaterials } from "./materials.ts";
import { STUDY_OPTIONS, type StudyOptions } from "./options.ts";
import { runStudy, type StudyResult } from "./run_study.ts";

/**
 * Judges a study's answers and makes a frame of the findings. The answers come from a model, which is asked, exist already,
 * or are completions of given tasks. Equal programs are executed, probed or scored once.
 *
 * @throws {RangeError} If an option or value is unknown, or would have no effect; names the nearest.
 * @throws {ModelError} If a model cannot be reached.
 * @throws {DataError} If a file or store cannot be read.
 * @throws {SandboxError} If programs cannot be contained on this machine.
 *
 * @example
 * ```ts
 * import { run } from "codebias/run/study/run.ts";
 * import { solar } from "codebias/studies/solar/study.ts";
 * import assert from "node:assert/strict";
 * const { frame, label } = await run(solar, { source: "recorded", limit: 1 });
 * assert.equal(label, "ollama/qwen2.5-coder:1.5b (recorded)");
 * assert(frame.columns.includes("biased"));
 * ```
 */
export function run<T extends Task, S extends Settings, F>(
  study: Study<T, S, F>,
  options: RunOptions<T, S>,
): Promise<RunResult<F, S> & StudyResult<Sample<F, S>, T>>;
export function run<T extends Task, S extends Settings, F>(
  study: Study<T, S, F>,
  options: StudyOptions<T, S>,
): Promise<StudyResult<Sample<F, S>, T>>;
export async function run<T extends Task, S extends Settings, F>(
  study: Study<T, S, F>,
  options: RunOptions<T, S> | StudyOptions<T, S>,
): Promise<StudyResult<Sample<F, S>, T>> {
  if (typeof study?.judge !== "object") {
    throw new TypeError(
      'Cannot run this: pass a study, then options, e.g. run(solar, { source: "recorded" })',
    );
  }
  const { judge } = study;
  if (isAboutGiven(judge.kind, options)) {
    options.completions.forEach(checkCompletion);
    const given = withoutUnset(judge.kind, options);
    return framed(study, given, await judgeCompletions(study, given));
  }
  return await runStudy(study, options as StudyOptions<T, S>);
}

/** The options without undefined ones, which count as not given. */
function withoutUnset<O extends object>(kind: Study["judge"]["kind"], options: O): O {
  const known: readonly string[] = STUDY_OPTIONS[kind];
  const given = Object.entries(options).filter(([name, one]) => one !== undefined || !known.includes(name));
  return Object.fromEntries(given) as O;
}

/** Whether the run only has to judge given completions of given tasks. */
function isAboutGiven<T extends Task, S extends Settings>(
  kind: Study["judge"]["kind"],
  options: RunOptions<T, S> | StudyOptions<T, S>,
): options is RunOptions<T, S> {
  const { tasks, completions, verdicts } = options ?? {};
  return Array.isArray(completions) && Array.isArray(tasks) &&
    tasks.every((task) => typeof task === "object") &&
    (kind !== "checking" || verdicts !== undefined) &&
    !MORE_OPTIONS.some((name) => (options as Readonly<Record<string, unknown>>)[name] !== undefined);
}

/** The options that only a whole run takes. */
const MORE_OPTIONS = [
  ...["model", "source", "suite", "methods", "temperatures", "topPs", "epochs", "rounds", "limit"],
  ...["measures", "instruments", "classifier", "store"],
];

function framed<T extends Task, S extends Settings, F>(
  study: Study<T, S, F>,
  { tasks, rule }: RunOptions<T, S>,
  result: RunResult<F, S>,
): RunResult<F, S> & StudyResult<Sample<F, S>, T> {
  const { samples } = result;
  addMaterials(study, samples, { tasks, rule });
  return {
    ...result,
    frame: resultFrame({ study, tasks, samples }),
    ...{ about: tasks, notices: generalNotice(study, samples), label: modelsOf(samples) },
  };
}
