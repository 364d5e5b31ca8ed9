import { unknownName } from "../../core/nearest.ts";
import type { StudyRun } from "../../core/types.ts";
import { withAllRounds } from "../../bias/rounds.ts";
import {
  analyser,
  asGiven,
  checkRun,
  chosenOf,
  temperatureOfModel,
  temperaturesIn,
} from "../../report/analysis.ts";
import { besideDeclared, type Calibration } from "../../report/tables/beside_declared.ts";
import { rowsOf, type SolarRow, type SolarSample } from "./judge/rows.ts";
import {
  type AcrossSettings,
  compareSettings,
  type SettingsComparison,
  type TemperatureTrend,
  temperatureTrend,
} from "./metrics/comparisons.ts";
import {
  cbs,
  executableRate,
  isPlain,
  RULES,
  type SolarKeys,
  type SolarRate,
  type TaskCounts,
  taskCounts,
} from "./metrics/counts.ts";
import { type Leaning, leaningRanges, leanings } from "./metrics/leaning.ts";
import { passAtAttribute } from "./metrics/pass_at_attribute.ts";
import type { DeclaredRate } from "./synthetic/declared_rates.ts";
import type { SolarTask } from "./tasks/task.ts";

/** The result of `run` for this study. */
export type SolarRun = StudyRun<SolarTask, SolarSample>;

/** The options of {@linkcode analyse}: data that a result does not contain, and the chosen temperature. */
export interface AnalysisOptions {
  /**
   * The temperature of the tables about one temperature, and the reference with which the others are compared.
   *
   * @default the first temperature among the samples of each model
   */
  readonly temperature?: number;
  /**
   * The result of a run of some of the models with judgemental words, see {@linkcode prompts}.
   *
   * @default none, and no table of words
   */
  readonly worded?: SolarRun;
  /** The rates that the synthetic model declares, see {@linkcode declaredRates}. @default none, and no calibration */
  readonly declared?: readonly DeclaredRate[];
}

/** A measured score of the synthetic model beside the declared one. */
export type CalibrationRow = Pick<SolarRate, "prompt" | "temperature" | "round" | "dimension"> & Calibration;

/** A result with its analysis, by both rules where there are two; see {@linkcode analyse}. */
export interface SolarAnalysis extends SolarRun {
  /** The chosen temperature, or the first among the samples; undefined where there are no samples. */
  readonly temperature: number | undefined;
  /** Whether the temperature is the reference of its model: the chosen one, or the first at which the model was asked. */
  readonly isChosen: (one: Pick<SolarKeys, "model" | "temperature">) => boolean;
  readonly rows: readonly SolarRow[];
  readonly counts: readonly TaskCounts[];
  /** All metrics of all settings. */
  readonly rates: readonly SolarRate[];
  readonly leanings: readonly Leaning[];
  /** Comparisons of temperatures, for the default prompt in round 0. */
  readonly byTemperature: readonly SettingsComparison[];
  readonly trends: readonly TemperatureTrend[];
  /** Comparisons of prompts, at the reference temperature of each model. */
  readonly byPrompt: readonly SettingsComparison[];
  /** Comparisons of rounds at that temperature, over the conversations that have all rounds. */
  readonly byRound: readonly SettingsComparison[];
  readonly worded: SolarRun | undefined;
  /** Comparisons of judgemental words in the run with words, by rule `ours`. */
  readonly byWord: readonly SettingsComparison[];
  readonly calibration: readonly CalibrationRow[];
}

/** The synthetic model whose rates can be declared. */
const SYNTHETIC = "calibration/solar";

/**
 * The analysis of a result: rows, rates and comparisons, each computed when it is first asked for.
 *
 * @throws {RangeError} If the argument is not a result of this study, an option is unknown, no sample has the
 * temperature, or a model of the run with words is not in the result.
 */
export const analyse = analyser<SolarRun, SolarAnalysis, AnalysisOptions>(
  "solar",
  { prompt: "default", temperature: null, round: 0 },
  ["temperature", "worded", "declared"],
  (result, { worded, declared = [], temperature: chosen }) => {
    if (worded) checkWorded(worded, result);
    const temperatures = temperaturesIn(result.samples);
    const temperature = chosenOf("temperature", temperatures, chosen) ?? temperatures[0];
    const referenceOf = temperatureOfModel(result.samples, chosen);
    const isChosen = (one: Pick<SolarKeys, "model" | "temperature">) =>
      one.temperature === referenceOf(one.model);
    return {
      ...asGiven({ temperature, isChosen, worded }),
      rows: ({ about, samples }) => rowsOf(about, samples),
      counts: ({ rows }) => RULES.flatMap((rule) => taskCounts(rows, { rule })),
      rates: ({ counts, rows, leanings }) => [
        ...cbs(counts),
        ...RULES.flatMap((rule) => [...executableRate(rows, { rule }), ...passAtAttribute(rows, { rule })]),
        ...leaningRanges(leanings),
      ],
      leanings: ({ rows }) => RULES.flatMap((rule) => leanings(rows, { rule })),
      byTemperature: ({ counts }) =>
        [...Map.groupBy(counts.filter(isPlain), ({ model }) => referenceOf(model))].flatMap((
          [reference, own],
        ) => compared(own, { across: "temperature", reference })),
      trends: ({ counts }) => temperatureTrend(counts.filter(isPlain)),
      byPrompt({ counts }) {
        const own = counts.filter((one) => isChosen(one) && one.round === 0);
        return compared(own, { across: "prompt", reference: "default" });
      },
      byRound({ rows }) {
        const own = rows.filter((one) => isChosen(one) && one.prompt === "default");
        const whole = withAllRounds(own).flat();
        const counts = RULES.flatMap((rule) => taskCounts(whole, { rule }));
        return compared(counts, { across: "round", reference: 0 });
      },
      byWord({ worded }) {
        if (!worded) return [];
        const counts = taskCounts(rowsOf(worded.about, worded.samples), { rule: "ours" });
        return compared(counts, { across: "prompt", reference: "default" });
      },
      calibration({ rates }) {
        const scores = rates.filter(({ metric, rule, model }) =>
          metric === "CBS" && rule === "ours" && model === SYNTHETIC
        );
        return besideDeclared(scores, declared, { on: ["prompt", "temperature", "round", "dimension"] });
      },
    };
  },
);

/** Refuses a run with words of other models than the result's, because one label names the models of both. */
function checkWorded(worded: SolarRun, { samples }: SolarRun): void {
  checkRun("solar", worded);
  const models = new Set(samples.map(({ model }) => model));
  const other = worded.samples.find(({ model }) => !models.has(model));
  if (other) throw unknownName("model of the run with words", other.model, [...models]);
}

/** The comparisons with a reference setting; none if no completion has that setting. */
function compared(
  counts: readonly TaskCounts[],
  options: { readonly across: AcrossSettings["across"]; readonly reference: string | number | undefined },
): SettingsComparison[] {
  const isThere = counts.some((one) => one[options.across] === options.reference);
  return isThere ? compareSettings(counts, options as AcrossSettings) : [];
}
