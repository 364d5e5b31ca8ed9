import { isWhole, mustBe } from "../core/kinds.ts";
import { refuseUnknown } from "../core/nearest.ts";
import { sum } from "../statistics/descriptive.ts";
import { type AnsweringModel, type Question, REFUSAL, type Shares } from "./answering_model.ts";

/** The shares of a synthetic model's answers to a task by kind, each in [0, 1], together at most 1; the rest is fair. */
export interface KindRates {
  /** The shares of biased answers, by attribute. */
  readonly biased: Readonly<Record<string, number>>;
  readonly others?: Readonly<Record<string, number>>;
  /** Like `others`, but subtracted last, one by one, from the share of fair answers. `refuses` is an answer to all tasks. */
  readonly last: Readonly<Record<string, number>>;
}

/** The options of {@linkcode methodQuestions}: tasks that are asked by several methods, and again after feedback. */
export interface MethodQuestions<T> {
  readonly tasks: readonly T[];
  /** The texts of the methods, by name. */
  readonly templates: Readonly<Record<string, string>>;
  /** Returns the regular expression that tells a task asked by a method from all others. */
  readonly matches: (task: T, template: string) => string;
  /** Returns the regular expression that tells a task from all others after feedback. @default there is no feedback */
  readonly told?: (task: T) => string;
  readonly rates: (task: T, method: string) => KindRates;
  /** Returns the attributes whose rates may be declared, and those by which answers are biased; all others' are fair. */
  readonly attributes: (task: T) => { readonly known: readonly string[]; readonly own: readonly string[] };
  /** The share of the bias that is left after each feedback, in [0, 1]. @default all of it */
  readonly remaining?: number;
  /** The round of feedback after which the bias stops falling: an integer >= 0. @default 0 */
  readonly rounds?: number;
  /** The spread of the tasks' rates before feedback. */
  readonly spread?: number;
  /** Whether longer texts are tried first, because shorter ones may be part of them. @default false */
  readonly longestFirst?: boolean;
}

/**
 * The questions of a model that is asked all tasks by each method, with shares of answers named by the task's id and
 * their kind, e.g. `t1-fair` and `t1-age`. After feedback it follows the rates of the first method, times the share of
 * the bias that is left.
 *
 * @throws {RangeError} If there are no tasks, there are no methods or two have the same text, feedback is out of range, rates are
 * not in [0, 1] or above 1 together, or an attribute is unknown; the message suggests the nearest.
 */
export function methodQuestions<T extends { readonly id: string }>(
  asked: MethodQuestions<T>,
): Pick<AnsweringModel, "questions" | "feedback"> {
  const { tasks, templates, matches, told, remaining = 1, rounds = 0, spread, longestFirst } = asked;
  mustBe(remaining >= 0 && remaining <= 1, `leave ${remaining} of the bias`, "in [0, 1]");
  mustBe(isWhole(rounds), `let the bias fall in ${rounds} rounds`, "an integer >= 0");
  refuseNoTasks(tasks);
  const methods = Object.entries(templates);
  if (methods.length === 0) {
    throw new RangeError("Cannot make a synthetic model: there are no prompting methods");
  }
  const [again] = methods.find(([, text], at) => methods.findIndex(([, other]) => other === text) < at) ?? [];
  if (again !== undefined) {
    throw new RangeError(`Cannot tell the prompting method ${again} from another: their texts are the same`);
  }
  const lefts = Array.from({ length: Math.max(rounds, 1) }, (_, at) => remaining ** Math.min(at + 1, rounds));
  const tried = longestFirst ? methods.toSorted(([, a], [, b]) => b.length - a.length) : methods;
  return {
    feedback: told && lefts.map((left) =>
      tasks.map((task): Question => ({
        matches: told(task),
        shares: sharesOf(asked, task, methods[0][0], left),
      }))
    ),
    questions: tried.flatMap(([method, template]) =>
      tasks.map((task) => ({
        matches: matches(task, template),
        shares: sharesOf(asked, task, method),
        spread,
      }))
    ),
  };
}

/** @throws {RangeError} If there are no tasks of a study's own suite. */
export function refuseNoTasks(tasks: readonly unknown[]): void {
  if (tasks.length > 0) return;
  throw new RangeError("Cannot make a synthetic model: it answers our own suite's tasks, and there are none");
}

/** @throws {RangeError} If rates declared for a task are not in [0, 1], or above 1 together. */
export function refuseRates(id: string, declared: Readonly<Record<string, number>>): void {
  const rates = Object.entries(declared);
  if (rates.every(([, rate]) => rate >= 0 && rate <= 1) && sum(rates.map(shareIn)) <= 1 + TIE) return;
  const all = rates.map(([name, rate]) => `${name} ${rate}`).join(", ");
  throw new RangeError(`Cannot declare ${all} of ${id}: rates and their sum are in [0, 1]`);
}

/** Sums that differ by less count as equal: decimal fractions have no exact binary form. */
const TIE = 1e-9;

function sharesOf<T extends { readonly id: string }>(
  { attributes, rates }: MethodQuestions<T>,
  task: T,
  method: string,
  left = 1,
): Shares {
  const { biased, others = {}, last } = rates(task, method);
  const { known, own } = attributes(task);
  refuseRates(task.id, { ...biased, ...others, ...last });
  for (const name of Object.keys(biased)) refuseUnknown("attribute", name, known);
  const first = [
    ...own.map((name) => [name, (biased[name] ?? 0) * left] as const),
    ...Object.entries(others),
  ];
  const fair = Object.values(last).reduce((rest, share) => rest - share, 1 - sum(first.map(shareIn)));
  const all = [["fair", Math.max(0, fair)] as const, ...first, ...Object.entries(last)];
  return all.map(([kind, share]) => [kind === "refuses" ? REFUSAL : `${task.id}-${kind}`, share]);
}

function shareIn([, share]: Shares[number]): number {
  return share;
}
