/** The name of a table in a paper with Arabic numerals: Table 8 for table8. */
export function nameOfTable(table: string): string {
  return `Table ${table.replace("table", "")}`;
}

/**
 * The name of a sentence's section: Section 4.2 or III-B1, Appendix A.8, Abstract; a section without a number stays as it
 * is.
 *
 * @example
 * ```ts
 * import { nameOfSection } from "codebias/paper/names.ts";
 * import assert from "node:assert/strict";
 * const names = ["III-B1", "A.8", "abstract", "caption of Table 6"].map(nameOfSection);
 * assert.deepEqual(names, ["Section III-B1", "Appendix A.8", "Abstract", "caption of Table 6"]);
 * ```
 */
export function nameOfSection(section: string): string {
  if (section === "abstract") return "Abstract";
  if (/^A\.\d/.test(section)) return `Appendix ${section}`;
  return /^(\d|[IVX]+(-|$))/.test(section) ? `Section ${section}` : section;
}
