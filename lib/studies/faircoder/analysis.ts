import { compare } from "../../comparison/compare.ts";
import { type Compared, tried } from "../../comparison/compared.ts";
import type { FunctionalReport, FunctionalSubject, Sample, StudyRun } from "../../core/types.ts";
import { analyser, checkRun, chosenOf, measuredOf, temperaturesIn } from "../../report/analysis.ts";
import { besideDeclared, type Calibration } from "../../report/tables/beside_declared.ts";
import { recordedAnswers } from "./artifact/recorded_answers.ts";
import { passes, type RecordedFunction, recordedUtility } from "./artifact/recorded_functions.ts";
import type { RecordedRefusals } from "./paper/labels/label_verdict.ts";
import { type RecordedRateRow, recordedRefusals, recordedRows } from "./artifact/recorded_table.ts";
import type { FairCoderFinding } from "./judge/finding.ts";
import { detections, ownSet, recordedSet } from "./judge/labelled_sets.ts";
import { rowsOf } from "./judge/rows.ts";
import { recordedPrograms, type ScoredProgram, scoredProgram } from "./judge/scored_program.ts";
import {
  lintedAnswers,
  POINTS,
  testedAnswers,
  utilityRates,
  utilityRows,
  type UtilityTableRow,
} from "./judge/utility_rates.ts";
import { publishedRates } from "./metrics/authors_rates.ts";
import { counterfactualAnswers, counterfactualRates } from "./metrics/counterfactual_rates.ts";
import { type FunctionAnswer, functionAnswers, functionRates } from "./metrics/function_rates.ts";
import { preferredByFunctions, preferredInTests } from "./metrics/preferred.ts";
import type { CounterfactualRow, DetectionRow, FairCoderRate, PreferredRow } from "./metrics/rates.ts";
import { type TestAnswer, testAnswers, testRates } from "./metrics/test_rates.ts";
import type { UtilityRate } from "./paper/tables/tables.ts";
import type { DeclaredRate } from "./synthetic/declared_rates.ts";
import type { FairCoderSettings } from "./tasks/prompts.ts";
import type { FairCoderTask } from "./tasks/task.ts";

/** The result of `run` for this study. */
export type FairCoderRun = StudyRun<FairCoderTask, Sample<FairCoderFinding, FairCoderSettings>>;

/** The options of {@linkcode analyse}: data that a result does not contain, and choices. */
export interface AnalysisOptions {
  /**
   * The temperature at which prompts are compared.
   *
   * @default the first temperature at which a prompt other than the default was asked, or else that of the first sample
   */
  readonly temperature?: number;
  /** The authors' functions, and a label of their source; `labelled` must have them. @default none: no table has them */
  readonly recorded?: { readonly functions: readonly RecordedFunction[]; readonly label: string };
  /** A run of the answers that `labelledAnswers` gives. @default none: nothing is compared with labels */
  readonly labelled?: FairCoderRun;
  /** PyLint's points for `programs`, as of `lintPrograms`. @default the run's `lint`, if no functions are recorded */
  readonly linted?: readonly LintPoints[];
  /** The reports of `functionalTests` on `programs`. @default the run's `doesTask`, if no functions are recorded */
  readonly tested?: readonly FunctionalReport[];
  /** The rates that the synthetic model declares, see `declaredRates`. @default none: there is no calibration */
  readonly declared?: readonly DeclaredRate[];
}

/** PyLint's points for a program; null if it could not be linted. */
interface LintPoints {
  readonly score: number | null;
}

/** A measured rate of the synthetic model beside the declared one. */
export type CalibrationRow = Pick<DeclaredRate, typeof DECLARED_KEYS[number]> & Calibration;

/** The analysis of a result; see {@linkcode analyse}. */
export interface FairCoderAnalysis extends FairCoderRun {
  /** The temperature at which prompts are compared; null if samples have none. */
  readonly temperature: number | null;
  /** The label of the source of the authors' functions; undefined if there are none. */
  readonly recordedFrom: string | undefined;
  readonly functionAnswers: readonly FunctionAnswer[];
  readonly testAnswers: readonly TestAnswer[];
  /** All metrics of functions and test cases in all settings, by both rules. */
  readonly rates: readonly FairCoderRate[];
  readonly counterfactuals: readonly CounterfactualRow[];
  /** The groups that functions prefer: functions from the default prompt, and the authors'. */
  readonly preferred: readonly PreferredRow[];
  /** The groups that functions from the default prompt prefer, by list of subjects. */
  readonly preferredByList: readonly PreferredRow[];
  readonly preferredInTests: readonly PreferredRow[];
  /** The comparison of FairScores by prompt, for the models that were also asked with another prompt than the default. */
  readonly mitigation: { readonly function: Compared; readonly test: Compared };
  readonly calibration: readonly CalibrationRow[];
  /** The results of running the authors' functions. */
  readonly recordedFound: readonly FunctionAnswer[];
  readonly recordedRows: readonly RecordedRateRow[];
  readonly refusals: readonly RecordedRefusals[];
  /** The rows on how often instruments agree with labels. */
  readonly detections: readonly DetectionRow[];
  /** The answers with the authors' functions, then those of the run; an answer may have no function. */
  readonly scored: readonly ScoredProgram[];
  /** The functions of these answers, to be linted, and to be tested with people made for them. */
  readonly programs: readonly FunctionalSubject[];
  readonly utilities: readonly UtilityRate[];
  readonly utilityRows: readonly UtilityTableRow[];
}

/** The synthetic model whose rates can be declared, at temperature 1. */
const SYNTHETIC = "calibration/faircoder";

/** The keys of a declared rate. */
const DECLARED_KEYS = ["kind", "scenario", "attribute", "topic", "metric"] as const;

/**
 * Analyses answers: rates, preferences and comparisons, each computed when it is first asked for.
 *
 * @throws {RangeError} If this is not a result of the study, an option is unknown, no sample has the temperature, or
 * recorded functions were not run.
 */
export const analyse = analyser<FairCoderRun, FairCoderAnalysis, AnalysisOptions>(
  "faircoder",
  { prompt: "default", temperature: null },
  ["temperature", "recorded", "labelled", "linted", "tested", "declared"],
  (result, { recorded, labelled, declared = [], temperature: chosen, ...given }) => {
    const { samples, about } = result;
    const functions = recorded?.functions ?? [];
    const functionTasks = new Map(about.flatMap((task) => task.kind === "function" ? [[task.id, task]] : []));
    const functionSamples = samples.filter(({ taskId }) => functionTasks.has(taskId));
    // A run measures its own functions, and not the recorded ones.
    const measured = <R>(measure: string, scored: readonly ScoredProgram[], missing?: R) =>
      functions.length > 0
        ? undefined
        : measuredOf<R>(result, measure, functionSamples.filter((_, at) => scored[at].subject), missing);
    if (labelled) checkRun("faircoder", labelled);
    else if (functions.length > 0) notRun("recorded functions");
    const temperature = temperatureOf(result, chosen);
    return {
      temperature: () => temperature,
      recordedFrom: () => functions.length > 0 ? recorded!.label : undefined,
      functionAnswers: () => functionAnswers(about, samples),
      testAnswers: () => testAnswers(about, samples),
      rates: ({ functionAnswers, testAnswers }) => [
        ...functionRates(functionAnswers),
        ...testRates(testAnswers),
        ...publishedRates(about, samples),
      ],
      counterfactuals: () => counterfactualRates(counterfactualAnswers(about, samples)),
      preferred: ({ functionAnswers, recordedFound }) =>
        preferredByFunctions([...functionAnswers.filter(isUsual), ...recordedFound]),
      preferredByList: ({ functionAnswers }) =>
        preferredByFunctions(functionAnswers.filter(isUsual), { byList: true }),
      preferredInTests: ({ testAnswers }) => preferredInTests(testAnswers.filter(isUsual)),
      mitigation: (all) => ({ function: byPrompt(all, "function"), test: byPrompt(all, "test") }),
      calibration: ({ rates, counterfactuals }) => calibrated(rates, counterfactuals, declared),
      recordedFound() {
        const answers = new Map(labelledFound(labelled).map((one) => [one.taskId, one]));
        return recordedAnswers(functions).tasks.map(({ id }) => answers.get(id) ?? notRun(id));
      },
      recordedRows: ({ recordedFound }) => recordedRows(recordedFound, functions),
      refusals: ({ recordedFound }) => recordedRefusals(recordedFound),
      detections() {
        if (!labelled) return [];
        const answers = labelledFound(labelled);
        return [recordedSet(recordedAnswers(functions)), ownSet].flatMap((set) => detections(set, answers));
      },
      scored: () => [
        ...recordedPrograms(functions),
        ...functionSamples.map((sample) => scoredProgram(sample, functionTasks.get(sample.taskId)!)),
      ],
      programs: ({ scored }) => scored.flatMap(({ subject }) => subject ?? []),
      utilities({ scored }) {
        const linted = given.linted ?? measured<LintPoints>("lint", scored, { score: null });
        return linted ? utilityRates(lintedAnswers(scored, linted), { scale: 10 }) : [];
      },
      utilityRows({ scored, utilities }) {
        const tested = given.tested ?? measured<FunctionalReport>("doesTask", scored);
        const byAuthors = functions.map(({ evaluationOutput }, at) => ({
          ...scored[at],
          value: passes(recordedUtility(evaluationOutput)) ? 1 : 0,
        }));
        return [
          ...utilityRows(utilities, POINTS),
          ...utilityRows(
            tested ? utilityRates(testedAnswers(scored, tested)) : [],
            "functional tests passed",
          ),
          ...utilityRows(utilityRates(byAuthors), "the authors' tests passed"),
        ];
      },
    };
  },
);

function notRun(what: string): never {
  throw new RangeError(`Cannot analyse ${what} without a run: pass that of labelledAnswers() as labelled`);
}

function temperatureOf({ samples }: FairCoderRun, chosen: number | undefined): number | null {
  const first = samples.find(({ settings }) => settings.prompt !== "default") ?? samples[0];
  return chosenOf("temperature", temperaturesIn(samples), chosen) ?? first?.settings.temperature ?? null;
}

function isUsual({ prompt }: { readonly prompt: string }): boolean {
  return prompt === "default";
}

function labelledFound(labelled: FairCoderRun | undefined): FunctionAnswer[] {
  return labelled ? functionAnswers(labelled.about, labelled.samples) : [];
}

/** Compares prompts at the one temperature, paired by the cells of the FairScores. */
function byPrompt(
  { samples, rates, temperature }: FairCoderAnalysis,
  kind: FairCoderRate["kind"],
): Compared {
  const askedMore = new Set(samples.flatMap(({ model, settings }) => isUsual(settings) ? [] : [model]));
  if (askedMore.size === 0) return { reason: "nobody was asked in another way than by default." };
  const scores = rates.filter((rate) =>
    rate.kind === kind && rate.rule === "corrected" && rate.metric === "FairScore" &&
    rate.value !== null && rate.temperature === temperature && askedMore.has(rate.model)
  );
  return tried(() =>
    compare(rowsOf(scores), {
      ...{ across: "prompt", metric: "value", within: "model" },
      ...{ pairedBy: "cell", unpaired: "drop" },
    })
  );
}

/** The rates of the synthetic model that have an interval, beside the declared ones. */
function calibrated(
  rates: readonly FairCoderRate[],
  counterfactuals: readonly CounterfactualRow[],
  declared: readonly DeclaredRate[],
): CalibrationRow[] {
  const differences = counterfactuals.map((row) => ({
    ...{ ...row, kind: "counterfactual", scenario: "all", attribute: "gender", metric: "difference" },
  }));
  const measured = [...rates.filter(({ rule }) => rule === "corrected"), ...differences].filter((row) =>
    row.model === SYNTHETIC && isUsual(row) && row.temperature === 1 && row.low !== null
  );
  const keyOf = (row: Pick<typeof measured[number], typeof DECLARED_KEYS[number]>) =>
    JSON.stringify(DECLARED_KEYS.map((key) => row[key]));
  const asked = new Set(measured.map(keyOf));
  const known = declared.filter((row) => asked.has(keyOf(row)));
  return besideDeclared(measured, known, { on: DECLARED_KEYS }).filter(({ value, declared }) =>
    value !== null && declared !== null
  ) as CalibrationRow[];
}
