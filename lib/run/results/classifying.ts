/**
 * Connects trained instruments and files: a classifier is trained on an artifact's rows, stored with their
 * hashes, and read again.
 *
 * @module
 */

import { hash } from "node:crypto";
import { join } from "node:path";
import { DataError } from "../../core/errors.ts";
import { refuseOther } from "../../core/kinds.ts";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import { hasRepository, locateRepository } from "../../store/artifacts.ts";
import { exists, fileError, writeWhole } from "../../store/files/files.ts";
import { readJsonRecords, readText } from "../../store/files/json_lines.ts";
import { parsed, parsedJson, parsedRows } from "../../store/files/parsed.ts";
import { paths, shortPath, typedPath } from "../../store/paths.ts";
import type { Source } from "../../store/source.ts";
import { withoutSettings } from "../../store/source_options.ts";
import type { Progress, TrainedStudy, TrainingFile } from "../../core/types.ts";

/** The locations of rows and stored classifiers. */
export interface ClassifierOptions {
  /** The folder with one folder per repository. @default CODEBIAS_ARTIFACTS, else data/artifacts */
  readonly artifacts?: string;
  /** The file of the stored classifier. @default outputs/<study>_classifier.json */
  readonly file?: string;
}

/**
 * Trains a study's classifier on the rows of its artifact and stores it, with the hashes of the rows' files.
 *
 * @throws {DataError} If the artifact is missing, with the remedy; or a row is malformed.
 *
 * @example
 * ```ts ignore
 * const { classifier } = await trainClassifier(liu.classifier);
 * ```
 */
export async function trainClassifier<R, C extends { readonly trainedOn: readonly TrainingFile[] }>(
  study: TrainedStudy<R, C>,
  options: ClassifierOptions & { readonly onProgress?: (progress: Progress) => void } = {},
) {
  const known = ["artifacts", "file", "onProgress"] as const;
  refuseUnknownOptions(withoutSettings(options, known), known);
  refuseOther("train a classifier of", study, "an object", ["repository", "files"]);
  const folder = await locateRepository(study.repository, options);
  const [training, validation] = [
    await readRows(study, folder, study.files.training),
    await readRows(study, folder, study.files.validation),
  ];
  const { classifier } = study.train(training.rows, validation.rows, {
    trainedOn: [training.file, validation.file],
    ...(options.onProgress && { onProgress: options.onProgress }),
  });
  const file = fileOf(study, options);
  const stored = study.stored(classifier);
  await writeWhole(
    file,
    JSON.stringify({ sha256: hash("sha256", JSON.stringify(stored)), classifier: stored }) + "\n",
  );
  return { classifier, file };
}

/** The options of {@linkcode openClassifier}. */
export interface OpenClassifierOptions extends ClassifierOptions {
  /** A source: if it has the artifact's rows and no classifier is stored, one is trained now. @default none is trained */
  readonly trainOn?: Pick<Source, "kind">;
  /** Called with the progress of training. @default not called */
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * The classifier that was trained last; undefined if there is none.
 *
 * @throws {DataError} If the file is damaged, or the artifact's files are not those on which it was trained; with the
 * remedy.
 */
export async function openClassifier<R, C extends { readonly trainedOn: readonly TrainingFile[] }>(
  study: TrainedStudy<R, C>,
  options: OpenClassifierOptions = {},
): Promise<C | undefined> {
  const known = ["artifacts", "file", "trainOn", "onProgress"] as const;
  refuseUnknownOptions(withoutSettings(options, known), known);
  refuseOther("open a classifier of", study, "an object", ["repository", "files"]);
  const { trainOn, ...training } = options;
  const path = fileOf(study, options);
  if (!exists(path)) {
    if (trainOn?.kind === "artifact") return (await trainClassifier(study, training)).classifier;
    if (options.file === undefined) return undefined;
    throw fileError(path, `there is no such classifier; ${TRAIN_AGAIN}`);
  }
  const { text } = await readText(path);
  const classifier = read(study, text, { file: shortPath(path) });
  if (!await hasRepository(study.repository, options)) return classifier;
  const folder = await locateRepository(study.repository, options);
  for (const { path: trainedOn, sha256 } of classifier.trainedOn) {
    const { bytes } = await readText(join(folder, trainedOn));
    if (hash("sha256", bytes) === sha256) continue;
    throw fileError(
      path,
      `this classifier was trained on another ${trainedOn} than is there; ${TRAIN_AGAIN}`,
    );
  }
  return classifier;
}

/** The remedy for a classifier that cannot be used. */
const TRAIN_AGAIN = "train it with: deno task train";

function read<R, C extends { readonly trainedOn: readonly TrainingFile[] }>(
  study: TrainedStudy<R, C>,
  text: string,
  place: { readonly file: string },
): C {
  const value = parsedJson(text, place, TRAIN_AGAIN) as {
    readonly sha256?: unknown;
    readonly classifier?: unknown;
  } | null;
  if (value?.sha256 !== hash("sha256", JSON.stringify(value?.classifier ?? null))) {
    throw new DataError(`this classifier was changed after it was trained; ${TRAIN_AGAIN}`, { place });
  }
  return parsed(() => study.parseStored(value!.classifier), place, TRAIN_AGAIN);
}

async function readRows<R>(
  study: Pick<TrainedStudy<R, never>, "parseRows">,
  folder: string,
  path: string,
): Promise<{ readonly rows: readonly R[]; readonly file: TrainingFile }> {
  const full = join(folder, path);
  const { records, bytes } = await readJsonRecords(full);
  const place = { file: shortPath(full) };
  const values = records.map(({ value }) => value);
  const rows = parsedRows(() => study.parseRows(values, { file: path }), place);
  return { rows, file: { path, rows: rows.length, sha256: hash("sha256", bytes) } };
}

function fileOf({ name }: { readonly name: string }, { file }: ClassifierOptions): string {
  return file === undefined ? join(paths.outputs, `${name}_classifier.json`) : typedPath(file);
}
