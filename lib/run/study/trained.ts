import type { Study, TrainingFile } from "../../core/types.ts";
import { openClassifier } from "../results/classifying.ts";
import type { StudyOptions } from "./options.ts";

/**
 * The trained classifier that judges in a run; undefined where none does.
 *
 * @param options With instruments as `checkClassifier` allows them.
 * @throws {DataError} If its file is not there or damaged, or was trained on other rows than the artifact's; with what to do.
 * @throws {TypeError} If it is no classifier of the study.
 */
export async function classifierOf(
  { name, classifier: study }: Pick<Study, "name" | "classifier">,
  { classifier: given }: Pick<StudyOptions, "classifier">,
): Promise<{ readonly trainedOn: readonly TrainingFile[] } | undefined> {
  if (!study || given === undefined) return undefined;
  if (typeof given === "string") return await openClassifier(study, { file: given });
  try {
    return study.parseStored(study.stored(given));
  } catch (cause) {
    throw new TypeError(
      `Cannot judge by this classifier (${
        (cause as Error).message
      }): pass what openClassifier(${name}.classifier) gave, or its file`,
      { cause },
    );
  }
}

/** On which rows a classifier's verdicts rest. */
export function trainingNotice({ trainedOn }: { readonly trainedOn: readonly TrainingFile[] }): string {
  if (trainedOn.length === 0) return "The classifier does not say on which rows it was trained";
  const files = trainedOn.map(({ path, rows, sha256 }) => `${path} (${rows} rows, SHA-256 ${sha256})`);
  return `The classifier was trained on ${
    files.join(" and ")
  }: on these rows it is right more often than on others`;
}
