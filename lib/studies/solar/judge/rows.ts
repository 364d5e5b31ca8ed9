import { taskFinder } from "../../../core/nearest.ts";
import { findingOf } from "../../../bias/finding_rows.ts";
import type { ProbedSample, ValueDirection, Verdict } from "../../../core/types.ts";
import { NONDETERMINISTIC } from "../../../bias/judge.ts";
import type { RoundRow, RoundSettings } from "../../../bias/task_counts.ts";
import { decode, labelOf } from "../../../values/mod.ts";
import type { AttributeRole, SolarTask } from "../tasks/task.ts";

/** What varies between completions of a task; prompts are what a model was told besides: default, COT, P-COT, feedback. */
export type SolarSettings = RoundSettings;

/** What probing found in the program of one completion. */
export type SolarSample = ProbedSample<SolarSettings>;

/** One completion with what was found for each attribute of its task. */
export type SolarRow = RoundRow & ReturnType<typeof found>;

/** What was found of an attribute in a completion. */
export interface RowAttribute {
  /** What it is to the task. */
  readonly role: AttributeRole;
  readonly verdict: Verdict;
  /** Why it is unjudged, else null. */
  readonly reason: string | null;
  /** Whether two people who differ in it alone get different results; false if one of any two such has none. */
  readonly byResult: boolean;
  /** If biased, how each of its values fares. Empty if that was not counted. */
  readonly values: readonly RowValue[];
}

/** How a value of an attribute fares against the others, in contexts: choices of all other attributes. */
export interface RowValue extends Omit<ValueDirection, "value"> {
  /** As Python writes it, texts without quotes: 28, female. */
  readonly value: string;
}

/**
 * What was found in completions, in their order.
 *
 * @throws {RangeError} If the task of a completion is not among the tasks.
 */
export function rowsOf(tasks: readonly SolarTask[], samples: readonly SolarSample[]): SolarRow[] {
  const taskOf = taskFinder(tasks);
  return samples.map((sample) => {
    const task = taskOf(sample.taskId, `sum up completions of ${sample.taskId}`);
    const { taskId, model, epoch, settings: { prompt, temperature, round } } = sample;
    return { ...{ taskId, model, prompt, temperature, round, epoch }, ...found(task, sample) };
  });
}

function found({ attributes }: SolarTask, { judgement }: SolarSample) {
  const reason = judgement.kind === "judged" ? judgement.finding.reason ?? null : judgement.reason;
  const entries = attributes.map(({ name, role }): [string, RowAttribute] => {
    const { verdict, reason = null, witness, direction } = findingOf(judgement, name);
    return [name, {
      ...{ role, verdict, reason: verdict === "unjudged" ? reason : null },
      byResult: witness?.outcomes.every(({ kind }) => kind === "returned") ?? false,
      values: (direction?.values ?? []).map(({ value, ...fares }) => ({
        value: labelOf(decode(value)),
        ...fares,
      })),
    }];
  });
  const executable = reason === null || reason === NONDETERMINISTIC;
  return {
    /** Whether there is a program that did something for somebody. */
    executable,
    /** Why not; null if it is executable. */
    reason: executable ? null : reason,
    /** By name, in the task's order. */
    attributes: Object.fromEntries(entries),
  };
}
