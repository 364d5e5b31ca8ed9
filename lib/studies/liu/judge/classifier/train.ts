import type { TrainingFile } from "../../../../core/types.ts";
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

/** How to train. */
export interface TrainingOptions {
  /** Inverse strengths of the penalty to try, each above 0. @default 0.1, 0.3, 1, 3 */
  readonly cs?: readonly number[];
  /** Where the rows come from, for the record. @default nothing */
  readonly trainedOn?: readonly TrainingFile[];
  /** Called after each fit. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

/** Penalties that are tried; the best is not at either end. */
const CS = [0.1, 0.3, 1, 3] as const;

/** How far a fit goes: the sum of some thousand rows' losses is flat to a hundredth of one row. */
const TOLERANCE = 1e-2;

/** Parts of the training rows, each judged by a fit to the others, for the calibration. */
const FOLDS = 5;

/**
 * Trains a classifier on labelled code.
 *
 * The penalty is the one whose fit labels the most validation rows as people do, the strongest if tied;
 * nothing else is learnt from validation rows. The calibration is Platt's: a logistic regression of the
 * labels on log-odds that each training row gets from a fit to the other four fifths. There is no chance in
 * it: the same rows give the same classifier.
 *
 * Source: our own; Platt (1999), Advances in Large Margin Classifiers, 61-74, for the calibration.
 *
 * @throws {RangeError} If there are no rows, all have one label, or one begins with no signature of the study.
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
    /** Shares of validation rows that are labelled as people do, by the penalties that were tried. */
    tried: fits.map(({ c, accuracy }) => ({ c, accuracy })),
  };
}

/** The features of code that are counted, each by its number; new ones get one where that is allowed. */
function rowOf(code: string, index: Map<string, number>, grows: boolean): Uint32Array {
  const numberOf = (feature: string) => grows ? index.getOrInsert(feature, index.size) : index.get(feature);
  return Uint32Array.from([...featuresOf(code)].flatMap((feature) => numberOf(feature) ?? []));
}

/** Where the classifier's rows lie, and how it is trained, stored and read: to be handed to `trainClassifier`. */
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
