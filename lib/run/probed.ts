import { createHash } from "node:crypto";
import { openProber } from "./probing/probe.ts";
import { probeOnce, subjectKey } from "./probing/once.ts";
import { readOnce, withoutObserver } from "./probing/subject.ts";
import type { Judgement, ProbeReport, ProbeSubject, Probing, Settings, Task } from "../core/types.ts";
import { askAll, tasksOf, withTool } from "./questions.ts";
import type { RunOptions, RunResult } from "./run_options.ts";

/** One question for all completions with the same subject, whatever their task. */
interface Question {
  readonly subject: ProbeSubject;
  readonly completions: number[];
}

/** Probes the programs of completions, equal ones once. Throws as `run`. */
export async function probedRun<T extends Task, S extends Settings>(
  study: string,
  judge: Probing<T, S>,
  options: RunOptions<T, S>,
): Promise<RunResult<ProbeReport, S>> {
  const { completions, reports, onProgress, signal } = options;
  const tasks = tasksOf("probe", options);
  const subjectOf = readOnce(judge);
  const subjects = completions.map(({ text }, at) => subjectOf(tasks[at], text));
  const judgements: Judgement<ProbeReport>[] = [];
  const questions = new Map<string, Question>();
  for (const [at, subject] of subjects.entries()) {
    if ("kind" in subject) {
      judgements[at] = { kind: "unjudged", reason: subject.reason };
      continue;
    }
    const key = subjectKey(subject);
    const question = questions.get(key) ?? { subject, completions: [] };
    questions.set(key, question);
    question.completions.push(at);
  }
  let done = subjects.length - [...questions.values()].reduce((sum, one) => sum + one.completions.length, 0);
  const tell = () => onProgress?.({ done, total: completions.length });
  tell();
  const answered = (question: Question, finding: ProbeReport) => {
    for (const at of question.completions) judgements[at] = { kind: "judged", finding };
    done += question.completions.length;
    tell();
  };
  const protection = questions.size === 0
    ? undefined
    : await withTool({ name: "prober", given: options.prober, reports, open: openProber }, (prober) =>
      askAll([...questions.values()], {
        ...{ workers: prober.workers, signal },
        ask: async (question, stop) =>
          answered(question, await probeOnce(prober, question.subject, stop)),
      }));
  return {
    study,
    verdicts: "probed",
    ...(protection && { protection }),
    samples: completions.map((completion, at) => {
      const subject = subjects[at];
      const hash = "kind" in subject ? {} : { programHash: hashOf(withoutObserver(subject)) };
      return { ...completion, judgement: judgements[at], ...hash };
    }),
    tasks: [],
  };
}

function hashOf(source: string): string {
  return createHash("sha256").update(source).digest("hex");
}
