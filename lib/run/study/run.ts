/**
 * What an analyst types: a study and whose answers, or tasks and completions, to samples and a frame.
 *
 * @module
 */

import type {
  ProbedSample,
  ProbedStudy,
  Sample,
  ScoredStudy,
  Settings,
  Study,
  Task,
} from "../../core/types.ts";
import type { ProbeRunOptions, ProbeRunResult } from "../probed.ts";
import { run as judge, type RunOptions, type RunResult } from "../run.ts";
import type { ScoreRunOptions, ScoreRunResult } from "../scored.ts";
import { checkCompletion } from "./checks.ts";
import { resultFrame } from "./frame.ts";
import { modelsOf } from "./given_answers.ts";
import type { StudyOptions } from "./options.ts";
import { type FormedStudy, runStudy, type StudyResult } from "./run_study.ts";

/**
 * Judges a study's answers and makes a frame of what was found: answers of a model, which is asked, answers that there are,
 * or completions of given tasks. Equal programs are executed, probed or scored once.
 *
 * @throws {RangeError} If an option or value is unknown, or nothing would be done with it; names the nearest.
 * @throws {ModelError} If a model cannot be reached.
 * @throws {DataError} If a file or store cannot be read.
 * @throws {SandboxError} If programs cannot be contained on this machine.
 *
 * @example
 * ```ts
 * import { run } from "codebias/run/study/run.ts";
 * import { study as solar } from "codebias/studies/solar/study.ts";
 * import assert from "node:assert/strict";
 * const { frame, label } = await run(solar, { source: "recorded", limit: 1 });
 * assert.equal(label, "ollama/qwen2.5-coder:1.5b (recorded)");
 * assert(frame.columns.includes("biased"));
 * ```
 */
export function run<T extends Task, S extends Settings, F, R extends string>(
  study: Study<T, S, F, R>,
  options: RunOptions<T, S, R>,
): Promise<RunResult<F, S> & StudyResult<Sample<F, S>, T>>;
export function run<T extends Task, S extends Settings>(
  study: ProbedStudy<T, S>,
  options: ProbeRunOptions<T, S>,
): Promise<ProbeRunResult<S> & StudyResult<ProbedSample<S>, T>>;
export function run<T extends Task, S extends Settings, F>(
  study: ScoredStudy<T, S, F>,
  options: ScoreRunOptions<T, S>,
): Promise<ScoreRunResult<F, S> & StudyResult<Sample<F, S>, T>>;
export function run<T extends Task, S extends Settings, F, R extends string>(
  study: Study<T, S, F, R>,
  options: StudyOptions<T, S>,
): Promise<StudyResult<Sample<F, S>, T>>;
export function run<T extends Task, S extends Settings>(
  study: ProbedStudy<T, S>,
  options: StudyOptions<T, S>,
): Promise<StudyResult<ProbedSample<S>, T>>;
export function run<T extends Task, S extends Settings, F>(
  study: ScoredStudy<T, S, F>,
  options: StudyOptions<T, S>,
): Promise<StudyResult<Sample<F, S>, T>>;
export async function run(study: AnyStudy, options: object): Promise<object> {
  const kind = "scored" in study ? "scored" : "subject" in study ? "probed" : "checked";
  if (isAboutGiven(kind, options)) {
    const { completions } = options as RunOptions<Task, Settings, string>;
    completions.forEach(checkCompletion);
    const result = await judge(study as Study, options as RunOptions<Task, Settings, string>);
    return {
      ...result,
      ...(study.form && framed(study as FormedStudy<Task, Sample>, options, result.samples)),
    };
  }
  const { seed, draws, sandbox, signal, onProgress: tell, verdicts, rule } = options as StudyOptions;
  const onProgress: RunOptions<Task, Settings, string>["onProgress"] = (progress) =>
    tell?.({ stage: "judging", ...progress });
  return await runStudy(study as FormedStudy<Task, Sample>, kind, options, (given, tools) => {
    const own = { ...given, onProgress, signal };
    if (kind === "scored") return judge(study as ScoredStudy, { ...own, scorer: tools.scorer });
    if (kind === "probed") return judge(study as ProbedStudy, { ...own, prober: tools.prober });
    const { completions } = given;
    const isRecorded = [rule, draws, seed, sandbox].every((one) => one === undefined) &&
      completions.every(({ recorded }) => recorded);
    return judge(study as Study, {
      ...{ ...own, seed, draws, sandbox, outcomes: tools.outcomes },
      verdicts: verdicts ?? (isRecorded ? "recorded" : "executed"),
      rule: rule ?? study.form!.rules[0],
    });
  });
}

// deno-lint-ignore no-explicit-any -- the overloads say which goes with which
type AnyStudy = (Study | ProbedStudy | ScoredStudy) & { readonly form?: any };

/** Whether there is nothing to do but to judge given completions of given tasks. */
function isAboutGiven(kind: string, options: object): boolean {
  const { tasks, completions, verdicts } = options as Partial<RunOptions<Task, Settings, string>>;
  return Array.isArray(completions) && Array.isArray(tasks) &&
    tasks.every((task) => typeof task === "object") &&
    (kind !== "checked" || verdicts !== undefined) &&
    !MORE_OPTIONS.some((name) => (options as Readonly<Record<string, unknown>>)[name] !== undefined);
}

/** What only a whole run takes. */
const MORE_OPTIONS = [
  ...["model", "source", "suite", "methods", "temperatures", "topPs", "epochs", "rounds", "limit"],
  ...["measures", "instruments", "store"],
];

function framed(
  { name, form }: FormedStudy<Task, Sample>,
  options: object,
  samples: readonly Sample[],
): Omit<StudyResult<Sample>, "samples"> {
  const { tasks } = options as RunOptions<Task, Settings, string>;
  return {
    frame: resultFrame({ study: name, form: form!, tasks, samples }),
    ...{ about: tasks, notices: [], label: modelsOf(samples) },
  };
}
