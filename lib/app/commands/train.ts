/**
 * `deno task train`: trains the classifier of the Liu study and prints how often it agrees with people.
 *
 * @module
 */

import { join } from "node:path";
import { trainClassifier } from "../../run/results/classifying.ts";
import { command, runCommand } from "../command_line/command.ts";
import { locateRepository } from "../../store/artifacts.ts";
import { readJsonRecords } from "../../store/files/json_lines.ts";
import { shortPath } from "../../store/paths.ts";
import {
  classifierAccuracies,
  classifierTable,
} from "../../studies/liu/paper/tables/classifier/classifier_table.ts";
import { trainedStudy } from "../../studies/liu/judge/classifier/train.ts";
import { parseRecordedRows, type RecordedRow } from "../../studies/liu/artifact/recorded_rows.ts";
import { splitFiles } from "../../studies/liu/artifact/recorded_files.ts";

const train = command({
  name: "train",
  usage: "[--artifacts DIR] [--out FILE]",
  about: `
Trains the classifier of the Liu study on the artifact's rows (combine/train, chosen by combine/val), stores it in
outputs/liu_classifier.json, and prints how often it agrees with people, on the rows that chose it and on those of
the test. The same rows give the same file.`,
  options: {
    artifacts:
      "DIR  folder with one folder per repository (default: CODEBIAS_ARTIFACTS, else data/artifacts)",
    out: "FILE  where to store it",
  },
  async does(values) {
    const { artifacts, out } = values;
    const { classifier, file } = await trainClassifier(trainedStudy, {
      artifacts,
      file: out,
      onProgress: ({ done, total }) => console.error(`fit ${done} of ${total}`),
    });
    const folder = await locateRepository(trainedStudy.repository, { artifacts });
    const rows = async (split: string): Promise<RecordedRow[]> => {
      const { path } = splitFiles.find((one) => one.dataset === "combine" && one.split === split)!;
      const { records } = await readJsonRecords(join(folder, path));
      return parseRecordedRows(records.map(({ value }) => value), { file: path });
    };
    const [train, val, test] = [await rows("train"), await rows("val"), await rows("test")];
    console.log(`${classifierTable(classifierAccuracies(classifier, { train, val, test }))}`);
    console.log(`stored in ${shortPath(file)}`);
  },
});

if (import.meta.main) await runCommand(train);
