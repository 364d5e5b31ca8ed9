import {
  type ReasonRow,
  reasonsIn,
  reasonTable as countedReasons,
} from "../../../../report/tables/reason_table.ts";
import type { Table, TableOptions } from "../../../../report/tables/table.ts";
import type { SolarRow } from "../../judge/rows.ts";

/** How many completions of each model, prompt and round have no executable program, by the reason, the most frequent first. */
export function reasonTable(rows: readonly SolarRow[], options: TableOptions<keyof ReasonRow> = {}): Table {
  return countedReasons(reasonsIn(rows), { title: "Completions without an executable program", ...options });
}
