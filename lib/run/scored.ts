import { createHash } from "node:crypto";
import type { Protection } from "../execution/protection/protection.ts";
import { refuseUnknownOptions } from "../core/nearest.ts";
import { openScorer, type Scorer } from "./scoring.ts";
import type { ReportStore } from "../store/reports.ts";
import type {
  Completion,
  Judgement,
  Sample,
  ScoredStudy,
  ScoreReport,
  ScoreSubject,
  Settings,
  Task,
} from "../core/types.ts";
import { askAll, tasksOf, withTool } from "./questions.ts";

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

/** A function with the indices of all completions that have it. */
interface Question {
  readonly subject: ScoreSubject;
  readonly places: number[];
}

/** Scores people by the functions in completions, equal ones once. Throws as `run`. */
export async function scoredRun<T extends Task, S extends Settings, F>(
  study: ScoredStudy<T, S, F>,
  options: ScoreRunOptions<T, S>,
): Promise<ScoreRunResult<F, S>> {
  refuseUnknownOptions(options, ["tasks", "completions", "scorer", "reports", "onProgress", "signal"]);
  const { completions, reports, onProgress, signal } = options;
  const tasks = tasksOf("score", options);
  const judgements: Judgement<F>[] = [];
  const hashes = new Map<number, string>();
  const questions = new Map<string, Question>();
  for (const [at, completion] of completions.entries()) {
    const found = study.scored(tasks[at], completion);
    if ("kind" in found) {
      judgements[at] = found;
      continue;
    }
    hashes.set(at, hashOf(found.source));
    const key = hashOf(JSON.stringify(found));
    const question = questions.get(key) ?? { subject: found, places: [] };
    questions.set(key, question);
    question.places.push(at);
  }
  let done = completions.length - hashes.size;
  const tell = () => onProgress?.({ done, total: completions.length });
  tell();
  const answered = ({ places }: Question, report: ScoreReport) => {
    for (const at of places) judgements[at] = study.judgeScores(tasks[at], report);
    done += places.length;
    tell();
  };
  const protection = questions.size === 0
    ? undefined
    : await withTool({ name: "scorer", given: options.scorer, reports, open: openScorer }, (scorer) =>
      askAll([...questions.values()], {
        ...{ workers: scorer.workers, signal },
        ask: async (question, stop) =>
          answered(question, await scorer.score(question.subject, stop)),
      }));
  return {
    study: study.name,
    verdicts: "scored",
    ...(protection && { protection }),
    samples: completions.map((completion, at) => {
      const programHash = hashes.get(at);
      return { ...completion, judgement: judgements[at], ...(programHash && { programHash }) };
    }),
  };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
