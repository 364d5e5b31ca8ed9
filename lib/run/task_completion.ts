import type { Prober } from "../probe.ts";
import type { Judgement, ProbedSample, ProbedStudy, Settings, Task } from "../types.ts";

/** How to find out which programs do what they were asked for. */
export interface TaskCompletionOptions<T extends Task, S extends Settings> {
  readonly tasks: readonly T[];
  /** As `run` gives them. */
  readonly samples: readonly ProbedSample<S>[];
  readonly prober: Prober;
  /** Called whenever a sample is finished. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
  /** Stops with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * Whether the programs of samples do what their tasks ask for, in the order of the samples: each is called with the people of
 * its task's checks. A completion without program, or with one that cannot be called, does not do it. Equal programs are called
 * once.
 *
 * @returns Unjudged where the task has no checks, or calls met a limit.
 * @throws {RangeError} If the study's tasks have no checks, or a sample's task is not among the tasks.
 * @throws {SandboxError} If the sandbox fails.
 */
export async function taskCompletion<T extends Task, S extends Settings>(
  study: ProbedStudy<T, S>,
  { tasks, samples, prober, onProgress, signal }: TaskCompletionOptions<T, S>,
): Promise<Judgement<boolean>[]> {
  if (!study.check) {
    throw new RangeError(`Cannot check what programs do for ${study.name}: its tasks have no checks`);
  }
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const known = new Map<string, Promise<Judgement<boolean>>>();
  let done = 0;
  const found: Judgement<boolean>[] = [];
  const queue = samples.entries();
  const judge = async (sample: ProbedSample<S>): Promise<Judgement<boolean>> => {
    const task = byId.get(sample.taskId);
    if (!task) throw new RangeError(`Cannot check completions of ${sample.taskId}: hand over that task, too`);
    const check = study.check!(task, sample);
    const { judgement } = sample;
    const called = judgement.kind === "judged" ? judgement.finding.called : undefined;
    const isMissing = judgement.kind === "unjudged" && "reason" in check && check.reason === judgement.reason;
    if (isMissing || (judgement.kind === "judged" && !called)) return { kind: "judged", finding: false };
    if ("reason" in check) return { kind: "unjudged", reason: check.reason };
    if (!called) return { kind: "judged", finding: false };
    return check.judge(await prober.call(called, check.people, signal));
  };
  const worker = async () => {
    for (const [at, sample] of queue) {
      signal?.throwIfAborted();
      const key = `${sample.taskId} ${sample.programHash ?? sample.text}`;
      const one = known.get(key) ?? judge(sample);
      known.set(key, one);
      found[at] = await one;
      onProgress?.({ done: ++done, total: samples.length });
    }
  };
  await Promise.all(Array.from({ length: prober.workers + 1 }, worker));
  return found;
}
