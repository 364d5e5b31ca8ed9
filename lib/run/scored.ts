import { createHash } from "node:crypto";
import { openScorer, SCORING } from "./scoring.ts";
import type { Scoring, Settings, Task } from "../core/types.ts";
import { tasksOf } from "./questions.ts";
import type { RunOptions, RunResult } from "./run_options.ts";
import { askTool, refuseBoth } from "./tool.ts";

/** Scores people by the functions in completions, equal ones once. Throws as `run`. */
export async function scoredRun<T extends Task, S extends Settings, F>(
  study: string,
  judge: Scoring<T, S, F>,
  options: RunOptions<T, S>,
): Promise<RunResult<F, S>> {
  const { completions, reports, onProgress, signal } = options;
  const tasks = tasksOf("score", options);
  const subjects = completions.map((completion, at) => judge.scored(tasks[at], completion));
  refuseBoth("scorer", options.scorer, reports);
  const { found, protection } = await askTool(subjects.map((one) => "kind" in one ? undefined : one), {
    ...{ given: options.scorer, open: () => openScorer({ reports }), onProgress, signal },
    tool: (scorer) => ({ ...SCORING, ask: (subject, stop) => scorer.score(subject, stop) }),
  });
  return {
    study,
    verdicts: "scored",
    ...(protection && { protection }),
    samples: completions.map((completion, at) => {
      const subject = subjects[at];
      if ("kind" in subject) return { ...completion, judgement: subject };
      const judgement = judge.judgeScores(tasks[at], found[at]);
      return { ...completion, judgement, programHash: hashOf(subject.source) };
    }),
    tasks: [],
  };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
