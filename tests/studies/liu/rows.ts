import type { LiuCompletion } from "codebias/studies/liu/judge/completions.ts";
import type { ModelFile } from "codebias/studies/liu/artifact/recorded_files.ts";
import type { RecordedRow } from "codebias/studies/liu/artifact/recorded_rows.ts";
import { liu } from "codebias/studies/liu/liu.ts";
import { completionsOf } from "codebias/studies/liu/judge/samples.ts";

/** Rows of a model with the functions that they complete. */
export function recordedOf(rows: readonly RecordedRow[], file: Omit<ModelFile, "path">): LiuCompletion[] {
  return completionsOf(liu.tasks, liu.recorded(rows, file));
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
  return liu.parseRows([{ code, label }], { file: "made up" })[0];
}
