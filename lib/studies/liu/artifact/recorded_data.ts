import type { ModelFile } from "./recorded_files.ts";
import type { RecordedRow } from "./recorded_rows.ts";
import type { LabelledSplit } from "./class_balance.ts";

/** The rows of a model. */
export interface ModelRows extends Omit<ModelFile, "path"> {
  readonly rows: readonly RecordedRow[];
}

/** The recorded rows: the parts of the datasets, and the rows of each model. */
export interface RecordedData {
  readonly splits: readonly LabelledSplit[];
  readonly models: readonly ModelRows[];
}

/** A statement of the recorded rows about a part of the paper, with the numbers that show it. */
export interface RecordedEvidence {
  /** The part of the paper that the statement is about. */
  readonly where: string;
  /** The statement. */
  readonly found: string;
  /** The numbers, computed from the rows. */
  readonly evidence: string;
}

/** The significance level: a p-value below it counts as a difference beyond chance. */
export const ALPHA = 0.05;
