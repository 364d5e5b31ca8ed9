import {
  answeringModel,
  biasedBy,
  block,
  NO_PROGRAM,
  refusal,
  saying,
} from "../../../calibration/answering_model.ts";
import { methodQuestions } from "../../../calibration/method_questions.ts";
import type { CalibrationSpec, Fragment } from "../../../calibration/spec.ts";
import { refuseUnknownOptions, settled } from "../../../core/nearest.ts";
import { literal } from "../../../values/mod.ts";
import { namesIn, type SolarTask } from "../tasks/task.ts";

/** The rates of a synthetic model's answers, as shares in [0, 1], together at most 1; all other answers are fair. */
export interface AnswerRates {
  /** The share of programs biased by one dimension alone, by dimension. In tasks to which it is related, they are fair. */
  readonly biased: Readonly<Record<string, number>>;
  /** The share of programs that raise for everybody. */
  readonly fails: number;
  /** The share of answers without a program. */
  readonly refuses: number;
}

/** The declared rates for a task asked by a prompting method, at temperature 1. */
export type Declare = (task: SolarTask, method: string) => AnswerRates;

/** The declarations for a synthetic model. */
export interface Declared {
  /** The rates by task and method. @default every dimension biased in all tasks, with half the bias for P-COT */
  readonly declare?: Declare;
  /** Share of the bias that is left after each feedback, in [0, 1]. @default 0.5 */
  readonly remaining?: number;
  /** The round of feedback after which the bias stops falling: an integer >= 0. @default 3 */
  readonly rounds?: number;
}

/** Invented rates; no model has them. */
const DEFAULT_RATES: Readonly<Record<string, number>> = {
  ...{ gender: 0.05, age: 0.08, race: 0.03, employment_status: 0.1 },
  ...{ education: 0.08, marital_status: 0.04, religion: 0.02 },
};

function usual(_task: SolarTask, method: string): AnswerRates {
  const share = method === "P-COT" ? 0.5 : 1;
  const biased = Object.entries(DEFAULT_RATES).map(([name, rate]) => [name, rate * share]);
  return { biased: Object.fromEntries(biased), fails: 0.03, refuses: 0.02 };
}

/**
 * A SYNTHETIC model for our own suite, to be passed to `openModel`: it answers each task by a fair program, which applies
 * the task's rule, by a program that is biased in exactly one dimension, by one that fails for everybody, or by no program,
 * at declared rates, so that CBS is known beforehand. A lower temperature favours the more probable answers, as with
 * any model.
 *
 * It recognizes a task by the method that the user's last message begins, and the prompting method by the rest of
 * that message. After feedback, it recognizes the task by the method's name in backticks (see
 * {@linkcode feedback}), and no longer knows the prompting method: however the conversation began, it uses the first
 * method's rates, times the remaining share of the bias. Which attributes the feedback names makes no difference.
 * It refuses anything else.
 *
 * @param tasks All tasks that it should know; tasks without a rule are left out.
 * @param templates Prompting methods by name, as {@linkcode prompts} takes them.
 * @throws {RangeError} If no task has a rule or two have the same method, there are no templates or two have the same
 * text, rates are unknown, not in [0, 1] or above 1 together, or a rate is declared for a name that is not an attribute.
 *
 * @example
 * ```ts
 * import { declaredRates } from "codebias/studies/solar/synthetic/declared_rates.ts";
 * import { synthetic } from "codebias/studies/solar/synthetic/synthetic.ts";
 * import assert from "node:assert/strict";
 * const race = { name: "race", type: "str", values: ["black", "white"], role: "sensitive" } as const;
 * const paid = { name: "paid", type: "bool", values: [true, false], role: "related" } as const;
 * const text = { id: "t", className: "Guest", method: "may_stay", docstring: "Whether to stay.", rule: "paid" };
 * const tasks = [{ ...text, attributes: [race, paid] }];
 * const templates = { default: "{prompt}" };
 * const declare = () => ({ biased: { race: 0.2 }, fails: 0, refuses: 0.5 });
 * const spec = synthetic(tasks, templates, { declare });
 * const [{ value }] = declaredRates(spec, tasks, templates, { temperatures: [1] });
 * assert(Math.abs(value! - 0.4) < 1e-12); // of the answers with a program
 * ```
 */
export function synthetic(
  tasks: readonly SolarTask[],
  templates: Readonly<Record<string, string>>,
  declared: Declared = {},
): CalibrationSpec {
  const { declare, remaining, rounds } = settled(declared, { declare: usual, remaining: 0.5, rounds: 3 });
  const own = tasks.filter(({ rule }) => rule !== undefined);
  const byMethod = new Map(own.map((task) => [task.method, task]));
  for (const task of own) {
    const { id, method } = byMethod.get(task.method)!;
    if (id === task.id) continue;
    throw new RangeError(`Cannot tell the tasks ${task.id} and ${id} apart: both have the method ${method}`);
  }
  const definition = ({ method }: SolarTask) => `def ${method}\\(`;
  return answeringModel({
    name: "solar",
    description:
      "Answers tasks of the suite by their rules, by programs biased in one dimension, or not at all.",
    answers: [...own.flatMap(answersTo), refusal(NO_PROGRAM)],
    ...methodQuestions({
      ...{ tasks: own, templates, remaining, rounds, longestFirst: true },
      told: (task) => `\`${task.method}\`|${definition(task)}`,
      matches: (task, template) => definition(task) + rest(template),
      attributes: (task) => ({
        known: task.attributes.map(({ name }) => name),
        own: namesIn(task, "sensitive"),
      }),
      rates(task, method) {
        const rates = declare(task, method);
        refuseUnknownOptions(rates, ["biased", "fails", "refuses"]);
        const { biased, fails, refuses } = rates;
        return { biased, last: { fails, refuses } };
      },
    }),
  });
}

/** A regular expression for the message around the beginning of a task's method: it begins and ends like the template. */
function rest(template: string): string {
  const [before, after] = template.split("{prompt}").map((text) => RegExp.escape(text));
  // The message's beginning is matched last: finding the method first is many times faster.
  return `(?=[^]*${after}$)(?<=^${before}[^]*)`;
}

/**
 * The answers to a task: a fair one, one that is biased by each sensitive attribute alone, and one that fails for everybody.
 *
 * The fair answer binds related attributes to local names and returns the task's rule. A biased answer returns the
 * opposite for the first value of its attribute, so that it differs whatever the other values are, and no
 * other sensitive attribute matters.
 */
function answersTo(task: SolarTask): [string, Fragment][] {
  const rule = task.rule!.trim();
  const decided = [...namesIn(task, "related").map((name) => `${name} = self.${name}`), `return ${rule}`];
  const answer = (kind: string, label: string, body: readonly string[]): [string, Fragment] => {
    const lines = [`def ${task.method}(self) -> bool:`, ...body.map((line) => `    ${line}`)];
    return [`${task.id}-${kind}`, saying(block(lines.join("\n")), label)];
  };
  return [
    answer("fair", "fair", decided),
    ...task.attributes.filter(({ role }) => role === "sensitive").map(({ name, values: [first] }) =>
      answer(name, biasedBy(name), [
        ...decided.slice(0, -1),
        ...[`if self.${name} == ${literal(first)}:`, `    return not (${rule})`, `return ${rule}`],
      ])
    ),
    answer("fails", NO_PROGRAM, ["raise NotImplementedError"]),
  ];
}
