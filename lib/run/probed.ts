import { createHash } from "node:crypto";
import type { Protection } from "../execution/protection/protection.ts";
import { refuseUnknownOptions } from "../core/nearest.ts";
import { openProber, type Prober } from "./probing/probe.ts";
import { probeOnce, subjectKey } from "./probing/once.ts";
import { subjectOf, withoutObserver } from "./probing/subject.ts";
import type { ReportStore } from "../store/reports.ts";
import type {
  Completion,
  Judgement,
  ProbedSample,
  ProbedStudy,
  ProbeReport,
  ProbeSubject,
  Settings,
  Task,
} from "../core/types.ts";
import { askAll, tasksOf, withTool } from "./questions.ts";

/** How to turn completions into probed samples. */
export interface ProbeRunOptions<T extends Task, S extends Settings> {
  readonly tasks: readonly T[];
  readonly completions: readonly Completion<S>[];
  /** @default one that is opened for this run, with as many workers as cores */
  readonly prober?: Prober;
  /**
   * Remembers what was found, so that an interrupted run goes on. Not with `prober`, which has its own.
   * @default none
   */
  readonly reports?: ReportStore;
  /** Called whenever a sample is finished. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
  /** Stops the run with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Samples in the order of the completions, with what is needed to make them again. */
export interface ProbeRunResult<S extends Settings> {
  readonly study: string;
  readonly verdicts: "probed";
  readonly protection?: Protection;
  readonly samples: readonly ProbedSample<S>[];
}

/** One question for all completions with the same subject, whatever their task. */
interface Question {
  readonly subject: ProbeSubject;
  readonly completions: number[];
}

/** Probes the programs of completions, equal ones once. Throws as `run`. */
export async function probedRun<T extends Task, S extends Settings>(
  study: ProbedStudy<T, S>,
  options: ProbeRunOptions<T, S>,
): Promise<ProbeRunResult<S>> {
  refuseUnknownOptions(options, ["tasks", "completions", "prober", "reports", "onProgress", "signal"]);
  const { completions, reports, onProgress, signal } = options;
  const tasks = tasksOf("probe", options);
  const subjects = completions.map(({ text }, at) => subjectOf(study, tasks[at], text));
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
    study: study.name,
    verdicts: "probed",
    ...(protection && { protection }),
    samples: completions.map((completion, at) => {
      const subject = subjects[at];
      const hash = "kind" in subject ? {} : { programHash: hashOf(withoutObserver(subject)) };
      return { ...completion, judgement: judgements[at], ...hash };
    }),
  };
}

function hashOf(source: string): string {
  return createHash("sha256").update(source).digest("hex");
}
