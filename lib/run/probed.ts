import { createHash } from "node:crypto";
import type { Protection } from "../execution/protection/protection.ts";
import { refuseUnknownOptions } from "../core/nearest.ts";
import { openProber, type Prober, PROBING } from "./probing/probe.ts";
import { probeOnce } from "./probing/once.ts";
import { subjectOf, withoutObserver } from "./probing/subject.ts";
import type { ReportStore } from "../store/reports.ts";
import type { Completion, ProbedSample, ProbedStudy, Settings, Task } from "../core/types.ts";
import { tasksOf } from "./questions.ts";
import { askTool, refuseBoth } from "./tool.ts";

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

/** Probes the programs of completions, equal ones once. Throws as `run`. */
export async function probedRun<T extends Task, S extends Settings>(
  study: ProbedStudy<T, S>,
  options: ProbeRunOptions<T, S>,
): Promise<ProbeRunResult<S>> {
  refuseUnknownOptions(options, ["tasks", "completions", "prober", "reports", "onProgress", "signal"]);
  const { completions, reports, onProgress, signal } = options;
  const tasks = tasksOf("probe", options);
  const subjects = completions.map(({ text }, at) => subjectOf(study, tasks[at], text));
  refuseBoth("prober", options.prober, reports);
  const { found, protection } = await askTool(subjects.map((one) => "kind" in one ? undefined : one), {
    ...{ given: options.prober, open: () => openProber({ reports }), onProgress, signal },
    tool: (prober) => ({ ...PROBING, ask: (subject, stop) => probeOnce(prober, subject, stop) }),
  });
  return {
    study: study.name,
    verdicts: "probed",
    ...(protection && { protection }),
    samples: completions.map((completion, at) => {
      const subject = subjects[at];
      if ("kind" in subject) {
        return { ...completion, judgement: { kind: "unjudged", reason: subject.reason } };
      }
      const programHash = hashOf(withoutObserver(subject));
      return { ...completion, judgement: { kind: "judged", finding: found[at] }, programHash };
    }),
  };
}

function hashOf(source: string): string {
  return createHash("sha256").update(source).digest("hex");
}
