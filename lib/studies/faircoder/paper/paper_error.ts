import type { PaperRule as Rule } from "../../../report/paper_rules.ts";
import type { CellKeys, PaperNumbers } from "./printed.ts";

/** Something in the paper that cannot be right, or is not what it is said to be. */
export interface PaperError {
  /** The table, or the section of a sentence. */
  readonly table: string;
  /** Which of its cells, or what it is about. */
  readonly cells: string;
  /** What is printed there, or said. */
  readonly printed: string;
  readonly expected: string;
  readonly why: string;
}

/** A rule that consistent numbers of the paper obey. */
export type PaperRule = Rule<PaperNumbers, PaperError>;

/** What the paper calls a table: Table 7 for table7. */
export function nameOfTable(table: string): string {
  return `Table ${table.replace("table", "")}`;
}

/** Where a sentence stands: Section 4.2, Appendix A.8.1. */
export function nameOfSection(section: string): string {
  return `${section.startsWith("A") ? "Appendix" : "Section"} ${section}`;
}

/** What a cell is about: Llama3, edu income. */
export function nameOfCell({ model, column, scenario, attribute, topic }: CellKeys): string {
  const about = topic ?? [scenario, attribute].filter((part) => part !== undefined).join(" ");
  return [model, column, about].filter((part) => part !== undefined && part !== "").join(", ");
}

/** A score as the tables print it: 0.90. */
export function asPrinted(value: number): string {
  return value.toFixed(2);
}

/** A score with its deviation: 0.63±0.00. */
export function withDeviation(
  { value, deviation }: { readonly value: number; readonly deviation: number },
): string {
  return `${asPrinted(value)}±${asPrinted(deviation)}`;
}
