import { taskFinder } from "../core/nearest.ts";
import type { ReportStore } from "../store/reports.ts";
import type {
  Completion,
  ProbeReport,
  Probing,
  ScoreSubject,
  Scoring,
  Settings,
  Task,
} from "../core/types.ts";
import { hash } from "node:crypto";
import { openProber } from "./probing/probe.ts";
import { isProgramCutOff, probeOnce, PROBING, readOnce, withoutObserver } from "./probing/once.ts";
import type { RunOptions, RunResult } from "./run_options.ts";
import { askTool } from "./tool.ts";
import { openScorer, SCORING } from "./scoring.ts";

/**
 * The task of each completion.
 *
 * @param what The purpose, a verb, for messages.
 * @throws {RangeError} If the task of a completion is not among the tasks, or a sample is repeated, which
 * would count twice.
 */
export function tasksOf<T extends Task, S extends Settings>(
  what: string,
  { tasks, completions }: { readonly tasks: readonly T[]; readonly completions: readonly Completion<S>[] },
): T[] {
  const taskOf = taskFinder(tasks);
  const seen = new Set<string>();
  for (const { taskId, model, settings, epoch } of completions) {
    const key = JSON.stringify([taskId, model, epoch, Object.entries(settings).toSorted()]);
    if (seen.has(key)) {
      throw new RangeError(
        `Cannot ${what} epoch ${epoch} of task ${taskId} by ${model} twice: pass each completion once, or number the epochs`,
      );
    }
    seen.add(key);
  }
  return completions.map(({ taskId }) => taskOf(taskId, `${what} completions of ${taskId}`));
}

/**
 * Refuses a store of reports beside a tool, because the tool has its own.
 *
 * @param name The name of the tool among the options of a run.
 * @throws {RangeError} If there are both.
 */
function refuseBoth(name: string, given: object | undefined, reports: ReportStore | undefined): void {
  if (given && reports) {
    throw new RangeError(`Cannot take both ${name} and reports: pass the reports when opening the ${name}`);
  }
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
  const subjects = completions.map((completion, at) => subjectOf(tasks[at], completion));
  refuseBoth("prober", options.prober, reports);
  const { found, protection } = await askTool(subjects.map((one) => "kind" in one ? undefined : one), {
    ...{ given: options.prober, open: () => openProber({ reports }), onProgress, signal },
    tool: (prober) => ({ ...PROBING, ask: (subject, stop) => probeOnce(prober, subject, stop) }),
  });
  return {
    study,
    verdicts: "probed",
    ...(protection && { protection }),
    samples: completions.map((completion, at) => {
      const subject = subjects[at];
      if ("kind" in subject) {
        return { ...completion, judgement: { kind: "unjudged", reason: subject.reason } };
      }
      const programHash = hash("sha256", withoutObserver(subject));
      const { pools } = subject;
      const judged = { judgement: { kind: "judged", finding: found[at] }, programHash } as const;
      const sample = { ...completion, ...judged, ...(pools !== undefined && { pools }) };
      // The property is not enumerable, so that samples are shown and compared without it.
      return Object.defineProperty(sample, "read", { value: subject.read });
    }),
    tasks: [],
  };
}

/** Scores people by the functions in completions, equal ones once. Throws as `run`. */
export async function scoredRun<T extends Task, S extends Settings, F>(
  study: string,
  judge: Scoring<T, S, F>,
  options: RunOptions<T, S>,
): Promise<RunResult<F, S>> {
  const { completions, reports, onProgress, signal } = options;
  const tasks = tasksOf("score", options);
  const subjects = completions.map((completion, at) => {
    const read = (text: string) => judge.scored(tasks[at], { ...completion, text });
    const subject = read(completion.text);
    if ("kind" in subject) return subject;
    const sourceIn = (text: string) => "kind" in read(text) ? undefined : (read(text) as ScoreSubject).source;
    return isProgramCutOff(completion, sourceIn) ? { ...subject, isCut: true } : subject;
  });
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
      return { ...completion, judgement, programHash: hash("sha256", subject.source) };
    }),
    tasks: [],
  };
}
