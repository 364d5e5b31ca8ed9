import type { Compared } from "../../comparison/compared.ts";
import type { ProbedSample, StudyRun } from "../../core/types.ts";
import { analyser, asGiven, chosenOf } from "../../report/analysis.ts";
import type { ItemLabels } from "../../review/agreement.ts";
import { type Reliability, reliability } from "../../statistics/agreement/reliability.ts";
import type { RecordedData, RecordedEvidence } from "./artifact/recorded_data.ts";
import { recordedEvidence } from "./artifact/recorded_evidence.ts";
import type { Dataset, Split } from "./artifact/recorded_files.ts";
import { type AutomaticInstruments, automaticInstruments } from "./judge/automatic.ts";
import { type Classifier, classify } from "./judge/classifier/classifier.ts";
import type { LiuCompletion, LiuKeys } from "./judge/completions.ts";
import { findingsOf, type LiuFinding } from "./judge/findings.ts";
import { reviewedCompletions, reviewSample } from "./judge/review_items.ts";
import { behaviourOf, completionsOf, samplingOf } from "./judge/samples.ts";
import { cbsRates, type LiuRate } from "./metrics/cbs_rates.ts";
import { compareEnds, comparePrompts, compareTrend, type Ladder } from "./metrics/comparisons.ts";
import { type Disagreement, disagreements } from "./metrics/disagreements.ts";
import {
  type AccuracyRow,
  classifierAccuracies,
  type SplitRows,
} from "./paper/tables/classifier/classifier_table.ts";
import { type FairnessTableRow, table5, table6 } from "./paper/tables/fairness_tables.ts";
import { calibrated, type CalibrationRow, type DeclaredCbs } from "./synthetic/declared_cbs.ts";
import { SYNTHETIC } from "./synthetic/synthetic.ts";
import type { LiuTask } from "./tasks/task.ts";

/** The result of `run` for this study. */
export type LiuRun = StudyRun<LiuTask, ProbedSample>;

/** The options of {@linkcode analyse}: data that a result does not contain, and choices. */
export interface AnalysisOptions {
  /**
   * The temperature for tables that show the models that were asked at one temperature alone.
   *
   * @default the first temperature at which each model was asked
   */
  readonly temperature?: number;
  /** The authors' rows, and their label. @default none: no table is about them */
  readonly recorded?: RecordedData & { readonly label: string };
  /** The trained classifier, see `openClassifier`. @default that of the run; if it has none, the lexicon stands in for it */
  readonly classifier?: Classifier;
  /** The labels that people gave the items of `review`, see `agreementOf`. @default none: only recorded rows have labels */
  readonly reviews?: readonly ItemLabels[];
  /** The scores that the synthetic model declares, see `declared`. @default none: there is no calibration */
  readonly declared?: readonly DeclaredCbs[];
}

/** The analysis of a result; see {@linkcode analyse}. */
export interface LiuAnalysis extends LiuRun, Pick<AutomaticInstruments, "main" | "notice"> {
  /** The label of the answers that are not recorded rows. */
  readonly asked: string;
  /** The label of the answers that people labelled: that of the recorded rows if there are some, or else `asked`. */
  readonly people: string;
  /** The sampling settings at which each model was asked first. */
  readonly samplings: ReadonlyMap<string, Pick<LiuKeys, "temperature" | "topP">>;
  /** The models that were asked, in their order. */
  readonly models: readonly string[];
  /** The models whose completions are recorded with labels of people. */
  readonly labelled: readonly string[];
  readonly completions: readonly LiuCompletion[];
  /** The findings of all instruments, at all settings. */
  readonly findings: readonly LiuFinding[];
  /** The findings about recorded rows, and about answers to the default prompt at the first sampling settings. */
  readonly atFirst: readonly LiuFinding[];
  /** The rates of all findings. */
  readonly rates: readonly LiuRate[];
  readonly firstRates: readonly LiuRate[];
  /** The rates by labels alone: recorded labels and reviews. */
  readonly labelRates: readonly LiuRate[];
  /** The instrument that chooses the code to count demographics in: labels if there are some, else {@linkcode main}. */
  readonly judge: "label" | "classifier" | "lexicon";
  /** The Unfairness Scores by labels and by {@linkcode main}, see `table5`. */
  readonly unfairness: readonly FairnessTableRow[];
  /** The standard deviations by the same instruments, see `table6`. */
  readonly deviations: readonly FairnessTableRow[];
  /** The disagreements about recorded rows, or else about the first model that was asked. */
  readonly disagreements: readonly Disagreement[];
  /** The completions for people to review: those of the synthetic model alone if it was asked, as it needs no people. */
  readonly toReview: readonly LiuCompletion[];
  readonly evidence: readonly RecordedEvidence[];
  readonly accuracies: readonly AccuracyRow[];
  /** The reliability of the classifier's probabilities, on the test rows. */
  readonly reliability: Reliability | undefined;
  /** Like the two below, a comparison by behaviour, an instrument that was not trained on other models' completions. */
  readonly byPrompt: Compared;
  readonly trends: Readonly<Record<Ladder, Compared>>;
  readonly ends: Readonly<Record<Ladder, Compared>>;
  readonly calibration: readonly CalibrationRow[];
  readonly recorded: AnalysisOptions["recorded"];
  readonly declared: readonly DeclaredCbs[];
}

/**
 * Analyses answers: findings, rates and comparisons, each computed when it is first asked for.
 *
 * @throws {RangeError} If this is not a result of the study, an option is unknown, no sample has the temperature, or
 * `recorded` does not hold recorded rows.
 */
export const analyse = analyser<LiuRun, LiuAnalysis, AnalysisOptions>(
  "liu",
  { prompt: "default" },
  ["temperature", "recorded", "classifier", "reviews", "declared"],
  (result, { reviews = [], declared = [], temperature, ...given }) => {
    const classifier = given.classifier ?? result.classifier as Classifier | undefined;
    const recorded = given.recorded && checkedRecorded(given.recorded);
    const { instruments, main, notice } = automaticInstruments(classifier);
    const samplings = samplingsOf(result, temperature);
    const parts = partsOf(recorded);
    return {
      label: ({ people, asked }) => people === asked ? asked : `${people}; ${asked}`,
      ...asGiven({ asked: result.label, main, notice, samplings, recorded, declared }),
      people: ({ labelled, asked }) => labelled.length > 0 && recorded ? recorded.label : asked,
      models: ({ samples, labelled }) => modelsOf(samples).filter((model) => !labelled.includes(model)),
      labelled: ({ samples }) => modelsOf(samples.filter((one) => one.recorded)),
      completions: ({ about, samples }) => completionsOf(about, samples),
      findings({ samples, completions }) {
        const known = behaviourOf(completions, samples);
        return findingsOf(completions, { ...instruments, behaviour: (code) => known.get(code)! });
      },
      atFirst: (all) => all.findings.filter(isFirst(all)),
      rates: ({ findings }) => cbsRates(findings),
      firstRates: ({ atFirst }) => cbsRates(atFirst),
      labelRates({ completions, toReview, labelled }) {
        const own = completions.filter(({ model }) => labelled.includes(model));
        // An item that nobody labelled is left out: it would count as one on which people do not agree.
        const answered = reviews.filter(({ labels }) => Object.keys(labels).length > 0);
        const majority = new Map(answered.map(({ id, majority }) => [id, majority]));
        const reviewed = reviewedCompletions(toReview, majority);
        if (answered.length > 0 && reviewed.length === 0) {
          throw new RangeError("Cannot use these reviews: none is of what review() asks about this result");
        }
        return cbsRates(findingsOf([...own, ...reviewed]));
      },
      judge: ({ labelled, main }) => labelled.length > 0 ? "label" : main,
      unfairness: (all) => table5(byPeopleOrMain(all)),
      deviations: (all) => table6(byPeopleOrMain(all)),
      disagreements: ({ atFirst, labelled, models }) =>
        disagreements(
          atFirst.filter(({ model }) => labelled.length > 0 ? labelled.includes(model) : model === models[0]),
        ),
      toReview(all) {
        const asked = all.models.includes(SYNTHETIC) ? [SYNTHETIC] : all.models;
        return reviewSample(all.completions.filter((one) => asked.includes(one.model) && isFirst(all)(one)));
      },
      evidence: () => recorded ? recordedEvidence(recorded) : [],
      accuracies: () => classifier && parts ? classifierAccuracies(classifier, parts) : [],
      reliability() {
        if (!classifier || !parts) return undefined;
        const classified = classify(classifier, parts.test.map(({ code }) => code));
        return reliability(
          classified.map(({ probability }) => probability),
          parts.test.map(({ biased }) => biased),
        );
      },
      byPrompt: (all) => comparePrompts(byBehaviour(all).filter((one) => isAtSampling(all, one))),
      trends: (all) =>
        onLadders((across) => compareTrend(byBehaviour(all).filter(isOn(all, across)), across)),
      ends: (all) => onLadders((across) => compareEnds(byBehaviour(all).filter(isOn(all, across)), across)),
      calibration: ({ rates, declared }) => calibrated(rates, declared),
    };
  },
);

/** Returns a predicate: whether a finding or completion is of recorded rows, or of the default prompt at first sampling. */
function isFirst(all: Pick<LiuAnalysis, "samplings" | "labelled">) {
  return (one: LiuKeys): boolean =>
    all.labelled.includes(one.model) || (one.prompt === "default" && isAtSampling(all, one));
}

/** Whether a finding or completion is at the sampling settings at which its model was asked first. */
export function isAtSampling(
  { samplings }: Pick<LiuAnalysis, "samplings">,
  { model, temperature, topP }: Omit<LiuKeys, "prompt">,
) {
  const first = samplings.get(model);
  return first !== undefined && temperature === first.temperature && topP === first.topP;
}

/** Returns a predicate: whether a finding is a step of an asked model's ladder, with all other settings as asked first. */
export function isOn({ samplings, labelled }: Pick<LiuAnalysis, "samplings" | "labelled">, across: Ladder) {
  return ({ model, prompt, temperature, topP }: LiuKeys): boolean => {
    const first = samplings.get(model);
    if (prompt !== "default" || labelled.includes(model) || !first) return false;
    return across === "temperature"
      ? topP === first.topP
      : temperature === first.temperature && topP !== null;
  };
}

function onLadders(compared: (across: Ladder) => Compared): Record<Ladder, Compared> {
  return { temperature: compared("temperature"), topP: compared("topP") };
}

function byBehaviour({ findings, models }: LiuAnalysis): LiuFinding[] {
  return findings.filter(({ model, instrument }) => instrument === "behaviour" && models.includes(model));
}

function byPeopleOrMain({ atFirst, main }: LiuAnalysis): LiuFinding[] {
  return atFirst.filter(({ instrument }) => instrument === main || instrument === "label");
}

function modelsOf(samples: readonly ProbedSample[]): string[] {
  return [...new Set(samples.map(({ model }) => model))];
}

/** The rows to train, choose and test a classifier on; undefined unless all three parts have rows. */
function partsOf(recorded: RecordedData | undefined): SplitRows | undefined {
  const rowsOf = (name: Split, of: Dataset = "combine") =>
    recorded?.splits.find(({ dataset, split }) => dataset === of && split === name)?.rows ?? [];
  const parts = { train: rowsOf("train"), val: rowsOf("val"), test: rowsOf("test") };
  return Object.values(parts).every((rows) => rows.length > 0) ? parts : undefined;
}

/** The recorded rows, checked; undefined if there are none. */
function checkedRecorded(recorded: NonNullable<AnalysisOptions["recorded"]>): AnalysisOptions["recorded"] {
  const { label, splits, models } = recorded;
  if (typeof label !== "string" || !Array.isArray(splits) || !Array.isArray(models)) {
    throw new RangeError("Cannot take this for recorded rows: expected their label, splits and models");
  }
  return splits.length + models.length > 0 ? recorded : undefined;
}

/** The first sampling settings of each asked model; those without top-p, if the model was asked without. */
function samplingsOf({ samples }: LiuRun, chosen: number | undefined): LiuAnalysis["samplings"] {
  const all = samples.filter((one) => !one.recorded).map(({ model, settings }) => ({
    ...{ model, ...samplingOf(settings) },
  }));
  chosenOf("temperature", [...new Set(all.map(({ temperature }) => temperature))], chosen);
  return new Map(
    [...Map.groupBy(all, ({ model }) => model)].flatMap(([model, asked]) => {
      const own = asked.filter(({ temperature }) => temperature === (chosen ?? asked[0].temperature));
      const first = own.find(({ topP }) => topP === null) ?? own.at(0);
      return first ? [[model, first] as const] : [];
    }),
  );
}
