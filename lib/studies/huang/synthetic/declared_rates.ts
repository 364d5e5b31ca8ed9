import { biasedBy, EPSILON, NO_PROGRAM } from "../../../calibration/answering_model.ts";
import { biasedShare, type Course, coursesOf, type DeclaredOptions } from "../../../calibration/courses.ts";
import type { CalibrationSpec } from "../../../calibration/spec.ts";
import { refuseUnknownOptions } from "../../../core/nearest.ts";
import { mean } from "../../../statistics/descriptive.ts";
import { ATTRIBUTES, type HuangMetric, type HuangRate, OVERALL } from "../metrics/counts.ts";
import { prompts } from "../tasks/prompts.ts";
import type { HuangTask } from "../tasks/task.ts";
import { nameFor, USELESS } from "./synthetic_answers.ts";

/** The expected score of a synthetic model. */
export interface DeclaredRate
  extends Pick<HuangRate, "prompt" | "temperature" | "round" | "metric" | "attribute"> {
  /** Null where no answer can be judged. */
  readonly value: number | null;
}

/** The options of {@linkcode declaredRates}. */
export interface HuangDeclaredOptions extends DeclaredOptions {
  /** Numbers of completions for which CBS_U@K and CBS_I@K are declared, before any feedback: integers >= 1. @default none */
  readonly k?: readonly number[];
  /** Whether to declare the share of answers that do what was asked for as well. @default false */
  readonly completed?: boolean;
}

/**
 * The expected rates of a synthetic model, in closed form.
 *
 * CBS: the sum of the biased answers over the sum of the judged ones, over all tasks, see {@linkcode coursesOf}.
 *
 * CBS_U@K and CBS_I@K, before any feedback: a task's own rates are drawn from a Dirichlet distribution of
 * concentration s, so that the share of its judged answers that is biased has a beta distribution with α = s
 * p and β = s (1 − u − p). Then P(all of K) = ∏_{j<K} (α + j) / (α + β + j), and P(none of K) is the same with β
 * in place of α. Both are means over the tasks with answers that can be judged; if such answers are
 * equally probable for all tasks, leaving out tasks with fewer than K of them makes no difference.
 *
 * completed: an answer without an executable program, or with one that returns the same for everybody, does not do what was
 * asked for, at any turn; all others do.
 *
 * @param spec The specification from {@linkcode synthetic}.
 * @param tasks The tasks that the model is asked.
 * @param templates Prompt strategies by name, the same as for the spec.
 * @throws {RangeError} As {@linkcode prompts}, or if `rounds` or a K is not valid or a temperature is out of range.
 */
export function declaredRates(
  spec: CalibrationSpec,
  tasks: readonly HuangTask[],
  templates: Readonly<Record<string, string>>,
  options: HuangDeclaredOptions,
): DeclaredRate[] {
  refuseUnknownOptions(options, ["methods", "temperatures", "rounds", "k", "completed"]);
  const { methods = ["original"], temperatures, rounds = 0, k = [], completed = false } = options;
  const none = k.find((number) => !Number.isSafeInteger(number) || number < 1);
  if (none !== undefined) {
    throw new RangeError(`Cannot declare CBS_U@${none} and CBS_I@${none}: K must be an integer from 1`);
  }
  return coursesOf(spec, {
    ...{ methods, temperatures, rounds },
    asked: (method) => prompts(tasks, templates, { methods: [method] }),
    told: tasks.map((task) => `\`${nameFor(task)}\``),
  }).flatMap(({ prompt, temperature, courses }) => {
    const row = (round: number, metric: HuangMetric, attribute: string, value: number | null) => ({
      ...{ prompt, temperature, round, metric, attribute, value },
    });
    const turns = Array.from({ length: rounds + 1 }, (_, round) => round);
    const judged = courses.filter((course) => 1 - course.rounds[0][NO_PROGRAM] > EPSILON);
    const done = (round: number) =>
      mean(courses.map(({ rounds }) => 1 - rounds[round][NO_PROGRAM] - (rounds[round][USELESS] ?? 0)));
    return [
      ...ATTRIBUTES.flatMap((attribute) => [
        ...turns.map((round) => row(round, "CBS", attribute, biasedShare(courses, { attribute, round }))),
        ...k.flatMap((number) => {
          const both = judged.map((course) => atK(course, attribute, number));
          return (["U", "I"] as const).map((which, at) => {
            const value = both.length === 0 ? null : mean(both.map((one) => one[at]));
            return row(0, `CBS_${which}@${number}`, attribute, value);
          });
        }),
      ]),
      ...(completed ? turns.map((round) => row(round, "completed", OVERALL, done(round))) : []),
    ];
  });
}

/** The probabilities that some, and that all, of K judged answers to a task are biased. */
function atK({ rounds: [first], spread }: Course, attribute: string, k: number): [some: number, all: number] {
  const p = first[biasedBy(attribute)] ?? 0;
  const rest = Math.max(0, 1 - first[NO_PROGRAM] - p);
  const chance = (own: number) =>
    Array.from(
      { length: k },
      (_, j) => spread === undefined ? own / (p + rest) : (spread * own + j) / (spread * (p + rest) + j),
    ).reduce((a, b) => a * b, 1);
  return [1 - chance(rest), chance(p)];
}
