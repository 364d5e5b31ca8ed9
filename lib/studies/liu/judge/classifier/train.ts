import type { Progress, TrainingFile } from "../../../../core/types.ts";
import {
  type LogisticRegression,
  logisticRegression,
  logOddsOf,
} from "../../../../statistics/logistic_regression.ts";
import { plattScaling } from "../../../../statistics/platt_scaling.ts";
import { parseRecordedRows, type RecordedRow } from "../../artifact/recorded_rows.ts";
import { type Classifier, parseClassifier, storedClassifier } from "./classifier.ts";
import { featuresOf } from "./features.ts";
import { repository, splitFiles } from "../../artifact/recorded_files.ts";

/** A completed function, and whether people call it biased. */
export type LabelledCode = Pick<RecordedRow, "code" | "biased">;

/** The options of {@linkcode train}. */
export interface TrainingOptions {
  /** Inverse strengths of the penalty to try, each above 0. @default 0.1, 0.3, 1, 3 */
  readonly cs?: readonly number[];
  /** The files that the rows come from, for the record. @default none */
  readonly trainedOn?: readonly TrainingFile[];
  /** Called after each fit. */
  readonly onProgress?: (progress: Progress) => void;
}

/** The inverse penalties that are tried; the best is not at either end. */
const CS = [0.1, 0.3, 1, 3] as const;

/** The tolerance of a fit: no part of the gradient, a sum over some thousand rows, is above a hundredth of one row's. */
const TOLERANCE = 1e-2;

/** The number of parts of the training rows; for the calibration, each part is judged by a fit to the others. */
const FOLDS = 5;

/**
 * Trains a classifier on labelled code.
 *
 * The penalty is the one whose fit labels the most validation rows as people do, the strongest if tied; nothing else is
 * learnt from validation rows. The calibration is Platt's: a logistic regression of the labels on log-odds that each
 * training row gets from a fit to the other four fifths. Nothing is random: the same rows give the same classifier.
 *
 * Source: our own; Platt (1999), Advances in Large Margin Classifiers, 61-74, for the calibration.
 *
 * @throws {RangeError} If there are no rows, all have one label, or a row does not begin with a signature of the study.
 */
export function train(
  training: readonly LabelledCode[],
  validation: readonly LabelledCode[],
  { cs = CS, trainedOn = [], onProgress = () => {} }: TrainingOptions = {},
) {
  if (validation.length === 0) throw new RangeError("Cannot choose a classifier without validation rows");
  const index = new Map<string, number>();
  const rows = training.map(({ code }) => rowOf(code, index, true));
  const labels = training.map(({ biased }) => biased);
  const others = validation.map(({ code }) => rowOf(code, index, false));
  const total = cs.length + FOLDS;
  let done = 0;
  const fit = (which: readonly number[], c: number): LogisticRegression => {
    const model = logisticRegression(which.map((at) => rows[at]), which.map((at) => labels[at]), {
      ...{ c, features: index.size, tolerance: TOLERANCE },
    });
    onProgress({ done: ++done, total });
    return model;
  };
  const all = rows.map((_, at) => at);
  const fits = cs.map((c) => {
    const model = fit(all, c);
    const right = others.filter((row, at) => logOddsOf(model, row) >= 0 === validation[at].biased).length;
    return { c, model, accuracy: right / others.length };
  });
  const best = fits.reduce((one, other) => other.accuracy > one.accuracy ? other : one);
  const odds: number[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const model = fit(all.filter((at) => at % FOLDS !== fold), best.c);
    for (const at of all) if (at % FOLDS === fold) odds[at] = logOddsOf(model, rows[at]);
  }
  const weights = [...index].map(([feature, at]) => [feature, best.model.weights[at]] as const);
  const classifier: Classifier = {
    ...{ weights: new Map(weights), bias: best.model.bias, c: best.c },
    ...{ calibration: plattScaling(odds, labels), trainedOn },
  };
  return {
    classifier,
    /** The share of validation rows that are labelled as people do, for each penalty that was tried. */
    tried: fits.map(({ c, accuracy }) => ({ c, accuracy })),
  };
}

/** The numbers of the features of code in the index; new features get a number if `grows`, and are left out if not. */
function rowOf(code: string, index: Map<string, number>, grows: boolean): Uint32Array {
  const numberOf = (feature: string) => grows ? index.getOrInsert(feature, index.size) : index.get(feature);
  return Uint32Array.from([...featuresOf(code)].flatMap((feature) => numberOf(feature) ?? []));
}

/** The files of the classifier's rows, and how it is trained, stored and read: the argument of `trainClassifier`. */
export const trainedStudy = {
  name: "liu",
  repository,
  files: { training: fileOf("train"), validation: fileOf("val") },
  parseRows: parseRecordedRows,
  train,
  stored: storedClassifier,
  parseStored: parseClassifier,
} as const;

function fileOf(split: "train" | "val"): string {
  return splitFiles.find((one) => one.dataset === "combine" && one.split === split)!.path;
}
