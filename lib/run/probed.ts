import { createHash } from "node:crypto";
import { openProber } from "./probing/probe.ts";
import { probeOnce, PROBING } from "./probing/once.ts";
import { readOnce, withoutObserver } from "./probing/subject.ts";
import type { ProbeReport, Probing, Settings, Task } from "../core/types.ts";
import { tasksOf } from "./questions.ts";
import type { RunOptions, RunResult } from "./run_options.ts";
import { askTool, refuseBoth } from "./tool.ts";

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
      const programHash = hashOf(withoutObserver(subject));
      const { pools } = subject;
      const judged = { judgement: { kind: "judged", finding: found[at] }, programHash } as const;
      const sample = { ...completion, ...judged, ...(pools !== undefined && { pools }) };
      // Not enumerable: samples are shown and compared without it.
      return Object.defineProperty(sample, "read", { value: subject.read });
    }),
    tasks: [],
  };
}

function hashOf(source: string): string {
  return createHash("sha256").update(source).digest("hex");
}
