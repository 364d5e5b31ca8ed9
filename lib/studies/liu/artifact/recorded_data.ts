import type { ModelFile } from "./recorded_files.ts";
import type { RecordedRow } from "./recorded_rows.ts";
import type { LabelledSplit } from "./class_balance.ts";

/** The rows of a model. */
export interface ModelRows extends Omit<ModelFile, "path"> {
  readonly rows: readonly RecordedRow[];
}

/** All that is recorded. */
export interface RecordedData {
  readonly splits: readonly LabelledSplit[];
  readonly models: readonly ModelRows[];
}

/** What the recorded rows say about something in the paper, with the numbers that show it. */
export interface RecordedEvidence {
  /** The part of the paper it is about. */
  readonly where: string;
  /** What the rows say. */
  readonly found: string;
  /** The numbers, computed from the rows. */
  readonly evidence: string;
}

/** A p-value below which numbers are taken to differ by more than chance would give. */
export const ALPHA = 0.05;
