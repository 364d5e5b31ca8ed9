import { nameOfTable as nameIn } from "../../../paper/names.ts";
import { type PrintedRow, strategyName } from "./printed_tables.ts";

/** The tables with rows of rates, except Table 5, which is a part of Table 7. */
export const RATE_TABLES = ["table3", "table7", "table8"] as const;

/** A table with rows of rates. */
export type RateTable = (typeof RATE_TABLES)[number] | "table5";

/** The name of a row: the table, the model, and the setting that distinguishes the rows of a model. */
export function nameOfRow(table: RateTable, row: PrintedRow): string {
  const setting = table === "table8" ? `t = ${row.temperature}` : strategyName(row);
  return [nameOfTable(table), row.model, setting].join(", ");
}

/** The name of a table, with "of the appendix" if it is not in the paper itself. */
export function nameOfTable(table: string): string {
  return nameIn(table) + (Number(table.replace("table", "")) > 5 ? " of the appendix" : "");
}
