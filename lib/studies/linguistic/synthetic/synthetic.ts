import { answeringModel, block, saying, type Shares } from "../../../calibration/answering_model.ts";
import { settled } from "../../../core/nearest.ts";
import { expectedRates } from "../../../calibration/rates.ts";
import { refuseNoTasks, refuseRates } from "../../../calibration/method_questions.ts";
import type { CalibrationSpec, Fragment } from "../../../calibration/spec.ts";
import { type Language, LANGUAGES, type LinguisticTask } from "../tasks/layout.ts";
import { type Metric, METRICS, type Rate } from "../metrics/rates.ts";
import { signatureOf, type SuiteTask } from "../tasks/suite.ts";

/** The rates of a synthetic model's answers: each in [0, 1], together at most 1; all other answers are wrong programs. */
export interface AnswerRates {
  /** The share of answers that are the task's more efficient reference. */
  readonly fast: number;
  /** The share of answers that are its other reference. */
  readonly slow: number;
}

/** The declared rates for a task described in a language, at temperature 1. */
export type Declare = (task: SuiteTask, language: Language) => AnswerRates;

/** The default rates: English is answered correctly more often, and more often by the faster program. */
const DEFAULT_RATES: Readonly<Record<Language, AnswerRates>> = {
  en: { fast: 0.3, slow: 0.25 },
  zh: { fast: 0.1, slow: 0.3 },
};

/**
 * A SYNTHETIC model for our own suite, to be passed to `openModel`: it answers each task in each language by
 * one of the two references or by a wrong program, at declared rates, so that CR and CDR are known
 * beforehand. It recognizes a task by the function that the prompt begins, and Chinese by its characters; the
 * prompting method makes no difference. A lower temperature favours the more probable answers, as with any
 * model.
 *
 * @param tasks All tasks that it should know.
 * @param declare The rates for each task and language; a rate may be 0 or 1. @default for English .3 and .25, for
 * Chinese .1 and .3
 * @throws {RangeError} If there is no task of our own suite, or rates are unknown, not in [0, 1] or above 1 together.
 *
 * @example
 * ```ts
 * import { linguistic, openModel, openSource } from "codebias";
 * import assert from "node:assert/strict";
 * const tasks = await (await openSource(linguistic, { source: "model" })).tasks();
 * const model = openModel(linguistic.synthetic(tasks, (_task, language) => {
 *   return language === "en" ? { fast: 1, slow: 0 } : { fast: 0, slow: 0.5 };
 * }));
 * assert.equal((await model.describe()).synthetic, true);
 * ```
 */
export function synthetic(
  tasks: readonly LinguisticTask[],
  declare: Declare = (_task, language) => DEFAULT_RATES[language],
): CalibrationSpec {
  const own = tasks.flatMap(({ suite }) => suite ? [suite] : []);
  refuseNoTasks(own);
  return answeringModel({
    name: "linguistic",
    description: "Answers tasks of the suite by their references or by a wrong program.",
    answers: [...own.flatMap(answersTo), ["unknown", saying("I do not know.")]],
    questions: own.flatMap((task) =>
      LANGUAGES.toReversed().map((language) => ({
        matches: `def ${task.entryPoint}\\(${language === "zh" ? "[^]*\\p{Script=Han}" : ""}`,
        shares: sharesOf(task, declare(task, language)),
      }))
    ),
    otherwise: "unknown",
  });
}

function sharesOf({ id }: SuiteTask, rates: AnswerRates): Shares {
  const { fast, slow } = settled(rates, { fast: undefined, slow: undefined });
  refuseRates(id, { fast, slow });
  return [[`${id}-fast`, fast], [`${id}-slow`, slow], [`${id}-wrong`, Math.max(0, 1 - fast - slow)]];
}

/** The answers to a task; the suite's tests check that `None` is never right. */
function answersTo(task: SuiteTask): [string, Fragment][] {
  const [fast, slow] = task.references.map(({ source }) => source);
  const sources = { fast, slow, wrong: `${signatureOf(task)}\n    return None\n` };
  return Object.entries(sources).map(([kind, source]) => [`${task.id}-${kind}`, saying(block(source), kind)]);
}

/** The expected value of a metric of a synthetic model, on average over runs. */
export interface DeclaredRate extends Pick<Rate, "temperature" | "metric"> {
  readonly value: number;
}

/**
 * Expected CR and CDR of a synthetic model, in closed form: if an answer is correct with probability p, a
 * task is solved by one of k samples with probability 1 − (1 − p)^k, independently in both languages.
 *
 * @param spec The specification from {@linkcode synthetic}.
 * @param tasks The tasks that the model is asked.
 * @param options.epochs k, the number of samples of each task, language and temperature.
 */
export function declaredRates(
  spec: CalibrationSpec,
  tasks: readonly LinguisticTask[],
  options: { readonly temperatures: readonly number[]; readonly epochs: number },
): DeclaredRate[] {
  const { temperatures, epochs } = settled(options, { temperatures: undefined, epochs: undefined });
  return temperatures.flatMap((temperature) => {
    const chances = tasks.map(({ prompts }) => {
      const [en, zh] = LANGUAGES.map((language) => {
        const { labels } = expectedRates(spec, { prompt: prompts[language], sampling: { temperature } });
        return 1 - (1 - (labels.fast ?? 0) - (labels.slow ?? 0)) ** epochs;
      });
      return { CR_en: en, CR_zh: zh, CR_bi: en * zh, CDR: en + zh - 2 * en * zh };
    });
    const mean = (metric: Metric) => chances.reduce((sum, one) => sum + one[metric], 0) / chances.length;
    return METRICS.map((metric) => ({ temperature, metric, value: mean(metric) }));
  });
}
