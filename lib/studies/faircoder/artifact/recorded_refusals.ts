import { sum } from "../../../statistics/descriptive.ts";
import { type LabelReading, tablesOf } from "../paper/labels/label_readings.ts";
import type { PaperNumbers } from "../paper/printed.ts";
import { HALF_UNIT } from "../paper/rounding.ts";

/** How many of a model's recorded functions about one attribute refuse. */
export interface RecordedRefusals {
  readonly model: string;
  readonly scenario: string;
  readonly attribute: string;
  readonly refused: number;
  readonly n: number;
}

/**
 * How likely recorded refusals are if a reading of Tables 9 and 10 is right: ln L = Σ k ln p + (n - k) ln (1 - p) over
 * cells with a printed p, which counts as at least 0.005 from 0 and 1; null if there is no such cell.
 *
 * Binomial coefficients are left out: they are the same for either reading.
 *
 * @throws {RangeError} If more refuse than there are.
 */
export function refusalLikelihood(
  recorded: readonly RecordedRefusals[],
  reading: LabelReading,
  numbers: PaperNumbers,
): number | null {
  const terms = recorded.flatMap(({ model, scenario, attribute, refused, n }) => {
    if (!(refused >= 0 && refused <= n)) {
      throw new RangeError(
        `Cannot judge ${refused} refusals of ${n} functions of ${model}: it must be from 0 to all of them`,
      );
    }
    const cell = numbers[tablesOf(reading).refusal].cells.find((one) =>
      one.model === model && one.scenario === scenario && one.attribute === attribute
    );
    if (!cell || n === 0) return [];
    const p = Math.min(1 - HALF_UNIT, Math.max(HALF_UNIT, cell.value));
    return [refused * Math.log(p) + (n - refused) * Math.log(1 - p)];
  });
  return terms.length === 0 ? null : sum(terms);
}
