import { checkOutcomes, optionsOf } from "../checks.ts";
import { proportion } from "../intervals/wilson.ts";

/** How well predicted probabilities match shares. */
export type Reliability = ReturnType<typeof reliability>;

/**
 * A reliability curve: of items that are said to be positive with probability p, what share is?
 *
 * Source: Brier (1950), Monthly Weather Review 78(1), 1-3; Naeini et al. (2015), AAAI, for the calibration error, here over bins
 * of equal width.
 *
 * @param predicted Probabilities, in [0, 1].
 * @param labels True for positive items, as many.
 * @param options.bins Number of bins, an integer from 1. Defaults to 10.
 * @throws {RangeError} If there are no items, not as many labels, or something is no probability.
 *
 * @example
 * ```ts
 * import { reliability } from "codebias/statistics/agreement/reliability.ts";
 * import assert from "node:assert/strict";
 * const { bins, brier } = reliability([0.2, 0.2, 0.9], [false, true, true], { bins: 2 });
 * assert.deepEqual(bins.map(({ observed }) => observed.value), [0.5, 1]);
 * assert(Math.abs(brier - (0.04 + 0.64 + 0.01) / 3) < 1e-12);
 * ```
 */
export function reliability(
  predicted: readonly number[],
  labels: readonly boolean[],
  options: { readonly bins?: number } = {},
) {
  const { bins } = optionsOf(options, { bins: 10 });
  const what = "Cannot say how reliable probabilities are: ";
  if (predicted.length === 0) throw new RangeError(`${what}there are none`);
  if (predicted.length !== labels.length) {
    throw new RangeError(`${what}there are ${predicted.length} of them and ${labels.length} labels`);
  }
  if (!Number.isSafeInteger(bins) || bins < 1) {
    throw new RangeError(`${what}it needs one bin or more, not ${bins}`);
  }
  const wrong = predicted.findIndex((one) => !(Number.isFinite(one) && one >= 0 && one <= 1));
  if (wrong >= 0) throw new RangeError(`${what}item ${wrong} has ${predicted[wrong]}, which is none`);
  checkOutcomes(labels);
  const binOf = (one: number) => Math.min(bins - 1, Math.floor(one * bins));
  const found = Array.from({ length: bins }, (_, bin) => {
    const own = predicted.flatMap((one, at) => binOf(one) === bin ? [{ one, label: labels[at] }] : []);
    const sum = own.reduce((total, { one }) => total + one, 0);
    return {
      /** Bounds of the probabilities, the upper one excluded unless it is 1. */
      ...{ from: bin / bins, to: (bin + 1) / bins },
      /** Mean of the predicted probabilities; null for an empty bin. */
      predicted: own.length === 0 ? null : sum / own.length,
      /** Share of positive items. */
      observed: proportion(own.filter(({ label }) => label).length, own.length),
    };
  });
  const n = predicted.length;
  const squares = predicted.reduce((sum, one, at) => sum + (one - (labels[at] ? 1 : 0)) ** 2, 0);
  const distance = found.reduce(
    (sum, { predicted: mean, observed }) =>
      mean === null ? sum : sum + observed.n * Math.abs(mean - observed.value!),
    0,
  );
  return {
    bins: found,
    /** Mean of (p − y)² with labels y of 0 or 1: 0 is best, 0.25 is what guessing one half gives. */
    brier: squares / n,
    /** Expected calibration error: mean over items of the distance between prediction and share in their bin. */
    calibrationError: distance / n,
    n,
  };
}
