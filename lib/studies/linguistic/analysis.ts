import type { StudyRun, TaskReport, Timing, WordImportance } from "../../core/types.ts";
import { analyser, asGiven, checkRun, chosenOf, measuredOf, temperaturesIn } from "../../report/analysis.ts";
import { type Coincidence, coincidence } from "./metrics/coincidence.ts";
import type { ExplainedDisagreement } from "./metrics/disagreements.ts";
import { type Agreement, agreement } from "./metrics/executed.ts";
import { type Advantage, advantages } from "./metrics/efficiency/advantages.ts";
import { efficiency, type EfficiencyMetric } from "./metrics/efficiency/efficiency.ts";
import {
  fitPrograms,
  type FittedProgram,
  fitTimings,
  type MeasuredComplexity,
} from "./metrics/efficiency/fits.ts";
import { type SampleProgram, samplePrograms } from "./metrics/efficiency/sample_programs.ts";
import { type Convergence, convergence, thinnedAnswers } from "./metrics/efficiency/convergence.ts";
import { type TimingNoise, timingNoise } from "./metrics/efficiency/timing_noise.ts";
import {
  type LanguageNull,
  languageNull,
  sensitivity,
  type SensitivityRow,
} from "./metrics/language_null.ts";
import { type PromptClaim, promptClaims, type PromptEffect, promptEffects } from "./metrics/prompting.ts";
import { type Rate, rates } from "./metrics/rates.ts";
import { type RecordingGap, recordingGaps } from "./metrics/recording_gaps.ts";
import type { LinguisticSample } from "./metrics/sample_keys.ts";
import { type Rule, RULES } from "./judge/programs.ts";
import type { Table3Metric } from "./paper/tables/table3.ts";
import type { DeclaredRate } from "./synthetic/synthetic.ts";
import type { LinguisticSettings, LinguisticTask } from "./tasks/layout.ts";

/** What `run` gives of this study. */
export interface LinguisticRun extends StudyRun<LinguisticTask, LinguisticSample> {
  /** @default unknown: nothing is taken for what this project executed */
  readonly verdicts?: string;
  /** By which programs were executed. */
  readonly rule?: string;
  /** Which tasks could be used; empty for recorded verdicts. */
  readonly tasks?: readonly TaskReport[];
}

/** How much words matter to a model. */
export interface Weighed {
  readonly words: readonly WordImportance[];
  readonly model: { readonly spec: string; readonly synthetic: boolean };
  /** Where the tasks come from, for notes. @default nothing is said of it */
  readonly label?: string;
}

/** What a result does not have in it, and what may be chosen. */
export interface AnalysisOptions {
  /** What is about one prompting method is about this one. @default DI, the task alone, or the first where there is none */
  readonly method?: string;
  /** What is about one temperature is about this one. @default the first that samples have */
  readonly temperature?: number;
  /** See {@linkcode rates}. @default "unsolved" for recorded verdicts, as in the paper, else "left-out" */
  readonly invalidTasks?: "unsolved" | "left-out";
  /** Recorded running times of the samples' programs. @default there are none: efficiency is from `profiles`, if at all */
  readonly timings?: readonly Timing<LinguisticSettings>[];
  /** Runs that executed programs by both rules; those without samples executed nothing. @default only what the result itself executed */
  readonly executed?: Readonly<Record<Rule, LinguisticRun>>;
  /** What `investigate` found of `agreement.disagreements` by {@linkcode explain}. @default they are not explained */
  readonly disagreements?: readonly ExplainedDisagreement[];
  /** What `profilePrograms` says of `programs`. @default what the run measured as complexity, if it did */
  readonly profiles?: readonly MeasuredComplexity[];
  /** What it says of `onePerTask`, each time that these were measured. @default they were not */
  readonly repeats?: readonly (readonly MeasuredComplexity[])[];
  /** What `importance` gave. @default no words were weighed */
  readonly importance?: Weighed;
  /** What the synthetic model declares, see {@linkcode declaredRates}. @default nothing: there is no calibration */
  readonly declared?: readonly DeclaredRate[];
}

/** What is found in a result; see {@linkcode analyse}. Undefined is what needs an option that was not given. */
export interface LinguisticAnalysis
  extends
    LinguisticRun,
    Pick<AnalysisOptions, "timings" | "executed" | "profiles" | "importance" | "declared"> {
  readonly method: string;
  /** Undefined where there are no samples. */
  readonly temperature: number | undefined;
  /** Of the samples, in their order. */
  readonly temperatures: readonly number[];
  readonly invalidTasks: "unsolved" | "left-out";
  readonly correctness: readonly Rate[];
  /** Undefined where there are no recorded running times, too. */
  readonly recordedFits: readonly FittedProgram[] | undefined;
  /** From recorded running times or, of verdicts that were executed, from our measurement. */
  readonly fits: readonly FittedProgram[] | undefined;
  /** None where there are no fits. */
  readonly compared: readonly Advantage[];
  readonly efficiency: readonly Rate<EfficiencyMetric>[];
  /** Correctness, and efficiency. */
  readonly rates: readonly Rate<Table3Metric>[];
  /** Executed runs by their rules. */
  readonly runs: Readonly<Record<string, LinguisticRun>>;
  /** Of the run by the authors' rule with what they recorded. */
  readonly agreement: Agreement;
  /** Those of `agreement`, with causes. */
  readonly disagreements: readonly ExplainedDisagreement[] | undefined;
  /** Executed samples whose programs are measured. */
  readonly measurable: readonly LinguisticSample[];
  /** The programs of these that passed, to be measured. */
  readonly programs: readonly SampleProgram[];
  /** One of them for each task. */
  readonly onePerTask: readonly SampleProgram[];
  readonly ownFits: readonly FittedProgram[] | undefined;
  readonly gaps: readonly RecordingGap[];
  readonly effects: readonly PromptEffect[];
  readonly claims: readonly PromptClaim[];
  readonly nulls: readonly LanguageNull[];
  /** Of the one method; undefined, too, where tasks are not of the published suite. */
  readonly sensitivity: readonly SensitivityRow[] | undefined;
  /** Of the one method. */
  readonly convergence: readonly Convergence[] | undefined;
  readonly noise: readonly TimingNoise[] | undefined;
  readonly ownNoise: readonly TimingNoise[] | undefined;
  /** By the one method at the one temperature. */
  readonly coincidence: readonly Coincidence[];
}

/**
 * What is found in answers: rates, comparisons and tests, each computed when it is first asked for.
 *
 * @throws {RangeError} If it is no result of this study, an option is unknown, no sample has the method or the temperature, or runs are not by the
 * rules as which they are given.
 */
export const analyse = analyser<LinguisticRun, LinguisticAnalysis, AnalysisOptions>(
  "linguistic",
  { prompt: "DI", temperature: null, language: "en" },
  [
    ...["method", "temperature", "invalidTasks", "timings", "executed"] as const,
    ...["disagreements", "profiles", "repeats", "importance", "declared"] as const,
  ],
  (result, options) => {
    const { timings, repeats, importance, declared } = options;
    for (const rule of options.executed ? RULES : []) checkExecuted(options.executed![rule], rule);
    const isAny = RULES.some((rule) => options.executed && options.executed[rule].samples.length > 0);
    const executed = isAny ? options.executed : undefined;
    const { verdicts, rule, tasks } = result;
    const isExecuted = verdicts === "executed";
    const measuredRun = isExecuted
      ? result
      : executed?.corrected ?? (result.measured?.complexity ? result : NOBODY);
    const methods = [...new Set(result.samples.map(({ settings }) => settings.prompt))];
    const usual = methods.includes("DI") || methods.length === 0 ? "DI" : methods[0];
    const method = chosenOf("prompting method", methods, options.method) ?? usual;
    const temperatures = temperaturesIn(result.samples);
    const temperature = chosenOf("temperature", temperatures, options.temperature) ?? temperatures[0];
    const isOfMethod = ({ settings: { prompt } }: Pick<LinguisticSample, "settings">) => prompt === method;
    return {
      ...asGiven({ verdicts, rule, tasks, timings, executed, importance, declared }),
      ...asGiven({ method, temperature, temperatures }),
      profiles: ({ programs }) =>
        options.profiles ??
          measuredOf(measuredRun, "complexity", programs.map(({ sample }) => sample)),
      invalidTasks: () => options.invalidTasks ?? (verdicts === "recorded" ? "unsolved" : "left-out"),
      correctness: ({ samples, invalidTasks }) => rates(samples, { invalidTasks }),
      recordedFits: () => timings && timings.length > 0 ? fitTimings(timings) : undefined,
      fits: ({ recordedFits, ownFits }) => recordedFits ?? (isExecuted ? ownFits : undefined),
      compared: ({ samples, fits }) => fits ? advantages(samples, fits) : [],
      efficiency: ({ compared }) => efficiency(compared),
      rates: ({ correctness, efficiency }) => [...correctness, ...efficiency],
      runs: () => executed ?? (isExecuted && rule !== undefined ? { [rule]: result } : {}),
      agreement: ({ runs: { published } }) => agreement(published?.samples ?? [], published?.tasks ?? []),
      disagreements({ agreement }) {
        const [causes, count] = [options.disagreements, agreement.disagreements.length];
        if (causes === undefined || causes.length === count) return causes;
        throw new RangeError(`Cannot match ${causes.length} causes with ${count} disagreements`);
      },
      measurable: () => measuredRun.samples,
      programs: ({ about, measurable }) => samplePrograms(about, measurable),
      onePerTask: ({ programs }) => [...new Map(programs.map((one) => [one.sample.taskId, one])).values()],
      ownFits: ({ programs, profiles }) => profiles && fitPrograms(programs, profiles),
      gaps: ({ samples, recordedFits }) => recordingGaps(samples, recordedFits),
      effects: ({ rates }) => promptEffects(rates),
      claims: ({ effects, gaps }) => promptClaims(effects, gaps),
      nulls: ({ samples, fits, invalidTasks }) => languageNull(samples, fits, { invalidTasks }),
      sensitivity({ about, samples, fits, invalidTasks }) {
        if (about.some(({ suite }) => suite)) return undefined;
        return sensitivity(samples.filter(isOfMethod), fits, { invalidTasks });
      },
      convergence() {
        const own = timings?.filter(isOfMethod) ?? [];
        return own.length > 0 ? convergence(thinnedAnswers(own)) : undefined;
      },
      noise: ({ about, samples, recordedFits = [] }) => timings && timingNoise(about, samples, recordedFits),
      ownNoise: ({ about, measurable, onePerTask }) =>
        repeats && timingNoise(about, measurable, repeats.flatMap((one) => fitPrograms(onePerTask, one))),
      coincidence: ({ samples }) =>
        coincidence(samples.filter((one) => isOfMethod(one) && one.settings.temperature === temperature)),
    };
  },
);

const NOBODY: LinguisticRun = { samples: [], about: [], label: "" };

function checkExecuted(run: LinguisticRun | undefined, rule: Rule): void {
  checkRun("linguistic", run!);
  if (run!.verdicts === "executed" && run!.rule === rule) return;
  throw new RangeError(
    `Cannot take a run as executed by the rule ${rule}: it was ${run!.rule ?? "not executed"}`,
  );
}
