import type { Repository } from "./dataset.ts";

/** A file that a classifier was trained on. */
export interface TrainingFile {
  /** Its path in the artifact. */
  readonly path: string;
  /** Rows in it. */
  readonly rows: number;
  /** Of its content. */
  readonly sha256: string;
}

/** How many fits of a training are done. */
export interface TrainingProgress {
  readonly done: number;
  readonly total: number;
}

/** The parts of a study for training: pure functions, and where its rows lie. */
export interface TrainedStudy<R, C extends { readonly trainedOn: readonly TrainingFile[] }> {
  /** Name of the study and of the stored file. */
  readonly name: string;
  readonly repository: Repository;
  /** Files it is trained on and chosen by, relative to the repository. */
  readonly files: { readonly training: string; readonly validation: string };
  readonly parseRows: (records: readonly unknown[], options: { readonly file: string }) => readonly R[];
  readonly train: (
    training: readonly R[],
    validation: readonly R[],
    options: {
      readonly trainedOn: readonly TrainingFile[];
      readonly onProgress?: (progress: TrainingProgress) => void;
    },
  ) => { readonly classifier: C };
  readonly stored: (classifier: C) => unknown;
  readonly parseStored: (value: unknown) => C;
}
