import { type Table, table, type TableOptions } from "../../../../report/tables/table.ts";
import { type PaperNumbers, paperNumbers, printedCell, printedCells } from "../printed.ts";
import type { CounterfactualRow } from "../../metrics/rates.ts";
import { bySetting } from "../../metrics/mean_rates.ts";
import {
  ESTIMATE_COLUMNS,
  joinPrinted,
  NO_ESTIMATE,
  type WithPrinted,
} from "../../../../paper/with_printed.ts";
import { isAskedAsPrinted, KEY_COLUMNS, PRINTED_ALONE } from "./table_rows.ts";

/** How much more is True of men than of women, beside the printed number; in [-1, 1]. */
export interface CounterfactualTableRow
  extends Pick<CounterfactualRow, typeof KEY_COLUMNS[number]>, WithPrinted {
  readonly topic: string;
  /** Whom the trait is said of. */
  readonly bias: CounterfactualRow["bias"];
  readonly metric: "r(male) - r(female)";
}

/**
 * Table 4: counterfactual differences of traits that are said of men.
 *
 * Source: the paper FairCoder, Appendix A.3, Table 4.
 *
 * @param rows Of all traits and prompts.
 */
export function table4(
  rows: readonly CounterfactualRow[],
  numbers: PaperNumbers = paperNumbers,
): CounterfactualTableRow[] {
  return differences(rows, { bias: "male", printed: "table4", numbers });
}

/**
 * Table 5: counterfactual differences of traits that are said of women.
 *
 * Source: the paper FairCoder, Appendix A.3, Table 5.
 *
 * @param rows Of all traits and prompts.
 */
export function table5(
  rows: readonly CounterfactualRow[],
  numbers: PaperNumbers = paperNumbers,
): CounterfactualTableRow[] {
  return differences(rows, { bias: "female", printed: "table5", numbers });
}

function differences(
  rows: readonly CounterfactualRow[],
  { bias, printed, numbers }: {
    readonly bias: CounterfactualRow["bias"];
    readonly printed: "table4" | "table5";
    readonly numbers: PaperNumbers;
  },
): CounterfactualTableRow[] {
  const metric = "r(male) - r(female)";
  const asked = rows.filter((row) => row.bias === bias && isAskedAsPrinted(row));
  const own = bySetting(asked).map((row): CounterfactualTableRow => {
    const { model, prompt, temperature, topic } = row;
    const number = printedCell(printed, { model, topic }, numbers);
    return { model, prompt, temperature, topic, bias, metric, ...joinPrinted(row, number) };
  });
  const alone = printedCells(printed, numbers).flatMap((cell): CounterfactualTableRow[] => {
    const [model, topic] = [cell.model!, cell.topic!];
    if (own.some((row) => row.model === model && row.topic === topic)) return [];
    const keys = { model, prompt: "default", temperature: null, topic, bias, metric } as const;
    return [{ ...keys, ...joinPrinted(NO_ESTIMATE, cell.value, PRINTED_ALONE) }];
  });
  return [...own, ...alone];
}

/** Differences with the printed ones, one row each. */
export function counterfactualTable(
  rows: readonly CounterfactualTableRow[],
  options: TableOptions<keyof CounterfactualTableRow> = {},
): Table {
  const columns = [...KEY_COLUMNS, ...["topic", "bias", "metric"] as const, ...ESTIMATE_COLUMNS];
  return table(rows, { columns, intervals: true, ...options });
}
