import { createHash } from "node:crypto";
import type { Protection } from "../execution/protection/protection.ts";
import { refuseUnknownOptions } from "../core/nearest.ts";
import { openScorer, type Scorer, SCORING } from "./scoring.ts";
import type { ReportStore } from "../store/reports.ts";
import type { Completion, Sample, ScoredStudy, Settings, Task } from "../core/types.ts";
import { tasksOf } from "./questions.ts";
import { askTool, refuseBoth } from "./tool.ts";

/** How to turn completions into samples with functions that score people. */
export interface ScoreRunOptions<T extends Task, S extends Settings> {
  readonly tasks: readonly T[];
  readonly completions: readonly Completion<S>[];
  /** @default one that is opened for this run, with as many workers as cores */
  readonly scorer?: Scorer;
  /**
   * Remembers what was found, so that an interrupted run goes on. Not with `scorer`, which has its own.
   * @default none
   */
  readonly reports?: ReportStore;
  /** Called whenever a sample is finished. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
  /** Stops the run with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Samples in the order of the completions, with what is needed to make them again. */
export interface ScoreRunResult<F, S extends Settings> {
  readonly study: string;
  readonly verdicts: "scored";
  readonly protection?: Protection;
  readonly samples: readonly Sample<F, S>[];
}

/** Scores people by the functions in completions, equal ones once. Throws as `run`. */
export async function scoredRun<T extends Task, S extends Settings, F>(
  study: ScoredStudy<T, S, F>,
  options: ScoreRunOptions<T, S>,
): Promise<ScoreRunResult<F, S>> {
  refuseUnknownOptions(options, ["tasks", "completions", "scorer", "reports", "onProgress", "signal"]);
  const { completions, reports, onProgress, signal } = options;
  const tasks = tasksOf("score", options);
  const subjects = completions.map((completion, at) => study.scored(tasks[at], completion));
  refuseBoth("scorer", options.scorer, reports);
  const { found, protection } = await askTool(subjects.map((one) => "kind" in one ? undefined : one), {
    ...{ given: options.scorer, open: () => openScorer({ reports }), onProgress, signal },
    tool: (scorer) => ({ ...SCORING, ask: (subject, stop) => scorer.score(subject, stop) }),
  });
  return {
    study: study.name,
    verdicts: "scored",
    ...(protection && { protection }),
    samples: completions.map((completion, at) => {
      const subject = subjects[at];
      if ("kind" in subject) return { ...completion, judgement: subject };
      const judgement = study.judgeScores(tasks[at], found[at]);
      return { ...completion, judgement, programHash: hashOf(subject.source) };
    }),
  };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
