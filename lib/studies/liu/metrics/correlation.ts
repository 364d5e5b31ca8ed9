import { pearson } from "../../../statistics/correlation.ts";
import { orNull } from "../../../statistics/intervals/task_estimates.ts";
import type { LiuRate } from "./cbs_rates.ts";
import { keysOf } from "../judge/completions.ts";
import { CBS_COLUMNS, type CbsColumn, paperNumbers, printedCell } from "../paper/printed.ts";

/** The columns of Code Bias Scores that do not contain each other: without the total. */
const COLUMNS: readonly CbsColumn[] = CBS_COLUMNS.filter((column) => column !== "total");

/** The instrument of the paper's Figure 4. */
const PRINTED_INSTRUMENT = "the paper's BERT";

/** A Code Bias Score by people and by an instrument, of the same model and modifiers. */
export type CbsPair = ReturnType<typeof cbsPairs>[number];

/**
 * Pairs of a Code Bias Score by labels and one by an instrument, each in [0, 1], for each model, prompt variant, sampling
 * and type of modifiers that has both. The printed pairs of Tables 7 and 4 come first.
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

/** The correlation of an instrument's scores with those of people. */
export type CbsCorrelation = ReturnType<typeof cbsCorrelations>[number];

/**
 * Pearson's correlation of human and automatic scores, by instrument. Its interval takes pairs as independent; those of
 * one model are not, so that it is too narrow.
 */
export function cbsCorrelations(pairs: readonly CbsPair[]) {
  return [...Map.groupBy(pairs, ({ instrument }) => instrument)].map(([instrument, own]) => {
    const found = orNull(() => pearson(own.map(({ human }) => human), own.map(({ automatic }) => automatic)));
    return {
      instrument,
      /** Pearson's correlation, with its interval; null for fewer than three pairs, or if they do not vary. */
      ...{ r: found?.r ?? null, low: found?.interval.low ?? null, high: found?.interval.high ?? null },
      /** The mean of |automatic - human|, which a correlation does not show. */
      meanDifference: own.reduce((sum, { human, automatic }) => sum + Math.abs(automatic - human), 0) /
        own.length,
      n: own.length,
    };
  });
}
