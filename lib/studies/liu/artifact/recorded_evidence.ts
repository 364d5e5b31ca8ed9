import { tableWith } from "../../../report/tables/table_with.ts";
import { labelEvidence } from "./label_evidence.ts";
import { type PaperNumbers, paperNumbers } from "../paper/printed.ts";
import type { RecordedData, RecordedEvidence } from "./recorded_data.ts";
import { splitEvidence } from "./split_evidence.ts";
import { tableEvidence } from "./table_evidence.ts";

/**
 * The points where the recorded rows contradict the paper, or show something that it does not discuss, each with its
 * evidence, computed from the rows. A point that the rows do not show, or that may be due to chance, is left out.
 *
 * Source: Tables 3 to 7 and Figure 3 of the paper Uncovering and Quantifying Social Biases in Code Generation, and its artifact.
 *
 * @param data The rows that are available; any part may be empty.
 * @throws {RangeError} If Table 3 has no row for a part of a dataset.
 */
export function recordedEvidence(
  data: RecordedData,
  numbers: PaperNumbers = paperNumbers,
): RecordedEvidence[] {
  return [...splitEvidence(data, numbers), ...labelEvidence(data), ...tableEvidence(data, numbers)];
}

/** Lays out {@linkcode recordedEvidence} as a table. */
export const recordedEvidenceTable = tableWith<RecordedEvidence>(["where", "found", "evidence"], {
  title: "What the recorded rows say of the paper's tables and figures",
});
