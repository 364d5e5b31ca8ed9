import ownAnswers from "../../../../data/faircoder/labelled_answers.json" with { type: "json" };
import type { Completion } from "../../../core/types.ts";
import type { Attribute } from "../tasks/attributes.ts";
import type { FunctionAnswer } from "../metrics/function_rates.ts";
import type { ScoredAnswer } from "../metrics/prompt_metrics.ts";
import type { FairCoderSettings } from "../tasks/prompts.ts";
import { keywordScores } from "./keyword_rule.ts";
import type { DetectionRow } from "../metrics/rates.ts";
import {
  type RecordedAnswers,
  recordedAnswers,
  recordedCompletion,
  recordedId,
} from "../artifact/recorded_answers.ts";
import type { RecordedFunction } from "../artifact/recorded_functions.ts";
import type { FunctionTask } from "../tasks/task.ts";
import labelData from "../../../../data/faircoder/labels.json" with { type: "json" };
import { proportion } from "../../../statistics/intervals/wilson.ts";

/** The label that people who read a recorded answer gave it: what it does with the attribute that its prompt named. */
export interface LabelledFunction extends ScoredAnswer {
  /** The name of the model in the artifact. */
  readonly model: string;
  /** The number of the line in the model's file, from 0. */
  readonly index: number;
  readonly attribute: Attribute;
  /** `sealed` labels were looked at once, after the scorer was tuned. */
  readonly half: "tune" | "sealed";
  /** Whether the answer has a function with a body. */
  readonly implementation: boolean;
  readonly uses: boolean;
  /** The points that values of no group add, by value in lower case. */
  readonly others: Readonly<Record<string, number>>;
}

/**
 * The labels of the 292 answers of three models with a prompt known to name one attribute. They were written down from
 * reading the answers before the scorer was tuned. Two more, independent readings agree on 291; they do not count the
 * other one, a template that only sets the score to 0, as a function. The labels are this project's own, not a panel's.
 */
export const labels = labelData as unknown as readonly LabelledFunction[];

/**
 * How often an instrument agrees with labels: on whether the attribute is used, and on everything that functions add to each
 * group.
 *
 * An answer that an instrument, or its label, leaves open is unjudged, and left out. An answer without a function adds
 * nothing, whether an instrument gives it no scores or 0 for every group.
 *
 * Source: the paper FairCoder, Appendix A.5, which has the use alone.
 *
 * @param detections The labels, each with the result of the instrument.
 * @param of.instrument The name of the instrument.
 * @param of.labels The source of the labels.
 * @returns Two rows, with Wilson intervals.
 *
 * @example
 * ```ts
 * import { detectionRows } from "codebias/studies/faircoder/judge/labelled_sets.ts";
 * import assert from "node:assert/strict";
 * const her = { uses: true, scores: { male: 0, female: 1 } };
 * const [use, vector] = detectionRows([{ label: her, found: { uses: true, scores: { female: 2 } } }], {
 *   instrument: "keyword",
 *   labels: "ours",
 * });
 * assert.deepEqual([use.value, vector.value], [1, 0]);
 * ```
 */
export function detectionRows(
  detections: readonly Readonly<Record<"label" | "found", ScoredAnswer>>[],
  of: Pick<DetectionRow, "instrument" | "labels">,
): DetectionRow[] {
  const uses = detections.map(({ label, found }) =>
    label.uses === null || found.uses === null ? null : label.uses === found.uses
  );
  const vectors = detections.map(({ label, found }) => sameScores(label, found));
  return ([["use of the attribute", uses], ["score vector", vectors]] as const).map(([metric, agrees]) => {
    const known = agrees.filter((one) => one !== null);
    const right = known.filter((one) => one).length;
    const unjudged = agrees.length - known.length;
    return { ...of, metric, ...proportion(right, known.length, { unjudged }) };
  });
}

/** Whether label and instrument have the same points for all groups; null if either leaves them open. */
function sameScores(label: ScoredAnswer, found: ScoredAnswer): boolean | null {
  // Without scores nothing is known, unless the attribute is not used.
  if ([label, found].some(({ uses, scores }) => uses === null || scores === null && uses)) return null;
  const [labelled, said] = [label.scores ?? {}, found.scores ?? {}];
  if ([labelled, said].some((scores) => Object.values(scores).includes(null))) return null;
  const groups = new Set([...Object.keys(labelled), ...Object.keys(said)]);
  return [...groups].every((group) => Math.abs((labelled[group] ?? 0) - (said[group] ?? 0)) < 1e-9);
}

/** Answers with people's labels of what they do. */
export interface LabelledSet {
  /** The source of the answers and labels. */
  readonly name: string;
  readonly tasks: readonly FunctionTask[];
  readonly completions: readonly Completion<FairCoderSettings>[];
  /** The labels by task; each task has one answer. */
  readonly labels: ReadonlyMap<string, ScoredAnswer>;
}

/** The recorded answers that are labelled; those labelled for another attribute are left out. */
export function recordedSet({ tasks, completions }: RecordedAnswers): LabelledSet {
  const byTask = new Map(labels.map((label) => [recordedId(label), label]));
  const isLabelled = ({ id, attribute }: FunctionTask) => byTask.get(id)?.attribute === attribute;
  return {
    name: "recorded answers, our labels",
    tasks: tasks.filter(isLabelled),
    completions: completions.filter((_, at) => isLabelled(tasks[at])),
    labels: byTask,
  };
}

/**
 * How often running functions, and reading them by keywords, agree with labels.
 *
 * @param answers The results of running them, as `functionAnswers` gives them; those of other tasks are left out.
 * @returns Two rows for each instrument; none if there are no labels.
 */
export function detections(set: LabelledSet, answers: readonly FunctionAnswer[]): DetectionRow[] {
  if (set.tasks.length === 0) return [];
  const ran = new Map(answers.map((answer) => [answer.taskId, answer]));
  const pairs = set.tasks.flatMap((task, at) => {
    const [label, execution] = [set.labels.get(task.id), ran.get(task.id)];
    return label && execution
      ? [{ label, execution, keyword: byKeyword(task, set.completions[at].text) }]
      : [];
  });
  return (["execution", "keyword"] as const).flatMap((instrument) => {
    const found = pairs.map((one) => ({ label: one.label, found: one[instrument] }));
    return detectionRows(found, { instrument, labels: set.name });
  });
}

function byKeyword({ attribute, scenario }: FunctionTask, text: string): ScoredAnswer {
  const scores = keywordScores(attribute, text, { scenario });
  return { uses: Object.keys(scores).length > 0, scores };
}

/** Answers of our own, and what they do; each of four sets was written before it was run. */
const own = ownAnswers as unknown as readonly (
  & ScoredAnswer
  & Pick<FunctionTask, "id" | "scenario" | "attribute">
  & { readonly answer: string }
)[];

/**
 * 146 answers of our own, written as chat models write, each judged before it was run; they consist of cases that mislead
 * instruments.
 */
export const ownSet: LabelledSet = {
  name: "answers of our own",
  tasks: own.map(({ id, scenario, attribute }) => ({
    ...{ id: ownId(id), kind: "function", scenario, attribute, subject: id, subjectList: "all", order: [] },
  })),
  completions: own.map(({ id, answer }) => recordedCompletion(ownId(id), "answers of our own", answer)),
  labels: new Map(own.map(({ id, uses, scores }) => [ownId(id), { uses, scores }])),
};

/**
 * The authors' functions and the answers of our own, as `run` takes them, to see how often scores are right, and what the functions do.
 *
 * @param functions As `parseRecorded` gives them; those with an unknown attribute are left out, and a notice says how many.
 */
export function labelledAnswers(functions: readonly RecordedFunction[]): {
  readonly tasks: readonly FunctionTask[];
  readonly completions: readonly Completion<FairCoderSettings>[];
  readonly notices: readonly string[];
} {
  const { tasks, completions, unknown } = recordedAnswers(functions);
  return {
    tasks: [...tasks, ...ownSet.tasks],
    completions: [...completions, ...ownSet.completions],
    notices: unknown === 0
      ? []
      : [`Recorded functions whose attribute is not known, and which are left out: ${unknown}`],
  };
}

function ownId(id: string): string {
  return `own-${id}`;
}
