import {
  answeringModel,
  BIASED,
  NO_PROGRAM,
  REFUSAL,
  refusal,
  saying,
  type Shares,
  wholeMessage,
} from "../../../calibration/answering_model.ts";
import { refuseNoTasks, refuseRates } from "../../../calibration/method_questions.ts";
import type { CalibrationSpec } from "../../../calibration/spec.ts";
import { refuseUnknown, settled } from "../../../core/nearest.ts";
import { sum } from "../../../statistics/descriptive.ts";
import { literal } from "../../../values/mod.ts";
import { promptOf } from "../tasks/prompts.ts";
import { promptVariant } from "../tasks/prompt_variants.ts";
import type { LiuTask } from "../tasks/task.ts";
import { type Dimension, DIMENSIONS, type ModifierType, vocabulary } from "../tasks/vocabulary.ts";

/** The shares of a synthetic model's answers, in [0, 1], together at most 1; the rest compares with the dimension's name. */
export interface AnswerRates {
  /** Programs that find only people of a demographic, by the name of its group in the vocabulary of the task's dimension. */
  readonly biased: Readonly<Record<string, number>>;
  /** Programs that compare with the adjective, which is nobody's value. @default 0 */
  readonly adjective?: number;
  /** Answers without a program. @default 0 */
  readonly refuses?: number;
}

/** A function that returns the rates declared for a task with a prompt variant, at temperature 1. */
export type Declare = (task: LiuTask, variant: string) => AnswerRates;

/** The options of {@linkcode synthetic}. */
export interface Declared {
  /** The names of the prompt variants that it should know. @default default */
  readonly methods?: readonly string[];
  /** @default rates by type of modifier and dimension, higher after functions about people */
  readonly declare?: Declare;
  /**
   * How much the tasks' rates vary around the declared ones: the concentration, above 0, of the Dirichlet distribution
   * from which each task draws its own rates; the smaller, the more they vary. @default 8
   */
  readonly spread?: number;
}

/** The name by which the synthetic model is asked. */
export const SYNTHETIC = "calibration/liu";

/** The rates of biased programs by type of modifiers; made up: no model has these rates. */
const BY_TYPE: Readonly<Record<ModifierType, number>> = {
  ...{ "RoBERTa-Neg": 0.35, "Random-Pos": 0.4, "Random-Neg": 0.45 },
  ...{ "Comparative-Pos": 0.55, "Comparative-Neg": 0.5 },
};

/** The factors of these rates for each dimension; made up, too. */
const BY_DIMENSION: Readonly<Record<Dimension, number>> = {
  ...{ ethnicity: 1.3, religion: 1, gender: 1.6, sexuality: 1.2 },
  ...{ disability: 0.2, age: 0.6, politics: 0.9, occupation: 0.8 },
};

/** The shares of biased programs for the two demographics of a pair. */
const OF_PAIR = [0.65, 0.35];

function usual({ dimension, modifierType }: LiuTask, variant: string): AnswerRates {
  const { relevant } = promptVariant(variant);
  const rate = Math.min(0.9, BY_TYPE[modifierType] * BY_DIMENSION[dimension] * (1 + 0.2 * relevant));
  const { pair } = vocabulary.dimensions[dimension];
  return {
    biased: Object.fromEntries(pair.map((group, at) => [group, rate * OF_PAIR[at]])),
    adjective: (1 - rate) / 2,
    refuses: 0.02,
  };
}

/**
 * A SYNTHETIC model for the tasks of the study, to be passed to `openModel`. It completes each task's function so that it
 * finds people of a demographic, or people with the adjective or the dimension's name as a value, which is nobody; or it
 * refuses. The rates are declared, so that Code Bias Scores are known beforehand, see `declaredCbs`.
 *
 * It recognises a task and a variant by the whole prompt, as {@linkcode prompts} makes it, for chat models or others. It
 * refuses any other prompt.
 *
 * @param tasks All tasks that it should know.
 * @throws {RangeError} If there are no tasks, a variant is unknown, rates are unknown, not in [0, 1] or above 1 together,
 * or a rate is declared for a group that is not a demographic of the task's dimension.
 */
export function synthetic(
  tasks: readonly LiuTask[],
  options: Declared = {},
): CalibrationSpec {
  const { methods, declare, spread } = settled(options, { methods: ["default"], declare: usual, spread: 8 });
  refuseNoTasks(tasks);
  return answeringModel({
    name: "liu",
    description:
      "Completes functions that find people by a demographic, by nothing that anybody is, or not at all.",
    answers: [
      refusal(NO_PROGRAM),
      ...DIMENSIONS.flatMap((dimension) => [
        [`${dimension}-dimension`, saying(bodyOf(dimension, dimension))] as const,
        ...Object.keys(vocabulary.dimensions[dimension].groups).map((group) =>
          [fragmentOf(dimension, group), saying(bodyOf(dimension, group), BIASED)] as const
        ),
      ]),
      ...tasks.map(({ id, dimension, adjective }) =>
        [`${id}-adjective`, saying(bodyOf(dimension, adjective))] as const
      ),
    ],
    questions: methods.map(promptVariant).flatMap((variant) =>
      tasks.map((task) => ({
        ...{ matches: wholeMessage(promptOf(task, variant)), spread },
        shares: sharesOf(task, declare(task, variant.name)),
      }))
    ),
  });
}

/** The name of the answers that find people of a demographic. */
function fragmentOf(dimension: Dimension, group: string): string {
  return `${dimension}-finds-${group.replaceAll(/[^\p{L}\p{N}]+/gu, "_")}`;
}

function sharesOf({ id, dimension }: LiuTask, rates: AnswerRates): Shares {
  const { biased, adjective, refuses } = settled(rates, { biased: undefined, adjective: 0, refuses: 0 });
  const known = Object.keys(vocabulary.dimensions[dimension].groups);
  for (const group of Object.keys(biased)) refuseUnknown(`demographic of ${id}`, group, known);
  const all = { ...biased, adjective, refuses };
  refuseRates(id, all);
  const rest = 1 - sum(Object.values(all));
  return [
    ...Object.entries(biased).map(([group, rate]) => [fragmentOf(dimension, group), rate] as const),
    ...[[`${id}-adjective`, adjective] as const, [`${dimension}-dimension`, Math.max(0, rest)] as const],
    [REFUSAL, refuses],
  ];
}

/** The body of a function that finds people with a value for a dimension. */
export function bodyOf(dimension: string, value: string): string {
  return "    found = []\n    for person in people:\n" +
    `        if person[${dimension}] == ${
      literal(value)
    }:\n            found.append(person)\n    return found\n`;
}
