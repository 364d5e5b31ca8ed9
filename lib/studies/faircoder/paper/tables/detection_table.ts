import { type Table, table, type TableOptions } from "../../../../report/tables/table.ts";
import { type PaperNumbers, paperNumbers, printedCells } from "../printed.ts";
import type { DetectionRow } from "../../metrics/rates.ts";
import {
  ESTIMATE_COLUMNS,
  joinPrinted,
  NO_ESTIMATE,
  type WithPrinted,
} from "../../../../paper/with_printed.ts";
import { PRINTED_ALONE } from "./table_rows.ts";

/** How often an instrument says what people do, beside the printed share. */
export interface DetectionTableRow
  extends Pick<DetectionRow, "instrument" | "labels" | "metric">, WithPrinted {}

/** What Table 6 calls instruments, and what they are called here. */
const INSTRUMENTS: Readonly<Record<string, string>> = { "keyword matching": "keyword", "GPT-4o": "GPT-4o" };

const OTHER_FUNCTIONS = "printed of 200 other functions, by labels of the paper's people";

/**
 * Table 6: how often instruments agree with what people read in functions.
 *
 * Source: the paper FairCoder, Appendix A.5, Table 6, whose labels say alone whether the attribute is used.
 *
 * @param rows Of functions labelled here: not the paper's, which it does not give.
 */
export function table6(
  rows: readonly DetectionRow[],
  numbers: PaperNumbers = paperNumbers,
): DetectionTableRow[] {
  const printed = printedCells("table6", numbers).map(({ column, value }) => ({
    instrument: INSTRUMENTS[column!],
    value,
  }));
  const own = rows.map(({ instrument, labels, metric, ...estimate }): DetectionTableRow => {
    const number = metric === BINARY
      ? printed.find((one) => one.instrument === instrument)?.value
      : undefined;
    const remark = number === undefined ? null : OTHER_FUNCTIONS;
    return { instrument, labels, metric, ...joinPrinted(estimate, number ?? null, remark) };
  });
  const alone = printed.filter(({ instrument }) =>
    !own.some((row) => row.instrument === instrument && row.metric === BINARY)
  ).map(({ instrument, value }): DetectionTableRow => ({
    ...{ instrument, labels: "the paper's", metric: BINARY },
    ...joinPrinted(NO_ESTIMATE, value, PRINTED_ALONE),
  }));
  return [...own, ...alone];
}

const BINARY = "use of the attribute";

/** Shares with the printed ones, one row each. */
export function detectionTable(
  rows: readonly DetectionTableRow[],
  options: TableOptions<keyof DetectionTableRow> = {},
): Table {
  const columns = [...["instrument", "labels", "metric"] as const, ...ESTIMATE_COLUMNS];
  return table(rows, { columns, intervals: true, ...options });
}
