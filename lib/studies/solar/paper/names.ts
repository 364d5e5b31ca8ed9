import { nameOfTable as nameIn } from "../../../paper/names.ts";
import { type PrintedRow, strategyName } from "./printed_tables.ts";

/** The tables with rows of rates, but for Table 5, which is a part of Table 7. */
export const RATE_TABLES = ["table3", "table7", "table8"] as const;

/** A table with rows of rates. */
export type RateTable = (typeof RATE_TABLES)[number] | "table5";

/** Where a row stands: the table, the model, and what tells the rows of a model apart. */
export function nameOfRow(table: RateTable, row: PrintedRow): string {
  const setting = table === "table8" ? `t = ${row.temperature}` : strategyName(row);
  return [nameOfTable(table), row.model, setting].join(", ");
}

/** The table, and whose it is if not the paper's own. */
export function nameOfTable(table: string): string {
  return nameIn(table) + (Number(table.replace("table", "")) > 5 ? " of the appendix" : "");
}
