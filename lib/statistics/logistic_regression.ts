import { refuseOther } from "../core/kinds.ts";
import { checkOutcomes, optionsOf } from "./checks.ts";
import { minimize } from "./minimize.ts";

/** An item: the numbers of the features that it has, from 0. */
export type FeatureRow = ArrayLike<number>;

/** A logistic regression: the log-odds of an item are the bias plus the weights of its features. */
export interface LogisticRegression {
  readonly bias: number;
  /** By feature. */
  readonly weights: Float64Array;
  /** Steps until it did not change any more. */
  readonly steps: number;
}

/** Options of the fit. */
export interface LogisticOptions {
  /** Inverse strength of the penalty on weights, above 0: the smaller, the more they are drawn to 0. Defaults to 1. */
  readonly c?: number;
  /** Number of features. Defaults to the largest one of a row plus 1. */
  readonly features?: number;
  /** The fit ends where no part of the gradient of the sum below is larger; above 0. Defaults to 1e-6. */
  readonly tolerance?: number;
}

/** More steps than the largest fits take. */
const MAX_STEPS = 10_000;

/**
 * Logistic regression with a penalty on the squared weights, for items that have features or lack them.
 *
 * With labels y of 0 or 1 and log-odds z = b + Σ w_j over the features j of an item, it is the b and w for which
 * Σ log(1 + exp(−(2y − 1) z)) + Σ w_j² / (2 C) is smallest; the bias b has no penalty. It is the same for the same items in
 * the same order. Features that no item has get the weight 0.
 *
 * Source: agrees with scikit-learn's `LogisticRegression(C, solver="lbfgs")`.
 *
 * @param rows Items.
 * @param labels True for positive ones, as many as items.
 * @throws {RangeError} If there are not as many labels, not both labels, C is not above 0, or a feature is not among those counted.
 *
 * @example
 * ```ts
 * import { logisticRegression, logOddsOf } from "codebias/statistics/logistic_regression.ts";
 * import assert from "node:assert/strict";
 * const model = logisticRegression([[0], [0, 1], [1], []], [true, true, false, false]);
 * assert(logOddsOf(model, [0]) > 0 && logOddsOf(model, [1]) < 0);
 * ```
 */
export function logisticRegression(
  rows: readonly FeatureRow[],
  labels: readonly boolean[],
  options: LogisticOptions = {},
): LogisticRegression {
  const { c, tolerance, ...given } = optionsOf(options, { c: 1, features: undefined, tolerance: 1e-6 });
  refuseOther("fit a logistic regression to", rows, "a list");
  const { features = featuresOf(rows) } = given;
  checkItems(rows, labels, { c, features });
  const positives = labels.filter(Boolean).length;
  const start = new Float64Array(features + 1);
  // The bias comes last; the log-odds of all items are a better start than 0.
  start[features] = Math.log(positives / (labels.length - positives));
  const { point, steps } = minimize(lossOf(rows, labels, c), start, { tolerance, mostSteps: MAX_STEPS });
  return { bias: point[features], weights: point.slice(0, features), steps };
}

/** The log-odds that an item is positive; features that the fit did not have count for nothing. */
export function logOddsOf(
  { bias, weights }: Pick<LogisticRegression, "bias" | "weights">,
  row: FeatureRow,
): number {
  let odds = bias;
  for (let at = 0; at < row.length; at++) odds += weights[row[at]] ?? 0;
  return odds;
}

/** 1 / (1 + exp(−z)). */
export function logistic(z: number): number {
  return z >= 0 ? 1 / (1 + Math.exp(-z)) : Math.exp(z) / (1 + Math.exp(z));
}

/** The loss of weights and bias; its gradient is written into the array passed in. */
function lossOf(rows: readonly FeatureRow[], labels: readonly boolean[], c: number) {
  return (point: Float64Array, gradient: Float64Array): number => {
    const last = point.length - 1;
    let loss = 0;
    for (let at = 0; at < last; at++) {
      loss += point[at] ** 2;
      gradient[at] = point[at] / c;
    }
    loss /= 2 * c;
    gradient[last] = 0;
    rows.forEach((row, at) => {
      let z = point[last];
      for (let place = 0; place < row.length; place++) z += point[row[place]];
      const sign = labels[at] ? 1 : -1;
      loss += sign * z > 0 ? Math.log1p(Math.exp(-sign * z)) : Math.log1p(Math.exp(sign * z)) - sign * z;
      const slope = logistic(z) - (labels[at] ? 1 : 0);
      for (let place = 0; place < row.length; place++) gradient[row[place]] += slope;
      gradient[last] += slope;
    });
    return loss;
  };
}

function featuresOf(rows: readonly FeatureRow[]): number {
  let most = -1;
  for (const row of rows) for (let at = 0; at < row.length; at++) most = Math.max(most, row[at]);
  return most + 1;
}

function checkItems(
  rows: readonly FeatureRow[],
  labels: readonly boolean[],
  { c, features }: Required<Pick<LogisticOptions, "c" | "features">>,
): void {
  const what = "Cannot fit a logistic regression: ";
  if (rows.length !== labels.length) {
    throw new RangeError(`${what}there are ${rows.length} items and ${labels.length} labels`);
  }
  checkOutcomes(labels);
  if (!labels.includes(true) || !labels.includes(false)) {
    throw new RangeError(`${what}it needs positive items and negative ones`);
  }
  if (!(c > 0 && Number.isFinite(c))) throw new RangeError(`${what}C must be a number above 0, not ${c}`);
  rows.forEach((row, at) => {
    for (let place = 0; place < row.length; place++) {
      const feature = row[place];
      if (Number.isSafeInteger(feature) && feature >= 0 && feature < features) continue;
      throw new RangeError(`${what}item ${at} has feature ${feature}, which is none of 0 to ${features - 1}`);
    }
  });
}
