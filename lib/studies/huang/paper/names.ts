import { nameOfSection } from "../../../paper/names.ts";
import { percent } from "../../../paper/cells.ts";
import { type CellKeys } from "./printed_tables.ts";

const NUMERALS = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];

/** The paper's name of a table: `table4` is Table IV. */
export function nameOfTable(table: string): string {
  return `Table ${NUMERALS[Number(table.replace("table", ""))]}`;
}

/** The name of a cell, as far as its keys determine it; the metric of Table VII is always CBS. */
export function nameOfCell(
  table: string,
  { model, metric, attribute, strategy, feedback }: Partial<CellKeys>,
): string {
  const row = table === "table7" ? strategy ?? "original" : metric;
  const parts = [model, row, feedback ? "with feedback" : undefined, attribute];
  return [nameOfTable(table), ...parts.filter((part) => part !== undefined)].join(", ");
}

/** The name of a section's claim about a table, or about cells in it. */
export function nameOfClaim(section: string, table: string, keys: Partial<CellKeys> = {}): string {
  const cells = Object.keys(keys).length > 0 ? nameOfCell(table, keys) : nameOfTable(table);
  return `${nameOfSection(section)} on ${cells}`;
}

/** The text of a cell, e.g. 40 (11.98 %). */
export function counted(count: number, share: number): string {
  return `${count} (${percent(share)})`;
}
