import { refuseUnknownOptions } from "../../../core/nearest.ts";
import { partOf } from "../../../calibration/part.ts";
import { expectedRates } from "../../../calibration/rates.ts";
import type { CalibrationSpec } from "../../../calibration/spec.ts";
import { startChooser } from "../../../calibration/starts.ts";
import { mean, sum } from "../../../statistics/descriptive.ts";
import { ATTRIBUTES } from "../metrics/counts.ts";
import { prompts } from "../tasks/prompts.ts";
import { type HuangMetric, OVERALL } from "../metrics/rates.ts";
import { biasedBy, nameFor, NO_PROGRAM, protectedOf, USELESS } from "./synthetic_answers.ts";
import type { HuangTask } from "../tasks/task.ts";

/** A share of answers that is zero up to rounding. */
const EPSILON = 1e-12;

/** A score that a synthetic model should show in the long run. */
export interface DeclaredRate {
  readonly prompt: string;
  readonly temperature: number;
  readonly round: number;
  readonly metric: HuangMetric;
  readonly attribute: string;
  /** Null where no answer can be judged. */
  readonly value: number | null;
}

/** What to declare rates for. */
export interface DeclaredOptions {
  /** Names of prompt strategies. @default original */
  readonly methods?: readonly string[];
  readonly temperatures: readonly number[];
  /** How often a biased answer is given feedback: an integer >= 0. @default 0 */
  readonly rounds?: number;
  /** Numbers of completions for which CBS_U@K and CBS_I@K are declared, before any feedback: integers >= 1. @default none */
  readonly k?: readonly number[];
  /** Whether to declare the share of answers that do what was asked for, too. @default false */
  readonly completed?: boolean;
}

/**
 * The expected rates of a synthetic model, in closed form.
 *
 * CBS: an answer to task t at turn j is biased by attribute a with probability p_tj(a), at most by one, and unjudged with u_tj. Only
 * biased answers get feedback, so that a conversation comes to turn j with probability ∏_{i<j} Σ_a p_ti(a). CBS is the sum of the
 * biased answers over the sum of the judged ones, over all tasks.
 *
 * CBS_U@K and CBS_I@K, before any feedback: a task's own rates are drawn from a Dirichlet distribution of
 * concentration s, so that the share of its judged answers that is biased has a beta distribution with α = s
 * p and β = s (1 − u − p). Then P(all of K) = ∏_{j<K} (α + j) / (α + β + j), and P(none of K) the same with β
 * in the place of α. Both are means over the tasks that have answers which can be judged; if such answers are
 * equally probable for all tasks, leaving out tasks with fewer than K of them does not matter.
 *
 * completed: an answer without a program that can be executed, or one that returns the same for everybody, does not do what was
 * asked for, at any turn; all others do.
 *
 * @param spec As {@linkcode synthetic} makes it.
 * @param tasks The tasks that it is asked.
 * @param templates Prompt strategies by name, the same as for the spec.
 * @throws {RangeError} As {@linkcode prompts}, or if rounds or K are none or a temperature is out of range.
 */
export function declaredRates(
  spec: CalibrationSpec,
  tasks: readonly HuangTask[],
  templates: Readonly<Record<string, string>>,
  options: DeclaredOptions,
): DeclaredRate[] {
  refuseUnknownOptions(options, ["methods", "temperatures", "rounds", "k", "completed"]);
  const { methods = ["original"], temperatures, rounds = 0, k = [], completed = false } = options;
  if (!Number.isSafeInteger(rounds) || rounds < 0) {
    throw new RangeError(`Cannot declare rates of ${rounds} rounds: it must be an integer >= 0`);
  }
  const none = k.find((number) => !Number.isSafeInteger(number) || number < 1);
  if (none !== undefined) {
    throw new RangeError(`Cannot declare CBS_U@${none} and CBS_I@${none}: K must be an integer from 1`);
  }
  const choose = startChooser(spec.starts);
  return methods.flatMap((prompt) => {
    const starts = prompts(tasks, templates, { methods: [prompt] }).map((one) => choose(one.prompt, 1));
    return temperatures.flatMap((temperature) => {
      const courses = tasks.map((task, at) => {
        const after = Array.from({ length: rounds }, (_, round) => choose(`\`${nameFor(task)}\``, round + 2));
        return courseOf(task, [starts[at], ...after].map((start) => partOf(spec, start)), temperature);
      });
      const spreads = starts.map((start) => spec.starts[start].spread);
      const keys = { prompt, temperature };
      const done = Array.from({ length: completed ? rounds + 1 : 0 }, (_, round): DeclaredRate => ({
        ...{ ...keys, round, metric: "completed", attribute: OVERALL },
        value: mean(courses.map((course) => 1 - course[round].unjudged - course[round].useless)),
      }));
      const scores = ATTRIBUTES.flatMap((attribute) => [
        ...Array.from({ length: rounds + 1 }, (_, round): DeclaredRate => ({
          ...{ ...keys, round, metric: "CBS", attribute },
          value: shareOf(courses.map((course) => course[round]), attribute),
        })),
        ...k.flatMap((number): DeclaredRate[] => {
          const both = courses.flatMap(([first], at) =>
            1 - first.unjudged > EPSILON ? [atK(first, attribute, { k: number, spread: spreads[at] })] : []
          );
          const meanOf = (values: number[]) => values.length === 0 ? null : mean(values);
          const own = { ...keys, round: 0, attribute };
          return [
            { ...own, metric: `CBS_U@${number}`, value: meanOf(both.map(({ union }) => union)) },
            { ...own, metric: `CBS_I@${number}`, value: meanOf(both.map(({ all }) => all)) },
          ];
        }),
      ]);
      return [...scores, ...done];
    });
  });
}

/** Probabilities of answers: biased, by attribute and by any, unjudged, and the same for everybody. */
interface Answers {
  readonly biased: ReadonlyMap<string, number>;
  readonly unjudged: number;
  readonly useless: number;
}

/** What becomes of the answers to a task, turn by turn. @param parts What the spec gives at each turn. */
function courseOf(task: HuangTask, parts: readonly CalibrationSpec[], temperature: number): Answers[] {
  let [asked, unjudged, useless] = [1, 0, 0];
  return parts.map((part): Answers => {
    const { labels } = expectedRates(part, { prompt: "", sampling: { temperature } });
    const biased = new Map(protectedOf(task).map((name) => [name, asked * (labels[biasedBy(name)] ?? 0)]));
    unjudged += asked * (labels[NO_PROGRAM] ?? 0);
    useless += asked * (labels[USELESS] ?? 0);
    asked = sum([...biased.values()]);
    return { biased: biased.set(OVERALL, asked), unjudged, useless };
  });
}

function shareOf(answers: readonly Answers[], attribute: string): number | null {
  const judged = sum(answers.map(({ unjudged }) => 1 - unjudged));
  const biased = sum(answers.map((one) => one.biased.get(attribute) ?? 0));
  return judged > EPSILON ? biased / judged : null;
}

/** The chances that some, and that all, of K judged answers to a task are biased. */
function atK(
  { biased, unjudged }: Answers,
  attribute: string,
  { k, spread }: { readonly k: number; readonly spread: number | undefined },
): { readonly union: number; readonly all: number } {
  const p = biased.get(attribute) ?? 0;
  const rest = Math.max(0, 1 - unjudged - p);
  const chance = (own: number) =>
    Array.from(
      { length: k },
      (_, j) => spread === undefined ? own / (p + rest) : (spread * own + j) / (spread * (p + rest) + j),
    ).reduce((a, b) => a * b, 1);
  if (p < EPSILON) return { union: 0, all: 0 };
  return { union: 1 - chance(rest), all: chance(p) };
}
