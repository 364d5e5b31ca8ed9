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

/** The result of `run` for this study. */
export interface LinguisticRun extends StudyRun<LinguisticTask, LinguisticSample> {
  /** `executed` or `recorded`. @default unknown: the verdicts do not count as executed by this project */
  readonly verdicts?: string;
  /** The rule by which programs were executed. */
  readonly rule?: string;
  /** The reports on which tasks could be used; empty for recorded verdicts. */
  readonly tasks?: readonly TaskReport[];
}

/** The importance of words to a model. */
export interface Weighed {
  readonly words: readonly WordImportance[];
  readonly model: { readonly spec: string; readonly synthetic: boolean };
  /** The origin of the tasks, for notes. @default notes do not name it */
  readonly label?: string;
}

/** The options of {@linkcode analyse}: data that a result does not contain, and the chosen method and temperature. */
export interface AnalysisOptions {
  /** The prompting method of everything about one method. @default DI, the task alone, or the first where there is no DI */
  readonly method?: string;
  /** The temperature of everything about one temperature. @default the first among the samples */
  readonly temperature?: number;
  /** See {@linkcode rates}. @default "unsolved" for recorded verdicts, as in the paper, else "left-out" */
  readonly invalidTasks?: "unsolved" | "left-out";
  /** The recorded running times of the samples' programs. @default none: efficiency is from `profiles`, if at all */
  readonly timings?: readonly Timing<LinguisticSettings>[];
  /** The runs that executed programs by both rules; one without samples executed nothing. @default the result's execution */
  readonly executed?: Readonly<Record<Rule, LinguisticRun>>;
  /** The causes that `investigate` found for `agreement.disagreements` by {@linkcode explain}. @default none */
  readonly disagreements?: readonly ExplainedDisagreement[];
  /** The result of `profilePrograms` for `programs`. @default what the run measured as complexity, if it did */
  readonly profiles?: readonly MeasuredComplexity[];
  /** The results of `profilePrograms` for `onePerTask`, one for each repetition of the measurement. @default none */
  readonly repeats?: readonly (readonly MeasuredComplexity[])[];
  /** The result of `importance`. @default none: no words were weighed */
  readonly importance?: Weighed;
  /** The rates that the synthetic model declares, see {@linkcode declaredRates}. @default none, and no calibration */
  readonly declared?: readonly DeclaredRate[];
}

/** A result with its analysis; see {@linkcode analyse}. A field is undefined if it needs an option that was not given. */
export interface LinguisticAnalysis
  extends
    LinguisticRun,
    Pick<AnalysisOptions, "timings" | "executed" | "profiles" | "importance" | "declared"> {
  readonly method: string;
  /** The chosen temperature, or the first among the samples; undefined where there are no samples. */
  readonly temperature: number | undefined;
  /** The temperatures of the samples, in their order. */
  readonly temperatures: readonly number[];
  readonly invalidTasks: "unsolved" | "left-out";
  readonly correctness: readonly Rate[];
  /** The complexity by recorded running times; undefined also where there are none. */
  readonly recordedFits: readonly FittedProgram[] | undefined;
  /** The complexity by recorded running times or, for executed verdicts, by our measurement. */
  readonly fits: readonly FittedProgram[] | undefined;
  /** The comparisons of the most efficient programs; empty where there are no fits. */
  readonly compared: readonly Advantage[];
  readonly efficiency: readonly Rate<EfficiencyMetric>[];
  /** The rates of correctness and of efficiency. */
  readonly rates: readonly Rate<Table3Metric>[];
  /** The executed runs by their rules. */
  readonly runs: Readonly<Record<string, LinguisticRun>>;
  /** The agreement of the run by the authors' rule with the recorded verdicts. */
  readonly agreement: Agreement;
  /** The disagreements of `agreement`, with causes. */
  readonly disagreements: readonly ExplainedDisagreement[] | undefined;
  /** The samples whose programs are measured: executed ones, or those of a run that measured complexity. */
  readonly measurable: readonly LinguisticSample[];
  /** The programs of the measurable samples that passed. */
  readonly programs: readonly SampleProgram[];
  /** One of these programs for each task. */
  readonly onePerTask: readonly SampleProgram[];
  readonly ownFits: readonly FittedProgram[] | undefined;
  readonly gaps: readonly RecordingGap[];
  readonly effects: readonly PromptEffect[];
  readonly claims: readonly PromptClaim[];
  readonly nulls: readonly LanguageNull[];
  /** The rates of the one method without defective tasks; undefined also where tasks are not of the published suite. */
  readonly sensitivity: readonly SensitivityRow[] | undefined;
  /** The convergence of the measurement, for the one method. */
  readonly convergence: readonly Convergence[] | undefined;
  readonly noise: readonly TimingNoise[] | undefined;
  readonly ownNoise: readonly TimingNoise[] | undefined;
  /** The identical completions by the one method at the one temperature. */
  readonly coincidence: readonly Coincidence[];
}

/**
 * The analysis of a result: rates, comparisons and tests, each computed when it is first asked for.
 *
 * @throws {RangeError} If the argument is not a result of this study, an option is unknown, no sample has the method or
 * the temperature, or a run was not executed by the rule under which it is given.
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
