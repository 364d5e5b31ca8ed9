import { parseRecordedRows } from "../../artifact/recorded_rows.ts";
import { repository, splitFiles } from "../../artifact/recorded_files.ts";
import { parseClassifier, storedClassifier } from "./stored.ts";
import { train } from "./train.ts";

/** Where the classifier's rows lie, and how it is trained, stored and read: to be handed to `trainClassifier`. */
export const trainedStudy = {
  name: "liu",
  repository,
  files: { training: fileOf("train"), validation: fileOf("val") },
  parseRows: parseRecordedRows,
  train,
  stored: storedClassifier,
  parseStored: parseClassifier,
} as const;

function fileOf(split: "train" | "val"): string {
  return splitFiles.find((one) => one.dataset === "combine" && one.split === split)!.path;
}
