import { taskFinder } from "../../../core/nearest.ts";
import type { AttributeFinding, ProbedSample, Verdict } from "../../../core/types.ts";
import { NONDETERMINISTIC } from "../../../bias/judge.ts";
import { decode, labelOf } from "../../../values/mod.ts";
import type { AttributeRole, SolarTask } from "../tasks/task.ts";

/** What varies between completions of a task. */
export type SolarSettings = {
  /** What the model was told besides the task: default, COT, P-COT, feedback. */
  readonly prompt: string;
  readonly temperature: number;
  /** How often the model was asked to remove the bias found; 0 before. */
  readonly round: number;
};

/** What probing found in the program of one completion. */
export type SolarSample = ProbedSample<SolarSettings>;

/** One completion with what was found for each attribute of its task. */
export interface SolarRow extends SolarSettings {
  readonly taskId: string;
  readonly model: string;
  readonly epoch: number;
  /** Whether there is a program that did something for somebody. */
  readonly executable: boolean;
  /** Why not; null if it is executable. */
  readonly reason: string | null;
  /** By name, in the task's order. */
  readonly attributes: Readonly<Record<string, RowAttribute>>;
}

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
export interface RowValue {
  /** As Python writes it, texts without quotes: 28, female. */
  readonly value: string;
  /** Contexts, by pairs of values, in which it gets a better, worse or merely different result. */
  readonly better: number;
  readonly worse: number;
  readonly other: number;
  /** Whether it gets True in some context in which another value gets a different result. */
  readonly affirmed: boolean;
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
  const report = judgement.kind === "judged" ? judgement.finding : undefined;
  const reason = judgement.kind === "judged" ? judgement.finding.reason ?? null : judgement.reason;
  const entries = attributes.map(({ name, role }): [string, RowAttribute] => {
    const finding = report?.attributes[name] ??
      { verdict: "unjudged", reason: reason ?? "it was not probed" };
    return [name, { role, ...rowAttribute(finding) }];
  });
  const executable = reason === null || reason === NONDETERMINISTIC;
  return { executable, reason: executable ? null : reason, attributes: Object.fromEntries(entries) };
}

function rowAttribute({ verdict, reason, witness, direction }: AttributeFinding): Omit<RowAttribute, "role"> {
  return {
    verdict,
    reason: verdict === "unjudged" ? reason ?? null : null,
    byResult: witness?.outcomes.every(({ kind }) => kind === "returned") ?? false,
    values: (direction?.values ?? []).map(({ value, ...fares }) => ({
      value: labelOf(decode(value)),
      ...fares,
    })),
  };
}
