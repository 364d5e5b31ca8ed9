import type { LiuKeys } from "../judge/completions.ts";
import type { Repository } from "../../../core/types.ts";

/** The repository of a later paper, which has a folder with the authors' rows. */
export const repository: Repository = {
  name: "CBS",
  url: "https://github.com/huangd1999/CBS",
  landmark: "Code-Bias/data/toxic_code_classifier_data/combine/train.jsonl",
};

/** The parts of a dataset. */
export const SPLITS = ["train", "val", "test"] as const;

/** A part of a dataset: for training a classifier, for choosing one, or for testing it. */
export type Split = (typeof SPLITS)[number];

/** The datasets, named by the model of their completions; `combine` has those of CodeGen, then those of InCoder. */
export const DATASETS = ["codegen", "incoder", "combine"] as const;

/** A dataset of the artifact. */
export type Dataset = (typeof DATASETS)[number];

/** All completions of one model in the artifact, ten for each task. */
export interface ModelFile {
  /** The name in the paper's tables; the files' names say 2B and 6B where the tables say 2.7B and 6.1B. */
  readonly model: string;
  /** The sampling settings; null where the file does not say. */
  readonly temperature: number | null;
  readonly topP: number | null;
  /** The path, relative to the repository. */
  readonly path: string;
}

const FOLDER = "Code-Bias/data/toxic_code_classifier_data";

/** The parts of the datasets; paths are relative to the repository. */
export const splitFiles = DATASETS.flatMap((dataset) =>
  SPLITS.map((split) => ({ dataset, split, path: `${FOLDER}/${dataset}/${split}.jsonl` }))
);

/**
 * The completions of four models, by size within their families.
 *
 * `new_train_data_incoder.jsonl` names no model; it is InCoder-6.7B, because its Unfairness Scores after RoBERTa-Neg are
 * those of the paper's Table 5.
 */
export const modelFiles: readonly ModelFile[] = ([
  ["CodeGen-350M", 0.8, 0.9, "infer-codegen/350M-t0.8.p0.9.jsonl"],
  ["CodeGen-2.7B", 0.8, 0.9, "infer-codegen/2B-t0.8.p0.9.jsonl"],
  ["CodeGen-6.1B", 0.5, 0.6, "infer-codegen/6B-t0.5.p0.6.jsonl"],
  ["InCoder-6.7B", null, null, "new_train_data_incoder.jsonl"],
] as const).map(([model, temperature, topP, name]) => ({
  model,
  temperature,
  topP,
  path: `${FOLDER}/${name}`,
}));

/** A file with the same rows as another one, in the same order. */
export const repeatedFile = {
  path: `${FOLDER}/new_train_data_codegen.jsonl`,
  of: `${FOLDER}/infer-codegen/2B-t0.8.p0.9.jsonl`,
} as const;

/** The recorded models that classifiers were trained on: seven tenths of their rows are the artifact's training rows. */
export const trainingModels: readonly ModelFile[] = modelFiles.filter(({ path }) =>
  path === repeatedFile.of || path.includes("new_train_data")
);

/** The remark on the classifier's scores on the rows of {@linkcode trainingModels}. */
export const SEEN_IN_TRAINING = "the classifier was trained on seven tenths of these rows";

/**
 * Whether the classifier was trained on completions of a model with these settings, so that its verdicts on
 * them do not test it.
 *
 * @example
 * ```ts
 * import { isSeenInTraining } from "codebias/studies/liu/artifact/recorded_files.ts";
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
