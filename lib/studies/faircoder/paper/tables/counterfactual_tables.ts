import { type CellKeys, printedCells } from "../printed.ts";
import type { CounterfactualRow } from "../../metrics/rates.ts";
import { bySetting } from "../../metrics/mean_rates.ts";
import {
  besideCells,
  joinPrinted,
  NO_ESTIMATE,
  printedTable,
  type WithPrinted,
} from "../../../../paper/with_printed.ts";
import { isAskedAsPrinted, KEY_COLUMNS, PRINTED_ALONE } from "./table_rows.ts";

/** The difference in what is True of men and of women, in [-1, 1], beside the printed number. */
export interface CounterfactualTableRow
  extends Pick<CounterfactualRow, typeof KEY_COLUMNS[number]>, WithPrinted {
  readonly topic: string;
  /** The gender of which the trait is said. */
  readonly bias: CounterfactualRow["bias"];
  readonly metric: "r(male) - r(female)";
}

/** Makes a table of differences of traits that are said of one gender. @param rows Those of all traits and prompts. */
type DifferencesOf = (rows: readonly CounterfactualRow[]) => CounterfactualTableRow[];

/**
 * Table 4: counterfactual differences of traits that are said of men.
 *
 * Source: the paper FairCoder, Appendix A.3, Table 4.
 */
export const table4 = differencesOf("male", "table4");

/**
 * Table 5: counterfactual differences of traits that are said of women.
 *
 * Source: the paper FairCoder, Appendix A.3, Table 5.
 */
export const table5 = differencesOf("female", "table5");

function differencesOf(bias: CounterfactualRow["bias"], table: string): DifferencesOf {
  const about = { bias, metric: "r(male) - r(female)" } as const;
  return (rows) =>
    besideCells<CounterfactualRow, CellKeys, CounterfactualTableRow>(
      bySetting(rows.filter((row) => row.bias === bias && isAskedAsPrinted(row))),
      printedCells(table),
      {
        keysOf: ({ model, topic }) => ({ model, topic }),
        own: ({ model, prompt, temperature, topic, ...estimate }, printed) => ({
          ...{ model, prompt, temperature, topic, ...about },
          ...joinPrinted(estimate, printed),
        }),
        alone: ({ keys: { model, topic }, value }) => ({
          ...{ model: model!, prompt: "default", temperature: null, topic: topic!, ...about },
          ...joinPrinted(NO_ESTIMATE, value, PRINTED_ALONE),
        }),
      },
    ).flat();
}

/** Lays out differences with the printed ones, one row each. */
export const counterfactualTable = printedTable<CounterfactualTableRow>([
  ...KEY_COLUMNS,
  ...["topic", "bias", "metric"] as const,
]);
