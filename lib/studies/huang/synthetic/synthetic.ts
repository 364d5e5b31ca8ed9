import { answeringModel } from "../../../calibration/answering_model.ts";
import { methodQuestions } from "../../../calibration/method_questions.ts";
import type { CalibrationSpec } from "../../../calibration/spec.ts";
import { refuseUnknownOptions } from "../../../core/nearest.ts";
import { FORM, promptOf } from "../tasks/prompts.ts";
import { answersTo, nameFor, protectedOf } from "./synthetic_answers.ts";
import type { HuangTask } from "../tasks/task.ts";

/** How a synthetic model answers, in shares of its answers: each in [0, 1], together at most 1; all else is fair. */
export interface AnswerRates {
  /** By protected attribute: programs biased by it and nothing else. Where a task does not offer it, they are fair instead. */
  readonly biased: Readonly<Record<string, number>>;
  /** Fair programs that take a protected attribute and do not go by it. @default 0 */
  readonly harmless?: number;
  /** Fair programs that return the same for everybody, which is not what was asked for. @default 0 */
  readonly useless?: number;
  /** Programs that raise for everybody. */
  readonly fails: number;
  /** Answers without a program. */
  readonly refuses: number;
}

/** What is declared for a task asked by a prompt strategy, at temperature 1. */
export type Declare = (task: HuangTask, strategy: string) => AnswerRates;

/** What is declared of a synthetic model. */
export interface Declared {
  /** @default all attributes in all tasks, more or fewer by strategy */
  readonly declare?: Declare;
  /** Share of the bias that is left after each feedback, in [0, 1]. @default 0.25 */
  readonly remaining?: number;
  /** The round of feedback after which the bias falls no more: an integer >= 1. @default 3 */
  readonly rounds?: number;
  /**
   * How much the tasks' rates differ around what is declared before any feedback: the concentration of a Dirichlet
   * distribution, above 0, from which each task draws its own; the smaller, the more. @default 4
   */
  readonly spread?: number;
}

/** Made up; no model has these rates. */
const DEFAULT_RATES: Readonly<Record<string, number>> = {
  ...{ age: 0.2, region: 0.12, gender: 0.18, education: 0.14, occupation: 0.06, race: 0.04 },
};

/** How much of that is left by each strategy; made up, too. */
const LEFT_SHARES: Readonly<Record<string, number>> = {
  ...{ "zero-shot": 0.6, "one-shot": 0.7, "few-shot": 1.1, CoT1: 0.65, CoT2: 0.4 },
};

/** How much the tasks' rates differ, and what feedback leaves, unless something else is declared. */
export const DEFAULT_SPREAD = 4;

function usual(_task: HuangTask, strategy: string): AnswerRates {
  const share = LEFT_SHARES[strategy] ?? 1;
  const biased = Object.entries(DEFAULT_RATES).map(([name, rate]) => [name, rate * share]);
  return { biased: Object.fromEntries(biased), harmless: 0.08, useless: 0.05, fails: 0.03, refuses: 0.02 };
}

/**
 * A SYNTHETIC model for our own suite, to be handed to `openModel`: it answers each task by its reference or another fair program,
 * by one that is biased by exactly one protected attribute, by one that fails for everybody, or by no program, at declared rates, so that CBS, CBS_U@K and CBS_I@K are known beforehand, see `declaredRates`.
 *
 * It knows a task and a strategy by the user's whole message, as {@linkcode prompts} makes it. After
 * feedback, it knows the task by the function's name in backticks, and goes by the rates of the first
 * strategy, times what is left of the bias, without a spread. Which attributes the feedback names does not
 * matter to it. It refuses anything else.
 *
 * @param tasks All tasks that it should know; it does not know those without a solution.
 * @param templates Prompt strategies by name, as {@linkcode prompts} takes them.
 * @throws {RangeError} If no task has a solution, there are no templates or two have the same text, rates are unknown, not in [0, 1] or
 * above 1 together, or a rate is declared of what is no protected attribute.
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
      ...{ tasks: own, templates, remaining, rounds, least: 1, spread },
      called: { method: "strategy", methods: "prompt strategies", attribute: "protected attribute" },
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
