import { type Branches, type CalibrationSpec, readSpec, type Start } from "../../../calibration/spec.ts";
import { refuseUnknownOptions, unknownName } from "../../../core/nearest.ts";
import { sum } from "../../../statistics/descriptive.ts";
import { answersTo, fragmentOf, REFUSAL } from "./synthetic_answers.ts";
import { namesIn, type SolarTask } from "../tasks/task.ts";

/** How a synthetic model answers, in shares of its answers: each in [0, 1], together at most 1; all else is fair. */
export interface AnswerRates {
  /** By dimension: programs biased by it and nothing else. In tasks to which it is related, they are fair instead. */
  readonly biased: Readonly<Record<string, number>>;
  /** Programs that raise for everybody. */
  readonly fails: number;
  /** Answers without a program. */
  readonly refuses: number;
}

/** What is declared for a task asked by a prompting method, at temperature 1. */
export type Declare = (task: SolarTask, method: string) => AnswerRates;

/** What is declared of a synthetic model. */
export interface Declared {
  /** @default all dimensions in all tasks, fewer biased by P-COT */
  readonly declare?: Declare;
  /** Share of the bias that is left after each feedback, in [0, 1]. @default 0.5 */
  readonly remaining?: number;
  /** The round of feedback after which the bias falls no more: an integer >= 0. @default 3 */
  readonly rounds?: number;
}

/** Made up; no model has these rates. */
const DEFAULT_RATES: Readonly<Record<string, number>> = {
  ...{ gender: 0.05, age: 0.08, race: 0.03, employment_status: 0.1 },
  ...{ education: 0.08, marital_status: 0.04, religion: 0.02 },
};

function usual(_task: SolarTask, method: string): AnswerRates {
  const share = method === "P-COT" ? 0.5 : 1;
  const biased = Object.fromEntries(
    Object.entries(DEFAULT_RATES).map(([name, rate]) => [name, rate * share]),
  );
  return { biased, fails: 0.03, refuses: 0.02 };
}

/** Smaller shares count as zero. */
const EPSILON = 1e-12;

/**
 * A SYNTHETIC model for our own suite, to be handed to `openModel`: it answers each task by a fair program, which is
 * the task's rule, by one that is biased in exactly one dimension, by one that fails for everybody, or by no program,
 * at declared rates, so that CBS is known beforehand. A lower temperature favours the more probable answers, as of
 * any model.
 *
 * It knows a task by the method that the user's last message begins, and the prompting method by the rest of
 * that message. After feedback, it knows the task by the method's name in backticks (see
 * {@linkcode feedback}), and no prompting method any more: however the conversation began, it uses the first
 * method's rates, times what is left of the bias. Which attributes the feedback names does not matter to it.
 * It refuses anything else.
 *
 * @param tasks All tasks that it should know; it does not know those without a rule.
 * @param templates Prompting methods by name, as {@linkcode prompts} takes them.
 * @throws {RangeError} If no task has a rule or two have the same method, there are no templates or two have the same
 * text, rates are not in [0, 1] or above 1 together, or a rate is declared of what is no attribute.
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
  refuseUnknownOptions(declared, ["declare", "remaining", "rounds"]);
  const { declare = usual, remaining = 0.5, rounds = 3 } = declared;
  if (!(remaining >= 0 && remaining <= 1)) {
    throw new RangeError(`Cannot leave ${remaining} of the bias: it must be in [0, 1]`);
  }
  if (!Number.isSafeInteger(rounds) || rounds < 0) {
    throw new RangeError(`Cannot let the bias fall in ${rounds} rounds: it must be an integer >= 0`);
  }
  const own = knownTasks(tasks);
  const [first] = Object.keys(templates);
  if (first === undefined) {
    throw new RangeError("Cannot make a synthetic model: there are no prompting methods");
  }
  const starts = [
    ...later(rounds).flatMap(({ round, when }) =>
      own.map((task) => ({
        when: { matches: `\`${task.method}\`|${definition(task)}`, ...when },
        next: branches(task, declare(task, first), remaining ** round),
      }))
    ),
    ...methodPatterns(templates).flatMap(({ method, text }) =>
      own.map((task) => ({
        when: { matches: `${definition(task)}${text}` },
        next: branches(task, declare(task, method)),
      }))
    ),
    { next: { [REFUSAL]: 1 } },
  ];
  const reached = new Set(starts.flatMap(({ next }) => Object.keys(next)));
  return readSpec({
    name: "solar",
    description:
      "SYNTHETIC. Answers tasks of the suite by their rules, by programs biased in one dimension, or not at all.",
    synthetic: true,
    fragments: Object.fromEntries(answersTo(own).filter(([name]) => reached.has(name))),
    starts,
  });
}

/** Those with a rule, each with another method. */
function knownTasks(tasks: readonly SolarTask[]): SolarTask[] {
  const own = tasks.filter(({ rule }) => rule !== undefined);
  if (own.length === 0) {
    throw new RangeError(
      "Cannot make a synthetic model: it answers our own suite's tasks, and there are none",
    );
  }
  const byMethod = new Map(own.map((task) => [task.method, task]));
  const shadowed = own.find((task) => byMethod.get(task.method) !== task);
  if (!shadowed) return own;
  const { id, method } = byMethod.get(shadowed.method)!;
  throw new RangeError(
    `Cannot tell the tasks ${shadowed.id} and ${id} apart: both have the method ${method}`,
  );
}

/** Rounds of feedback with the conditions of their turns; the last condition holds for all later turns, too. */
function later(rounds: number): { readonly round: number; readonly when: Start["when"] }[] {
  if (rounds === 0) return [{ round: 0, when: { fromTurn: 2 } }];
  return Array.from({ length: rounds }, (_, at) => ({
    round: at + 1,
    when: at + 1 < rounds ? { turn: at + 2 } : { fromTurn: at + 2 },
  }));
}

function definition({ method }: SolarTask): string {
  return `def ${method}\\(`;
}

/**
 * Regular expressions that tell prompting methods apart after the beginning of a task's method: the whole
 * message begins and ends like the method's text. Longer texts come first, since shorter ones may be part of
 * them.
 */
function methodPatterns(templates: Readonly<Record<string, string>>): { method: string; text: string }[] {
  const all = Object.entries(templates).sort(([, a], [, b]) => b.length - a.length);
  const again = all.find(([, text], at) => at > 0 && text === all[at - 1][1]);
  if (again) {
    throw new RangeError(
      `Cannot tell the prompting method ${again[0]} from another: their texts are the same`,
    );
  }
  return all.map(([method, template]) => {
    const [before, after] = template.split("{prompt}").map((text) => RegExp.escape(text));
    // The message's beginning is looked at last: finding the method first is many times faster.
    return { method, text: `(?=[^]*${after}$)(?<=^${before}[^]*)` };
  });
}

/** The answers to a task, with their shares. */
function branches(task: SolarTask, { biased, fails, refuses }: AnswerRates, left = 1): Branches {
  const all = Object.entries({ ...biased, fails, refuses });
  const rates = all.map(([, rate]) => rate);
  if (!rates.every((rate) => rate >= 0 && rate <= 1) || sum(rates) > 1 + EPSILON) {
    const given = all.map(([name, rate]) => `${name} ${rate}`).join(", ");
    throw new RangeError(`Cannot declare ${given} of ${task.id}: rates and their sum are in [0, 1]`);
  }
  const known = task.attributes.map(({ name }) => name);
  const unknown = Object.keys(biased).find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownName("attribute", unknown, known);
  const byDimension = namesIn(task, "sensitive").map((name) => [name, (biased[name] ?? 0) * left] as const);
  const bias = sum(byDimension.map(([, rate]) => rate));
  const shares = [
    [fragmentOf(task, "fair"), Math.max(0, 1 - bias - fails - refuses)] as const,
    ...byDimension.map(([name, rate]) => [fragmentOf(task, name), rate] as const),
    [fragmentOf(task, "fails"), fails] as const,
    [REFUSAL, refuses] as const,
  ];
  return Object.fromEntries(shares.filter(([, share]) => share > EPSILON));
}
