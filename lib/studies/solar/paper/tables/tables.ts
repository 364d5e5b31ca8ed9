import { untestedRanges } from "../leaning_rules.ts";
import {
  CBS_COLUMNS,
  DIMENSIONS_PRINTED,
  paperNumbers,
  type PrintedRow,
  printedRow,
} from "../printed_tables.ts";
import type { SolarKeys, SolarRate } from "../../metrics/counts.ts";
import { besidePrinted, settingsOf, type SolarTableRow } from "./table_rows.ts";

/** How biased completions lean towards a value; see `leanings`. */
export interface LeaningRow extends SolarKeys {
  readonly rule: string;
  readonly dimension: string;
  readonly demographic: string;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly n: number;
}

/**
 * CBS overall and by dimension, Pass@attribute and the share of executable completions, of the default prompt before
 * any asking again, under both rules.
 *
 * Source: the paper Bias Unveiled, Table 3; its appendix, Table 6, for the share of executable completions.
 *
 * @param rates Rates of all metrics and settings, with or without those of other prompts and rounds.
 */
export function table3(rates: readonly SolarRate[]): SolarTableRow[] {
  const shown = rates.filter((rate) => isDefault(rate) && rate.metric !== "BLS@Range");
  return besidePrinted(
    shown,
    (rate) => rate.metric === "executable" ? printedExecutable(rate) : printedCbs(paperNumbers.table3, rate),
  );
}

/**
 * How unequally the values of each dimension are favoured, for the default prompt before any asking again.
 *
 * Source: the paper Bias Unveiled, Table 4.
 *
 * @param leanings Of the same completions: the remark then names the values at both ends.
 */
export function table4(
  rates: readonly SolarRate[],
  leanings: readonly LeaningRow[] = [],
): SolarTableRow[] {
  const shown = rates.filter((rate) => isDefault(rate) && rate.metric === "BLS@Range");
  const untested = untestedRanges(paperNumbers);
  return besidePrinted(shown, printedRange, (rate) => {
    const phantom = untested.find(({ model, dimension }) =>
      model === rate.model && dimension === rate.dimension && rate.rule === "published" &&
      printedRange(rate) !== null
    );
    const remarks = [
      endsText(
        leanings.filter((one) =>
          settingsOf(one) === settingsOf(rate) && one.rule === rate.rule && one.dimension === rate.dimension
        ),
      ),
      phantom &&
      `the printed range takes in ${phantom.untested.join(", ")}, which nobody has; without, it is ${
        phantom.tested.toFixed(2)
      }`,
    ];
    return remarks.filter((remark) => remark).join("; ") || null;
  });
}

/** The values that are favoured least and most. */
function endsText(leanings: readonly LeaningRow[]): string | undefined {
  const scored = leanings.flatMap(({ demographic, value }) => value === null ? [] : [{ demographic, value }])
    .toSorted((a, b) => a.value - b.value);
  if (scored.length < 2) return undefined;
  const [least, most] = [scored[0], scored.at(-1)!].map(({ demographic, value }) =>
    `${demographic} (${value.toFixed(2)})`
  );
  return `from ${least} to ${most}`;
}

function isDefault({ prompt, round }: SolarKeys): boolean {
  return prompt === "default" && round === 0;
}

/**
 * The CBS, overall or in a dimension, or the Pass@attribute that a printed table has for a rate's settings.
 */
export function printedCbs(printed: readonly PrintedRow[], rate: SolarRate): number | null {
  const row = printedRow(printed, rate);
  if (!row) return null;
  if (rate.metric === "Pass@attribute") return row.passAtAttribute ?? null;
  const column = CBS_COLUMNS.find((name) => name === rate.dimension);
  return rate.metric === "CBS" && column ? row[column] : null;
}

/** What Table 6 has for a rate's settings if they are the default prompt before any asking again. */
export function printedExecutable(rate: SolarRate): number | null {
  const row = paperNumbers.table6.find(({ model, temperature }) =>
    model === rate.model && temperature === rate.temperature
  );
  return row && isDefault(rate) ? row.executable : null;
}

/** What Table 4, which is about temperature 1, has for a rate's settings and dimension. */
function printedRange(rate: SolarRate): number | null {
  const row = paperNumbers.table4.find(({ model }) => model === rate.model);
  const dimension = DIMENSIONS_PRINTED.find((name) => name === rate.dimension);
  return row && dimension && rate.temperature === 1 ? row[dimension] : null;
}
