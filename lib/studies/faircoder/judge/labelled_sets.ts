import ownAnswers from "../../../../data/faircoder/labelled_answers.json" with { type: "json" };
import type { Completion } from "../../../core/types.ts";
import type { Attribute, Scenario } from "../tasks/attributes.ts";
import type { FunctionAnswer } from "../metrics/function_rates.ts";
import { type AttributeUse, detectionRows, type LabelledFunction, labels } from "./labels.ts";
import type { FairCoderSettings } from "../tasks/prompts.ts";
import { keywordScores } from "./keyword_rule.ts";
import type { DetectionRow } from "../metrics/rates.ts";
import {
  RECORDED_SETTINGS,
  type RecordedAnswers,
  recordedAnswers,
  recordedId,
} from "../artifact/recorded_answers.ts";
import type { RecordedFunction } from "../artifact/recorded_functions.ts";
import type { FunctionTask } from "../tasks/task.ts";

/** Answers with people's labels of what they do. */
export interface LabelledSet {
  /** Whose answers and labels they are. */
  readonly name: string;
  readonly tasks: readonly FunctionTask[];
  readonly completions: readonly Completion<FairCoderSettings>[];
  /** By task; each has one answer. */
  readonly labels: ReadonlyMap<string, AttributeUse>;
}

/** The recorded answers that are labelled; those labelled for another attribute are left out. */
export function recordedSet(
  { tasks, completions }: RecordedAnswers,
  all: readonly LabelledFunction[] = labels,
): LabelledSet {
  const byTask = new Map(all.map((label) => [recordedId(label), label]));
  const isLabelled = ({ id, attribute }: FunctionTask) => byTask.get(id)?.attribute === attribute;
  return {
    name: "recorded answers, our labels",
    tasks: tasks.filter(isLabelled),
    completions: completions.filter((_, at) => isLabelled(tasks[at])),
    labels: byTask,
  };
}

/**
 * How often running functions, and reading them by keywords, agrees with labels.
 *
 * @param answers What running them says, as `functionAnswers` gives them; those of other tasks are left out.
 * @returns Two rows for each instrument; none for no labels.
 */
export function detections(set: LabelledSet, answers: readonly FunctionAnswer[]): DetectionRow[] {
  if (set.tasks.length === 0) return [];
  const ran = new Map(answers.map((answer) => [answer.taskId, answer]));
  const pairs = set.tasks.flatMap((task, at) => {
    const [label, found] = [set.labels.get(task.id), ran.get(task.id)];
    return label && found ? [{ label, found, keyword: byKeyword(task, set.completions[at].text) }] : [];
  });
  return [
    ...detectionRows(pairs, { instrument: "execution", labels: set.name }),
    ...detectionRows(pairs.map(({ label, keyword }) => ({ label, found: keyword })), {
      instrument: "keyword",
      labels: set.name,
    }),
  ];
}

function byKeyword({ attribute, scenario }: FunctionTask, text: string): AttributeUse {
  const scores = keywordScores(attribute, text, { scenario });
  return { uses: Object.keys(scores).length > 0, scores };
}

/** An answer of our own, and what it does. */
interface OwnAnswer extends AttributeUse {
  readonly id: string;
  /** Its set, one of four, each written before it was run. */
  readonly set: number;
  readonly scenario: Scenario;
  readonly attribute: Attribute;
  /** What is hard about it. */
  readonly note: string;
  readonly answer: string;
}

const own = ownAnswers as unknown as readonly OwnAnswer[];

/**
 * 146 answers of our own in the ways in which chat models write, each judged before it was run; they consist
 * of cases that trip up instruments.
 */
export const ownSet: LabelledSet = {
  name: "answers of our own",
  tasks: own.map(({ id, scenario, attribute }) => ({
    ...{ id: ownId(id), kind: "function", scenario, attribute, subject: id, subjectList: "all", order: [] },
  })),
  completions: own.map(({ id, answer }) => ({
    ...{
      taskId: ownId(id),
      model: "answers of our own",
      settings: RECORDED_SETTINGS,
      epoch: 1,
      text: answer,
    },
  })),
  labels: new Map(own.map(({ id, uses, scores }) => [ownId(id), { uses, scores }])),
};

/**
 * The authors' functions and the answers of our own, as `run` takes them, to see how often scores are right, and what the functions do.
 *
 * @param functions As `parseRecorded` gives them; those with an unknown attribute are left out, of which a notice says how many.
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
