import { createHash } from "node:crypto";
import { openScorer } from "./scoring.ts";
import type { Judgement, ScoreReport, ScoreSubject, Scoring, Settings, Task } from "../core/types.ts";
import { askAll, tasksOf, withTool } from "./questions.ts";
import type { RunOptions, RunResult } from "./run_options.ts";

/** A function with the indices of all completions that have it. */
interface Question {
  readonly subject: ScoreSubject;
  readonly places: number[];
}

/** Scores people by the functions in completions, equal ones once. Throws as `run`. */
export async function scoredRun<T extends Task, S extends Settings, F>(
  study: string,
  judge: Scoring<T, S, F>,
  options: RunOptions<T, S>,
): Promise<RunResult<F, S>> {
  const { completions, reports, onProgress, signal } = options;
  const tasks = tasksOf("score", options);
  const judgements: Judgement<F>[] = [];
  const hashes = new Map<number, string>();
  const questions = new Map<string, Question>();
  for (const [at, completion] of completions.entries()) {
    const found = judge.scored(tasks[at], completion);
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
    for (const at of places) judgements[at] = judge.judgeScores(tasks[at], report);
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
    study,
    verdicts: "scored",
    ...(protection && { protection }),
    samples: completions.map((completion, at) => {
      const programHash = hashes.get(at);
      return { ...completion, judgement: judgements[at], ...(programHash && { programHash }) };
    }),
    tasks: [],
  };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
