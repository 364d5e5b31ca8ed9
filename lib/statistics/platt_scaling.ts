import { checkOutcomes, checkValues } from "./checks.ts";

/** What log-odds are multiplied by, and what is added, so that their probabilities are shares. */
export interface PlattScaling {
  readonly slope: number;
  readonly intercept: number;
}

const MAX_STEPS = 100;

/** Newton's method ends at shorter steps. */
const SHORT_STEP = 1e-12;

/**
 * Platt's scaling: the line through log-odds whose probabilities fit the labels best.
 *
 * With N positives and M negatives, the labels are shrunk to (N + 1) / (N + 2) and 1 / (M + 2), so that the
 * line stays finite where the log-odds tell the labels apart.
 *
 * Source: Platt (1999), Advances in Large Margin Classifiers, 61-74; agrees with scikit-learn's sigmoid calibration.
 *
 * @param odds Of items that the classifier was not fitted to; else it is too sure of itself.
 * @param labels True for positive ones, as many.
 * @throws {RangeError} If there are not as many, not both labels, all log-odds are the same, or one is not finite.
 *
 * @example
 * ```ts
 * import { plattScaling } from "codebias/statistics/platt_scaling.ts";
 * import assert from "node:assert/strict";
 * const { slope, intercept } = plattScaling([-8, -8, -8, 8, 8, 8], [false, false, true, true, true, false]);
 * assert(slope > 0 && slope < 0.1 && Math.abs(intercept) < 1e-9); // it was far too sure
 * ```
 */
export function plattScaling(odds: readonly number[], labels: readonly boolean[]): PlattScaling {
  const what = "Cannot calibrate log-odds: ";
  if (odds.length !== labels.length) {
    throw new RangeError(`${what}there are ${odds.length} of them and ${labels.length} labels`);
  }
  checkValues("the list of log-odds", odds, 0);
  checkOutcomes(labels);
  const positives = labels.filter(Boolean).length;
  const negatives = labels.length - positives;
  if (positives === 0 || negatives === 0) {
    throw new RangeError(`${what}it needs positive items and negative ones`);
  }
  if (odds.every((one) => one === odds[0])) throw new RangeError(`${what}all of them are ${odds[0]}`);
  const targets = labels.map((label) => label ? (positives + 1) / (positives + 2) : 1 / (negatives + 2));
  let [slope, intercept] = [0, Math.log((positives + 1) / (negatives + 1))];
  let loss = lossOf({ slope, intercept }, odds, targets);
  for (let step = 0; step < MAX_STEPS; step++) {
    const by = newtonStep({ slope, intercept }, odds, targets);
    let length = 1;
    let next = loss;
    do {
      next = lossOf(
        { slope: slope - length * by.slope, intercept: intercept - length * by.intercept },
        odds,
        targets,
      );
      if (next <= loss) break;
      length /= 2;
    } while (length > SHORT_STEP);
    if (!(next <= loss)) break;
    [slope, intercept, loss] = [slope - length * by.slope, intercept - length * by.intercept, next];
    if (Math.abs(by.slope) + Math.abs(by.intercept) < SHORT_STEP) break;
  }
  return { slope, intercept };
}

function lossOf(
  { slope, intercept }: PlattScaling,
  odds: readonly number[],
  targets: readonly number[],
): number {
  return odds.reduce((sum, one, at) => {
    const z = slope * one + intercept;
    return sum +
      (z > 0 ? Math.log1p(Math.exp(-z)) + (1 - targets[at]) * z : Math.log1p(Math.exp(z)) - targets[at] * z);
  }, 0);
}

/** The gradient divided by the second derivatives. */
function newtonStep(
  { slope, intercept }: PlattScaling,
  odds: readonly number[],
  targets: readonly number[],
): PlattScaling {
  let [bySlope, byIntercept, ss, si, ii] = [0, 0, 1e-12, 0, 1e-12];
  odds.forEach((one, at) => {
    const p = 1 / (1 + Math.exp(-(slope * one + intercept)));
    const [error, weight] = [p - targets[at], p * (1 - p)];
    [bySlope, byIntercept] = [bySlope + error * one, byIntercept + error];
    [ss, si, ii] = [ss + weight * one * one, si + weight * one, ii + weight];
  });
  const determinant = ss * ii - si * si;
  return {
    slope: (ii * bySlope - si * byIntercept) / determinant,
    intercept: (ss * byIntercept - si * bySlope) / determinant,
  };
}
