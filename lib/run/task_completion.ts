import { refuseOther } from "../core/kinds.ts";
import { refuseUnknownOptions, taskFinder } from "../core/nearest.ts";
import type { CalledProgram, Judgement, ProbedSample, ProbedStudy, Settings, Task } from "../core/types.ts";
import { openProber, type Prober } from "./probing/probe.ts";
import { askTool, type ToolOptions } from "./tool.ts";

/** The options of {@linkcode taskCompletion}. */
export interface TaskCompletionOptions<T extends Task, S extends Settings>
  extends Omit<ToolOptions, "sandbox"> {
  readonly tasks: readonly T[];
  /** The samples of `run`. */
  readonly samples: readonly ProbedSample<S>[];
  readonly prober: Prober;
}

/** The reasons for a completion without a callable program although its model may have done what was asked. */
const UNKNOWN_REASONS: readonly string[] = ["service-error", "retyped", "alternatives"];

/** The beginning of the reason for a program that took too much time or memory. */
const LIMIT = "it meets a limit";

/**
 * Whether the programs of samples do what their tasks ask for, in the order of the samples: each is called
 * with the people of its task's checks. A completion without a callable program does not do it. Equal
 * calls are made once.
 *
 * @returns An unjudged result if the task has no checks, a server failed instead of answering, the program requires values
 * of its own types, or calls met a limit.
 * @throws {RangeError} If the study's tasks have no checks, or a sample's task is not among the tasks.
 * @throws {SandboxError} If the sandbox fails.
 * @throws {DataError} If the store of reports is damaged, or cannot be written.
 */
export async function taskCompletion<T extends Task, S extends Settings>(
  study: ProbedStudy<T, S>,
  options: TaskCompletionOptions<T, S>,
): Promise<Judgement<boolean>[]> {
  refuseUnknownOptions(options, ["tasks", "samples", "prober", "reports", "onProgress", "signal"]);
  refuseOther("check programs for", study, "an object", ["judge"]);
  refuseOther("check programs with", options, "an object", ["tasks", "samples", "prober"]);
  const { tasks, samples, prober, reports, onProgress, signal } = options;
  const { judge: how, name } = study;
  if (!how.check) throw new RangeError(`Cannot check what programs do for ${name}: its tasks have no checks`);
  const taskOf = taskFinder(tasks);
  const asked = samples.map(({ taskId }) => taskOf(taskId, `check completions of ${taskId}`));
  const checks = samples.map((sample, at) => {
    const checked = how.check!(asked[at], sample);
    if ("reason" in checked) return withoutCheck(sample, checked.reason);
    const called = calledIn(sample);
    return "kind" in called ? called : { called, ...checked };
  });
  const calls = checks.map((one) => "kind" in one ? undefined : one);
  const { found } = await askTool(calls, {
    ...{ given: prober, open: openProber, reports, onProgress, signal },
    tool: (place) => ({
      name: "task check",
      ask: ({ called, people }, stop) => place.call(called, people, stop),
      lasts: (outcomes) => outcomes.every(({ kind }) => kind !== "unjudged"),
    }),
  });
  return checks.map((one, at) => "kind" in one ? one : one.judge(found[at]));
}

const FAILED: Judgement<boolean> = { kind: "judged", finding: false };

/** @param reason Why there is no check: the task has no checks, or the completion has no program. */
function withoutCheck<S extends Settings>(
  { judgement }: ProbedSample<S>,
  reason: string,
): Judgement<boolean> {
  const isMissing = judgement.kind === "unjudged" && judgement.reason === reason &&
    !UNKNOWN_REASONS.includes(reason);
  return isMissing ? FAILED : { kind: "unjudged", reason };
}

/** The way to call a sample's program, or the judgement where it is not known. */
function calledIn<S extends Settings>(
  { judgement }: ProbedSample<S>,
): CalledProgram | Judgement<boolean> {
  if (judgement.kind === "unjudged") return UNKNOWN_REASONS.includes(judgement.reason) ? judgement : FAILED;
  const { called, reason = "" } = judgement.finding;
  return called ?? (reason.startsWith(LIMIT) ? { kind: "unjudged", reason } : FAILED);
}
