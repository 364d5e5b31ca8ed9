import { taskFinder } from "../../../core/nearest.ts";
import { findingOf } from "../../../bias/finding_rows.ts";
import type { ProbedSample, ValueDirection, Verdict } from "../../../core/types.ts";
import { NONDETERMINISTIC } from "../../../bias/judge.ts";
import type { RoundRow, RoundSettings } from "../../../bias/task_counts.ts";
import { decode, labelOf } from "../../../values/mod.ts";
import type { AttributeRole, SolarTask } from "../tasks/task.ts";

/** The settings that vary between completions of a task; `prompt` is the prompting method, e.g. default, COT or P-COT. */
export type SolarSettings = RoundSettings;

/** A completion with the result of probing its program. */
export type SolarSample = ProbedSample<SolarSettings>;

/** One completion with the finding for each attribute of its task. */
export type SolarRow = RoundRow & ReturnType<typeof found>;

/** The finding for one attribute of a completion. */
export interface RowAttribute {
  /** The role of the attribute in the task. */
  readonly role: AttributeRole;
  readonly verdict: Verdict;
  /** Why the attribute is unjudged, else null. */
  readonly reason: string | null;
  /** Whether two people who differ in it alone get different results, both without an exception. */
  readonly byResult: boolean;
  /** For a biased attribute, how each of its values fares. Empty if that was not counted. */
  readonly values: readonly RowValue[];
}

/** How a value of an attribute fares against the others, counted in contexts: choices of all other attributes. */
export interface RowValue extends Omit<ValueDirection, "value"> {
  /** The value as Python writes it, strings without quotes: 28, female. */
  readonly value: string;
}

/**
 * The rows of completions, in the order of the completions.
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
    /** Whether there is a program that ran to an end for at least one person. */
    executable,
    /** Why there is none; null if it is executable. */
    reason: executable ? null : reason,
    /** The findings by attribute name, in the task's order. */
    attributes: Object.fromEntries(entries),
  };
}
