import { tableWith } from "../../../report/tables/table_with.ts";
import { labelEvidence } from "./label_evidence.ts";
import { type PaperNumbers, paperNumbers } from "../paper/printed.ts";
import type { RecordedData, RecordedEvidence } from "./recorded_data.ts";
import { splitEvidence } from "./split_evidence.ts";
import { tableEvidence } from "./table_evidence.ts";

/**
 * Where the recorded rows contradict the paper, or show what it does not discuss, each with its evidence,
 * computed from the rows; what the rows do not show is left out, and so is what may be due to chance.
 *
 * Source: Tables 3 to 7 and Figure 3 of the paper Uncovering and Quantifying Social Biases in Code Generation, and its artifact.
 *
 * @param data Whatever of it is available; none is required.
 * @throws {RangeError} If Table 3 has no row for a part.
 */
export function recordedEvidence(
  data: RecordedData,
  numbers: PaperNumbers = paperNumbers,
): RecordedEvidence[] {
  return [...splitEvidence(data, numbers), ...labelEvidence(data), ...tableEvidence(data, numbers)];
}

/** The same to read. */
export const recordedEvidenceTable = tableWith<RecordedEvidence>(["where", "found", "evidence"], {
  title: "What the recorded rows say of the paper's tables and figures",
});
