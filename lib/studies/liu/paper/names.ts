/** Half a unit of the last digit of a printed rate. */
export const RATE_ROUNDING = 0.00005 + 1e-9;

/** Half a unit of the last digit of a printed Unfairness Score, ratio or standard deviation. */
export const SCORE_ROUNDING = 0.005 + 1e-9;

/** What the paper calls a table: Table 7 for table7. */
export function nameOfTable(table: string): string {
  return `Table ${table.replace("table", "")}`;
}

/** Where a sentence stands: Section 4.2, Appendix A, caption of Table 6. */
export function nameOfSection(section: string): string {
  return /^\d/.test(section) ? `Section ${section}` : section;
}
