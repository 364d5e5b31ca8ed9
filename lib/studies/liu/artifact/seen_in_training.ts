import type { LiuKeys } from "../judge/completions.ts";
import { type ModelFile, modelFiles, repeatedFile } from "./recorded_files.ts";

/** The recorded models; seven tenths of their rows are the artifact's training rows. */
export const trainingModels: readonly ModelFile[] = modelFiles.filter(({ path }) =>
  path === repeatedFile.of || path.includes("new_train_data")
);

/** The remark on scores by the classifier on these rows. */
export const SEEN_IN_TRAINING = "the classifier was trained on seven tenths of these rows";

/**
 * Whether the classifier was trained on completions of a model with these settings, so that its verdicts on
 * them do not test it.
 *
 * @example
 * ```ts
 * import { isSeenInTraining } from "codebias/studies/liu/artifact/seen_in_training.ts";
 * import assert from "node:assert/strict";
 * assert(isSeenInTraining({ model: "CodeGen-2.7B", temperature: 0.8, topP: 0.9 }));
 * assert(!isSeenInTraining({ model: "CodeGen-350M", temperature: 0.8, topP: 0.9 }));
 * ```
 */
export function isSeenInTraining({ model, temperature, topP }: Omit<LiuKeys, "prompt">): boolean {
  return trainingModels.some((one) =>
    one.model === model && one.temperature === temperature && one.topP === topP
  );
}
