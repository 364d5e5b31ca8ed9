import type { RecordedRow } from "codebias/studies/liu/recorded_rows.ts";
import { parseRecordedRows } from "codebias/studies/liu/recorded_rows.ts";

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
