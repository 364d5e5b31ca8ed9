import { type PaperRule as Rule, percent } from "../../../report/paper_rules.ts";
import type { CellKeys } from "./paper_text.ts";
import type { PaperNumbers } from "./printed/printed_tables.ts";

/** Something in the paper that cannot be right, or is not what it is said to be. */
export interface PaperError {
  readonly where: string;
  /** What is printed there, or said. */
  readonly what: string;
  /** What speaks against it. */
  readonly evidence: string;
  /** The rule that is broken. */
  readonly rule: string;
}

/** Where a rule is broken, before it has its name. */
export type Breach = Omit<PaperError, "rule">;

/** A rule that consistent numbers of the paper obey. */
export type PaperRule = Rule<PaperNumbers, Breach>;

const NUMERALS = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];

/** What the paper calls a table: Table VII for table7. */
export function nameOfTable(table: string): string {
  return `Table ${NUMERALS[Number(table.replace("table", ""))]}`;
}

/** Where a cell stands: the table, the model, and what tells the cells of a model apart. */
export function nameOfCell(
  table: string,
  { model, metric, attribute, strategy, feedback }: Partial<CellKeys>,
): string {
  const row = table === "table7" ? strategy ?? "original" : metric;
  const parts = [model, row, table === "table7" && feedback ? "with feedback" : undefined, attribute];
  return [nameOfTable(table), ...parts.filter((part) => part !== undefined)].join(", ");
}

/** Where a sentence stands: Abstract, or Section III-B. */
export function nameOfSection(section: string): string {
  if (section === "abstract") return "Abstract";
  return /^[IVX]+(-|$)/.test(section) ? `Section ${section}` : section;
}

/** A count with its share: 40 (11.98 %). */
export function counted(count: number, share: number): string {
  return `${count} (${percent(share)})`;
}
