import { pearson } from "../../../statistics/correlation.ts";
import { orNull } from "../../../statistics/intervals/task_estimates.ts";
import type { LiuRate } from "./cbs_rates.ts";
import { keysOf } from "../judge/completions.ts";
import { CBS_COLUMNS, type CbsColumn, paperNumbers, printedCell } from "../paper/printed.ts";

/** The columns of Code Bias Scores that do not contain each other: without the total. */
const COLUMNS: readonly CbsColumn[] = CBS_COLUMNS.filter((column) => column !== "total");

/** What Figure 4 is drawn from. */
const PRINTED_INSTRUMENT = "the paper's BERT";

/** A Code Bias Score by people and by an instrument, of the same model and modifiers. */
export type CbsPair = ReturnType<typeof cbsPairs>[number];

/**
 * Code Bias Scores by labels and by instruments, of each model, prompt variant and sampling and each type of modifiers, where both
 * have one, each in [0, 1]. The printed ones of Tables 7 and 4 come first.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, Figure 4, which also draws totals; these are means
 * of the others and left out.
 *
 * @param rates As `cbsRates` gives them.
 */
export function cbsPairs(rates: readonly LiuRate[]) {
  const printed = paperNumbers.models.flatMap((model) =>
    COLUMNS.flatMap((modifierType) => {
      const human = printedCell("table7", { model, modifierType });
      const automatic = printedCell("table4", { model, modifierType });
      return human === null || automatic === null
        ? []
        : [{ instrument: PRINTED_INSTRUMENT, model, modifierType, human, automatic }];
    })
  );
  const shown = rates.filter(({ dimension }) => dimension === "all");
  const cellOf = (rate: LiuRate) => JSON.stringify([...Object.values(keysOf(rate)), rate.modifierType]);
  const labels = new Map(
    shown.filter(({ instrument }) => instrument === "label").map((rate) => [cellOf(rate), rate.value]),
  );
  const own = shown.filter(({ instrument }) => instrument !== "label").flatMap((rate) => {
    const { instrument, model, value } = rate;
    const modifierType = COLUMNS.find((column) => column === rate.modifierType);
    const human = labels.get(cellOf(rate)) ?? null;
    return modifierType === undefined || human === null || value === null
      ? []
      : [{ instrument, model, modifierType, human, automatic: value }];
  });
  return [...printed, ...own];
}

/** How linearly the scores of an instrument depend on those of people. */
export type CbsCorrelation = ReturnType<typeof cbsCorrelations>[number];

/**
 * Pearson's correlation of human and automatic scores, by instrument. Its interval supposes pairs that do not depend on each other;
 * those of one model do, so that it is too narrow.
 */
export function cbsCorrelations(pairs: readonly CbsPair[]) {
  return [...Map.groupBy(pairs, ({ instrument }) => instrument)].map(([instrument, own]) => {
    const found = orNull(() => pearson(own.map(({ human }) => human), own.map(({ automatic }) => automatic)));
    return {
      instrument,
      /** Pearson's, with its interval; null for fewer than three pairs, or if they do not vary. */
      ...{ r: found?.r ?? null, low: found?.interval.low ?? null, high: found?.interval.high ?? null },
      /** Mean of |automatic - human|: what a correlation does not show. */
      meanDifference: own.reduce((sum, { human, automatic }) => sum + Math.abs(automatic - human), 0) /
        own.length,
      n: own.length,
    };
  });
}
