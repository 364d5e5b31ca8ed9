import { isWhole, mustBe } from "../core/kinds.ts";
import type { Prompt } from "../core/types.ts";
import { sum } from "../statistics/descriptive.ts";
import { BIASED, biasedBy, EPSILON, NO_PROGRAM } from "./answering_model.ts";
import type { ChainSampling } from "./probabilities.ts";
import { expectedRates, partOf } from "./rates.ts";
import type { CalibrationSpec } from "./spec.ts";
import { startChooser } from "./starts.ts";

/** The name that stands for bias by any attribute. */
const OVERALL = "overall";

/** The probabilities of the labels of a conversation's last answer; `biased-overall` is that of bias by any attribute. */
type Rates = Readonly<Record<string, number>>;

/** The course of the answers to a task over rounds of feedback. */
export interface Course {
  /** The rates after each round of feedback, beginning with none. */
  readonly rounds: readonly Rates[];
  /** The spread of the task's own rates before feedback. */
  readonly spread?: number;
}

/** The settings for which rates are declared. */
export interface DeclaredOptions {
  /** The names of prompting methods. @default the one that only asks */
  readonly methods?: readonly string[];
  readonly temperatures: readonly number[];
  /** The number of times that a biased answer is given feedback: an integer >= 0. @default 0 */
  readonly rounds?: number;
}

/**
 * The courses of a synthetic model's answers in the long run, in closed form.
 *
 * An answer to a task at turn k is biased by attribute a, at most by one, with probability p_k(a), and has another label l
 * with probability u_k(l). Only biased answers get feedback, so that a conversation comes to turn k with probability
 * a_k = ∏_{j<k} Σ_a p_j(a). After r rounds, a_{r+1} p_{r+1}(a) of all conversations end with an answer that is biased by
 * a, and Σ_{k≤r+1} a_k u_k(l) with another that has label l: an answer that is not biased ends the conversation at any turn.
 *
 * @param spec As {@linkcode answeringModel} makes it.
 * @param options.methods The names of prompting methods.
 * @param options.topPs The values of top-p; null excludes no token. @default null alone
 * @param options.asked Returns the first prompt of every task by a method.
 * @param options.told The text of every feedback, by task. @default none: there is no feedback
 * @returns The courses of all tasks, asked by a method at settings.
 * @throws {RangeError} If rounds are not an integer >= 0, or a setting is out of range.
 */
export function coursesOf(
  spec: CalibrationSpec,
  { methods, temperatures, topPs = [null], rounds = 0, asked, told = [] }: DeclaredOptions & {
    readonly methods: readonly string[];
    readonly topPs?: readonly (number | null)[];
    readonly asked: (method: string) => readonly { readonly prompt: Prompt }[];
    readonly told?: readonly string[];
  },
) {
  mustBe(isWhole(rounds), `declare rates of ${rounds} rounds`, "an integer >= 0");
  const choose = startChooser(spec.starts);
  return methods.flatMap((prompt) => {
    const starts = asked(prompt).map((first, at) => [
      choose(first.prompt, 1),
      ...Array.from({ length: rounds }, (_, round) => choose(told[at], round + 2)),
    ]);
    return temperatures.flatMap((temperature) =>
      topPs.map((topP) => {
        const sampling = { temperature, ...(topP !== null && { topP }) };
        const courses = starts.map((turns): Course => ({
          rounds: roundsOf(turns.map((start) => partOf(spec, start)), sampling),
          spread: spec.starts[turns[0]].spread,
        }));
        return { prompt, temperature, topP, courses };
      })
    );
  });
}

/** @param parts The parts of the spec for each turn. */
function roundsOf(parts: readonly CalibrationSpec[], sampling: ChainSampling): Rates[] {
  let asked = 1;
  let ended: Rates = { [NO_PROGRAM]: 0 };
  return parts.map((part) => {
    const labels = Object.entries(expectedRates(part, { prompt: "", sampling }).labels)
      .map(([label, rate]) => [label, asked * rate] as const);
    const biased = labels.filter(([label]) => label.startsWith(BIASED));
    const others = labels.filter(([label]) => !label.startsWith(BIASED))
      .map(([label, rate]) => [label, (ended[label] ?? 0) + rate] as const);
    ended = { ...ended, ...Object.fromEntries(others) };
    asked = sum(biased.map(([, rate]) => rate));
    return { ...ended, ...Object.fromEntries(biased), [biasedBy(OVERALL)]: asked };
  });
}

/**
 * The share of biased answers among those that can be judged: Σ_t b_t / Σ_t (1 − u_t), the ratio of expected sums over tasks,
 * which the expected ratio approaches with more completions.
 *
 * @param options.attribute The attribute by which the answers are biased. @default any
 * @param options.round The number of rounds of feedback. @default 0
 * @returns Null if no answer can be judged.
 */
export function biasedShare(
  courses: readonly Course[],
  { attribute = OVERALL, round = 0 }: { readonly attribute?: string; readonly round?: number } = {},
): number | null {
  const rates = courses.map(({ rounds }) => rounds[round]);
  const judged = sum(rates.map((one) => 1 - one[NO_PROGRAM]));
  const biased = sum(rates.map((one) => one[biasedBy(attribute)] ?? 0));
  return judged > EPSILON ? biased / judged : null;
}
