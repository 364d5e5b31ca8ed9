import { type CellKeys, printedCells } from "../printed.ts";
import type { DetectionRow } from "../../metrics/rates.ts";
import {
  besideCells,
  joinPrinted,
  NO_ESTIMATE,
  printedTable,
  type WithPrinted,
} from "../../../../paper/with_printed.ts";
import { PRINTED_ALONE } from "./table_rows.ts";

/** The share of functions on which an instrument agrees with people, beside the printed share. */
export interface DetectionTableRow
  extends Pick<DetectionRow, "instrument" | "labels" | "metric">, WithPrinted {}

/** The names of instruments here, by their names in Table 6. */
const INSTRUMENTS: Readonly<Record<string, string>> = { "keyword matching": "keyword", "GPT-4o": "GPT-4o" };

const OTHER_FUNCTIONS = "printed of 200 other functions, by labels of the paper's people";

/**
 * Table 6: how often instruments agree with what people read in functions.
 *
 * Source: the paper FairCoder, Appendix A.5, Table 6, whose labels say only whether the attribute is used.
 *
 * @param rows Those of functions labelled here, and not of the paper's functions, which it does not give.
 */
export function table6(rows: readonly DetectionRow[]): DetectionTableRow[] {
  return besideCells<DetectionRow, CellKeys, DetectionTableRow>(rows, printedCells("table6"), {
    keysOf: ({ instrument, metric }) => {
      const column = Object.keys(INSTRUMENTS).find((name) => INSTRUMENTS[name] === instrument);
      return metric === BINARY && column !== undefined ? { column } : null;
    },
    own: ({ instrument, labels, metric, ...estimate }, printed) => ({
      ...{ instrument, labels, metric },
      ...joinPrinted(estimate, printed, printed === null ? null : OTHER_FUNCTIONS),
    }),
    alone: ({ keys: { column }, value }) => ({
      ...{ instrument: INSTRUMENTS[column!], labels: "the paper's", metric: BINARY },
      ...joinPrinted(NO_ESTIMATE, value, PRINTED_ALONE),
    }),
  }).flat();
}

const BINARY = "use of the attribute";

/** Lays out shares with the printed ones, one row each. */
export const detectionTable = printedTable<DetectionTableRow>(["instrument", "labels", "metric"]);
