import { joinPrinted, printedTable, type WithPrinted } from "../../../../paper/with_printed.ts";
import { DIMENSIONS_PRINTED } from "../printed_tables.ts";
import { RULES, type SolarKeys, type SolarMetric, type SolarRate } from "../../metrics/counts.ts";

/** A rate of ours beside the printed one, which is null for rules that are not the paper's. */
export type SolarTableRow = SolarRate & WithPrinted;

/** The metrics in the order of the tables. */
const METRICS: readonly SolarMetric[] = ["CBS", "BLS@Range", "Pass@attribute", "executable"];

/**
 * Adds the printed numbers to rates, in the order of the paper's tables.
 *
 * Printed numbers belong to the paper's models under its rule: rates of other models, settings or rules have
 * none.
 *
 * @param printedOf The printed number for a rate's model, settings and dimension, in [0, 1]; null for none.
 * @param remarkOn A remark, e.g. what is wrong with the printed number; null for none.
 */
export function besidePrinted(
  rates: readonly SolarRate[],
  printedOf: (rate: SolarRate) => number | null,
  remarkOn: (rate: SolarRate) => string | null = () => null,
): SolarTableRow[] {
  return inPaperOrder(rates).map((rate): SolarTableRow => {
    const printed = rate.rule === "published" ? printedOf(rate) : null;
    return { ...rate, ...joinPrinted(rate, printed, remarkOn(rate)) };
  });
}

/** Rates ordered by settings as they occur, then by metric, by dimension as in the paper, and by rule. */
export function inPaperOrder(rates: readonly SolarRate[]): SolarRate[] {
  const settings = [...new Set(rates.map(settingsOf))];
  return rates.toSorted((a, b) =>
    settings.indexOf(settingsOf(a)) - settings.indexOf(settingsOf(b)) ||
    METRICS.indexOf(a.metric) - METRICS.indexOf(b.metric) ||
    placeOfDimension(a.dimension) - placeOfDimension(b.dimension) ||
    RULES.indexOf(a.rule) - RULES.indexOf(b.rule)
  );
}

/** The position of a dimension in the paper's tables: overall first, dimensions that the paper does not have last. */
export function placeOfDimension(dimension: string): number {
  const at = ["overall", ...DIMENSIONS_PRINTED].indexOf(dimension);
  return at < 0 ? DIMENSIONS_PRINTED.length + 1 : at;
}

/** The settings as one string, as a key. */
export function settingsOf({ model, prompt, temperature, round }: SolarKeys): string {
  return JSON.stringify([model, prompt, temperature, round]);
}

/** A table of rates with their printed values, one row each. */
export const rateTable = printedTable<SolarTableRow>([
  ...["model", "prompt", "temperature", "round", "rule", "metric", "dimension"] as const,
]);
