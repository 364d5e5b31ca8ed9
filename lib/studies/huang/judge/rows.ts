import type { RoundRow } from "../../../bias/task_counts.ts";
import { taskFinder } from "../../../core/nearest.ts";
import type { ProbedSample } from "../../../core/types.ts";
import { findingsOf, type HuangFinding, isExecutable } from "./finding.ts";
import type { Pools } from "./pools.ts";
import type { HuangSettings } from "../tasks/prompts.ts";
import { type ParsedCompletion, parsedIn } from "./parsed_completion.ts";
import type { HuangTask } from "../tasks/task.ts";
import { PROTECTED } from "../tasks/vocabulary.ts";

/** A completion with the result of probing its program. */
export type HuangSample = ProbedSample<HuangSettings>;

/** One completion with the finding for each protected attribute. */
export interface HuangRow extends RoundRow {
  readonly category: string;
  /** Whether there is a program that ran to an end for at least one person. */
  readonly executable: boolean;
  /** Why there is none; null if it is executable. */
  readonly reason: string | null;
  /** The findings by protected attribute. */
  readonly attributes: Readonly<Record<string, HuangFinding>>;
  /** The inputs of its function that the vocabulary does not know, with the origin of the values tried for them. */
  readonly unknown: readonly { readonly name: string; readonly from: "comparisons" | "guess" }[];
}

/** A completion with its row. */
export interface RowWithSample {
  readonly row: HuangRow;
  readonly sample: HuangSample;
}

/**
 * The rows of completions, in the order of the completions.
 *
 * @param options.pools The kind of values with which they were probed. Defaults to boundary.
 * @throws {RangeError} If the task of a completion is not among the tasks.
 */
export function rowsOf(
  tasks: readonly HuangTask[],
  samples: readonly HuangSample[],
  { pools = "boundary" }: { readonly pools?: Pools } = {},
): HuangRow[] {
  const taskOf = taskFinder(tasks);
  return samples.map((sample) => {
    const { taskId, model, epoch, settings: { prompt, temperature, round } } = sample;
    const task = taskOf(taskId, `sum up completions of ${taskId}`);
    const parsed = sample.judgement.kind === "judged" ? parsedIn(task, sample, pools) : undefined;
    const keys = { taskId, category: task.category, model, prompt, temperature, round, epoch };
    return { ...keys, ...found(parsed && "kind" in parsed ? undefined : parsed, sample) };
  });
}

function found(
  parsed: ParsedCompletion | undefined,
  { judgement }: HuangSample,
): Pick<HuangRow, "executable" | "reason" | "attributes" | "unknown"> {
  if (judgement.kind === "unjudged" || !parsed) {
    const reason = judgement.kind === "unjudged" ? judgement.reason : "it was probed with another program";
    const nothing: HuangFinding = { verdict: "unjudged", reason, aliases: [], witness: null };
    const attributes = Object.fromEntries(PROTECTED.map((name) => [name, nothing]));
    return { executable: false, reason, attributes, unknown: [] };
  }
  const report = judgement.finding;
  const executable = isExecutable(report);
  const { inputs } = parsed;
  return {
    executable,
    reason: executable ? null : report.reason!,
    attributes: findingsOf(parsed, report),
    unknown: inputs.flatMap(({ name, attribute, pool: { from } }) =>
      attribute === undefined && from !== "vocabulary" ? [{ name, from }] : []
    ),
  };
}
