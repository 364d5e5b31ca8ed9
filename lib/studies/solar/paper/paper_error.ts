import { type PrintedRow, strategyName } from "./printed_tables.ts";

/** Something in the paper that cannot be right, or is not what it is said to be. */
export interface PaperError {
  readonly where: string;
  /** What is printed there, or said. */
  readonly printed: string;
  readonly evidence: string;
  readonly consequence: string;
}

/** The tables with rows of rates. */
export const RATE_TABLES = ["table3", "table7", "table8"] as const;

/** A table with rows of rates. */
export type RateTable = (typeof RATE_TABLES)[number] | "table5";

/** Where a row stands: the table, the model, and what tells the rows of a model apart. */
export function nameOfRow(table: RateTable, row: PrintedRow): string {
  return [...nameOfTable(table), row.model, table === "table8" ? `t = ${row.temperature}` : strategyName(row)]
    .join(", ");
}

/** The table, and whose it is if not the paper's own. */
export function nameOfTable(table: string): string[] {
  const number = table.replace("table", "");
  return [`Table ${number}${Number(number) > 5 ? " of the appendix" : ""}`];
}

/** A p-value to read. */
export function pText(p: number): string {
  return p < 0.001 ? "p < 0.001" : `p = ${p.toFixed(3)}`;
}
