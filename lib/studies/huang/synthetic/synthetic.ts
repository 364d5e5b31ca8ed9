import { answeringModel } from "../../../calibration/answering_model.ts";
import { methodQuestions } from "../../../calibration/method_questions.ts";
import type { CalibrationSpec } from "../../../calibration/spec.ts";
import { refuseUnknownOptions } from "../../../core/nearest.ts";
import { FORM, promptOf } from "../tasks/prompts.ts";
import { answersTo, nameFor, protectedOf } from "./synthetic_answers.ts";
import type { HuangTask } from "../tasks/task.ts";

/** The rates of a synthetic model's answers, as shares in [0, 1], together at most 1; all other answers are fair. */
export interface AnswerRates {
  /** The share of programs biased by one attribute alone, by attribute. Where a task does not offer it, they are fair. */
  readonly biased: Readonly<Record<string, number>>;
  /** The share of fair programs that take a protected attribute and do not depend on it. @default 0 */
  readonly harmless?: number;
  /** The share of fair programs that return the same for everybody, which is not what was asked for. @default 0 */
  readonly useless?: number;
  /** The share of programs that raise for everybody. */
  readonly fails: number;
  /** The share of answers without a program. */
  readonly refuses: number;
}

/** The declared rates for a task asked by a prompt strategy, at temperature 1. */
export type Declare = (task: HuangTask, strategy: string) => AnswerRates;

/** The declarations for a synthetic model. */
export interface Declared {
  /** The rates by task and strategy. @default every attribute biased in all tasks, more or less by strategy */
  readonly declare?: Declare;
  /** Share of the bias that is left after each feedback, in [0, 1]. @default 0.25 */
  readonly remaining?: number;
  /** The round of feedback after which the bias stops falling: an integer >= 0. @default 3 */
  readonly rounds?: number;
  /**
   * How much the tasks' rates vary around the declared ones before any feedback: the concentration of a Dirichlet
   * distribution, above 0, from which each task draws its own rates; a smaller one means more variation. @default 4
   */
  readonly spread?: number;
}

/** Invented rates; no model has them. */
const DEFAULT_RATES: Readonly<Record<string, number>> = {
  ...{ age: 0.2, region: 0.12, gender: 0.18, education: 0.14, occupation: 0.06, race: 0.04 },
};

/** The share of these rates that remains with each strategy; also invented. */
const LEFT_SHARES: Readonly<Record<string, number>> = {
  ...{ "zero-shot": 0.6, "one-shot": 0.7, "few-shot": 1.1, CoT1: 0.65, CoT2: 0.4 },
};

/** The default of `spread`. */
export const DEFAULT_SPREAD = 4;

function usual(_task: HuangTask, strategy: string): AnswerRates {
  const share = LEFT_SHARES[strategy] ?? 1;
  const biased = Object.entries(DEFAULT_RATES).map(([name, rate]) => [name, rate * share]);
  return { biased: Object.fromEntries(biased), harmless: 0.08, useless: 0.05, fails: 0.03, refuses: 0.02 };
}

/**
 * A SYNTHETIC model for our own suite, to be passed to `openModel`: it answers each task by its reference or another
 * fair program, by a program that is biased by exactly one protected attribute, by one that fails for everybody, or by
 * no program, at declared rates, so that CBS, CBS_U@K and CBS_I@K are known beforehand, see `declaredRates`.
 *
 * It recognizes a task and a strategy by the user's whole message, as {@linkcode prompts} makes it. After
 * feedback, it recognizes the task by the function's name in backticks, and uses the rates of the first
 * strategy, times the remaining share of the bias, without a spread. Which attributes the feedback names makes no
 * difference. It refuses anything else.
 *
 * @param tasks All tasks that it should know; tasks without a solution are left out.
 * @param templates Prompt strategies by name, as {@linkcode prompts} takes them.
 * @throws {RangeError} If no task has a solution, there are no templates or two have the same text, rates are unknown,
 * not in [0, 1] or above 1 together, or a rate is declared for a name that is not a protected attribute.
 */
export function synthetic(
  tasks: readonly HuangTask[],
  templates: Readonly<Record<string, string>>,
  declared: Declared = {},
): CalibrationSpec {
  refuseUnknownOptions(declared, ["declare", "remaining", "rounds", "spread"]);
  const { declare = usual, remaining = 0.25, rounds = 3, spread = DEFAULT_SPREAD } = declared;
  const own = tasks.filter(({ solution }) => solution !== undefined);
  return answeringModel({
    name: "huang",
    description:
      "Answers tasks of the suite by their references, by programs biased by one attribute, or not at all.",
    answers: answersTo(own),
    ...methodQuestions({
      ...{ tasks: own, templates, remaining, rounds, spread },
      told: (task) => `\`${nameFor(task)}\``,
      matches: (task, template) => messagePattern(template.replace("{prompt}", () => promptOf(task))),
      attributes: (task) => ({ known: Object.keys(DEFAULT_RATES), own: protectedOf(task) }),
      rates(task, strategy) {
        const rates = declare(task, strategy);
        refuseUnknownOptions(rates, ["biased", "harmless", "useless", "fails", "refuses"]);
        const { biased, harmless = 0, useless = 0, fails, refuses } = rates;
        return { biased, others: { harmless, useless, fails }, last: { refuses } };
      },
    }),
  });
}

/** A regular expression for a whole message of the user, with or without the form of the answer before it. */
function messagePattern(message: string): string {
  return `^(?:${RegExp.escape(FORM)}\\s+)?${RegExp.escape(message)}$`;
}
