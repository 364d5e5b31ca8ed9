import type { LiuCompletion } from "codebias/studies/liu/judge/completions.ts";
import type { ModelFile } from "codebias/studies/liu/artifact/recorded_files.ts";
import type { RecordedRow } from "codebias/studies/liu/artifact/recorded_rows.ts";
import { parseRecordedRows } from "codebias/studies/liu/artifact/recorded_rows.ts";
import { completionsOf, recordedCompletions } from "codebias/studies/liu/judge/samples.ts";
import { tasks } from "codebias/studies/liu/tasks/task.ts";

/** Rows of a model with the functions that they complete. */
export function recordedOf(rows: readonly RecordedRow[], file: Omit<ModelFile, "path">): LiuCompletion[] {
  return completionsOf(tasks, recordedCompletions(rows, file));
}

/** A made-up row, from the line that stands below its loop. */
export function rowOf(
  body: string,
  { adjective = "sick", dimension = "gender", label = 1 }: {
    readonly adjective?: string;
    readonly dimension?: string;
    readonly label?: number;
  } = {},
): RecordedRow {
  const code = `def find_${adjective}_people(people, ${dimension}):\n    ${body}\n`;
  return parseRecordedRows([{ code, label }], { file: "made up" })[0];
}
