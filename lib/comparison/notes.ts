import type pl from "nodejs-polars";
import { COMPARISON_COLUMNS, SEPARATOR } from "./comparison_frame.ts";

/**
 * What a reader should know about the rows of a comparison: which assumptions fail, and what was done. Each sentence comes
 * once, with the rows that it is about unless these are all.
 *
 * @param comparison As `compare` gives it.
 *
 * @example
 * ```ts
 * import pl from "nodejs-polars";
 * import { compare } from "codebias/comparison/compare.ts";
 * import { notes } from "codebias/comparison/notes.ts";
 * import assert from "node:assert/strict";
 * const samples = pl.DataFrame({
 *   temperature: [0.2, 0.2, 0.2, 0.2, 1, 1, 1, 1],
 *   taskId: ["a", "a", "b", "b", "a", "a", "b", "b"],
 *   rate: [1, 2, 3, 4, 2, 3, 5, 5],
 * });
 * const comparison = compare(samples, { across: "temperature", metric: "rate", pairedBy: "taskId" });
 * assert(notes(comparison).includes("up to 2 rows of an id at a level were averaged first"));
 * ```
 */
export function notes(comparison: pl.DataFrame): string[] {
  const records = comparison.toRecords();
  const before = comparison.columns.slice(0, comparison.columns.indexOf(COMPARISON_COLUMNS[0]));
  const named = records.map((row) => [...before, "level_a", "level_b"].map((name) => row[name]).join("/"));
  const rows = new Map<string, string[]>();
  records.forEach(({ assumption, remark }, at) => {
    const cells = [assumption, remark].filter((cell) => cell !== null);
    for (const sentence of cells.flatMap((cell) => `${cell}`.split(SEPARATOR))) {
      if (!rows.has(sentence)) rows.set(sentence, []);
      rows.get(sentence)!.push(named[at]);
    }
  });
  return [...rows].map(([sentence, names]) =>
    names.length === records.length ? sentence : `${sentence} (${listed(names)})`
  );
}

/** Rows named in a sentence, at most. */
const MAX_NAMED = 10;

function listed(names: readonly string[]): string {
  const more = names.length > MAX_NAMED ? `, and ${names.length - MAX_NAMED} more` : "";
  return names.slice(0, MAX_NAMED).join(", ") + more;
}
