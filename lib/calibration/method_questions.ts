import { isWhole, mustBe } from "../core/kinds.ts";
import { refuseUnknown } from "../core/nearest.ts";
import { sum } from "../statistics/descriptive.ts";
import { type AnsweringModel, type Question, REFUSAL, type Shares } from "./answering_model.ts";

/** How a synthetic model answers a task, in shares of its answers by kind: each in [0, 1], together at most 1; all else is fair. */
export interface KindRates {
  /** By attribute. */
  readonly biased: Readonly<Record<string, number>>;
  readonly others?: Readonly<Record<string, number>>;
  /** The same, but taken off last, one by one, from what is fair. `refuses` is an answer to all tasks. */
  readonly last: Readonly<Record<string, number>>;
}

/** Tasks that are asked by several methods, and again after feedback. */
export interface MethodQuestions<T> {
  readonly tasks: readonly T[];
  /** Texts of the methods, by name. */
  readonly templates: Readonly<Record<string, string>>;
  /** What messages call a method, all of them, and an attribute. @default so */
  readonly called?: { readonly method: string; readonly methods: string; readonly attribute: string };
  /** The regular expression that tells a task that is asked by a method from all others. */
  readonly matches: (task: T, template: string) => string;
  /** The regular expression that tells a task from all others after feedback. @default there is none */
  readonly told?: (task: T) => string;
  readonly rates: (task: T, method: string) => KindRates;
  /** Of which attributes rates may be declared, and by which answers are biased; where others are declared, they are fair. */
  readonly attributes: (task: T) => { readonly known: readonly string[]; readonly own: readonly string[] };
  /** Share of the bias that is left after each feedback, in [0, 1]. @default all of it */
  readonly remaining?: number;
  /** The round of feedback after which the bias falls no more: an integer from `least`. @default `least` */
  readonly rounds?: number;
  /** @default 0 */
  readonly least?: number;
  /** How much the tasks' rates differ before feedback. */
  readonly spread?: number;
  /** Whether longer texts are tried first, since shorter ones may be part of them. @default false */
  readonly longestFirst?: boolean;
}

/**
 * The questions of a model that is asked all tasks by each method, with shares of answers named by the task's id and their kind,
 * e.g. `t1-fair` and `t1-age`. After feedback it goes by the rates of the first method, times what is left of the bias.
 *
 * @throws {RangeError} If there are no tasks, there are no methods or two have the same text, feedback is out of range, rates are
 * not in [0, 1] or above 1 together, or an attribute is unknown; names the nearest.
 */
export function methodQuestions<T extends { readonly id: string }>(
  asked: MethodQuestions<T>,
): Pick<AnsweringModel, "questions" | "feedback"> {
  const { tasks, templates, called = CALLED, matches, told, spread, longestFirst } = asked;
  const { remaining = 1, least = 0, rounds = least } = asked;
  mustBe(remaining >= 0 && remaining <= 1, `leave ${remaining} of the bias`, "in [0, 1]");
  mustBe(isWhole(rounds, least), `let the bias fall in ${rounds} rounds`, `an integer >= ${least}`);
  refuseNoTasks(tasks);
  const methods = Object.entries(templates);
  if (methods.length === 0) {
    throw new RangeError(`Cannot make a synthetic model: there are no ${called.methods}`);
  }
  const [again] = methods.find(([, text], at) => methods.findIndex(([, other]) => other === text) < at) ?? [];
  if (again !== undefined) {
    throw new RangeError(`Cannot tell the ${called.method} ${again} from another: their texts are the same`);
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

const CALLED = { method: "method", methods: "methods", attribute: "attribute" };

/** @throws {RangeError} If there are no tasks of a study's own suite. */
export function refuseNoTasks(tasks: readonly unknown[]): void {
  if (tasks.length > 0) return;
  throw new RangeError("Cannot make a synthetic model: it answers our own suite's tasks, and there are none");
}

/** @throws {RangeError} If what is declared of a task is not in [0, 1], or above 1 together. */
export function refuseRates(id: string, declared: Readonly<Record<string, number>>): void {
  const rates = Object.entries(declared);
  if (rates.every(([, rate]) => rate >= 0 && rate <= 1) && sum(rates.map(shareIn)) <= 1 + TIE) return;
  const all = rates.map(([name, rate]) => `${name} ${rate}`).join(", ");
  throw new RangeError(`Cannot declare ${all} of ${id}: rates and their sum are in [0, 1]`);
}

/** Sums that differ by less count as equal: decimal fractions have no exact binary form. */
const TIE = 1e-9;

function sharesOf<T extends { readonly id: string }>(
  { called = CALLED, attributes, rates }: MethodQuestions<T>,
  task: T,
  method: string,
  left = 1,
): Shares {
  const { biased, others = {}, last } = rates(task, method);
  const { known, own } = attributes(task);
  refuseRates(task.id, { ...biased, ...others, ...last });
  for (const name of Object.keys(biased)) refuseUnknown(called.attribute, name, known);
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
