/**
 * Rows of the Liu study that instruments judge, a second, against reading the syntax tree of each row alone.
 *
 *     deno task bench liu [--artifacts DIR] [--rounds 5]
 *
 * Rows are the recorded completions of four models, 3,920 each. Equal code is judged once, as in the study; the baseline reads
 * equal code once, too.
 *
 * @module
 */

import { join } from "node:path";
import { parseArgs } from "node:util";
import { moduleOf } from "codebias/extraction/module.ts";
import { locateRepository } from "codebias/store/artifacts.ts";
import { readJsonRecords } from "codebias/store/json_list.ts";
import { classify } from "codebias/studies/liu/classifier/classifier.ts";
import { train } from "codebias/studies/liu/classifier/train.ts";
import { lexiconFinding, ownLexicon, publishedLexicon } from "codebias/studies/liu/lexicon.ts";
import { modelFiles, repository, splitFiles } from "codebias/studies/liu/recorded_files.ts";
import { parseRecordedRows, type RecordedRow } from "codebias/studies/liu/recorded_rows.ts";

const { values: options } = parseArgs({
  options: { artifacts: { type: "string" }, rounds: { type: "string", default: "5" } },
});
const rounds = Number(options.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new RangeError("--rounds must be a whole number from 1");

/** Seconds that it should not take: to classify the rows of one model, and all instruments for all rows. */
const AIMS = { classify: 1, all: 10 };

const folder = await locateRepository(repository, options.artifacts ? { artifacts: options.artifacts } : {});
const files = await Promise.all(modelFiles.map(({ path }) => rowsOf(path)));
const combine = (split: string) =>
  splitFiles.find((one) => one.dataset === "combine" && one.split === split)!.path;

const begun = performance.now();
const { classifier } = train(await rowsOf(combine("train")), await rowsOf(combine("val")));
console.log(`trained in ${((performance.now() - begun) / 1000).toFixed(1)} s (aim 60 s)\n`);

const instruments: Readonly<Record<string, (codes: readonly string[]) => unknown>> = {
  "syntax tree": (codes) => once(codes, moduleOf),
  "lexicon (published)": (codes) => once(codes, (code) => lexiconFinding(code, publishedLexicon)),
  "lexicon (ours)": (codes) => once(codes, (code) => lexiconFinding(code, ownLexicon)),
  "classifier": (codes) => classify(classifier, codes),
};
const codes = files.map((rows) => rows.map(({ code }) => code));
let [baseline, all, slowest] = [0, 0, 0];
console.log("instrument           rows/s  of the syntax tree alone");
for (const [name, judge] of Object.entries(instruments)) {
  const seconds = median(codes.flat(), judge);
  if (name === "syntax tree") baseline = seconds;
  else all += seconds;
  if (name === "classifier") slowest = Math.max(...codes.map((own) => median(own, judge)));
  console.log(
    `${name.padEnd(20)} ${(codes.flat().length / seconds).toFixed(0).padStart(7)}  ${
      (seconds / baseline).toFixed(2)
    }`,
  );
}
const [met, metAll] = [slowest <= AIMS.classify, all <= AIMS.all];
console.log(
  `\n3,920 rows classified in at most ${slowest.toFixed(2)} s, aim ${AIMS.classify} s: ${
    met ? "met" : "MISSED"
  }`,
);
console.log(
  `15,680 rows by all of them in ${all.toFixed(2)} s, aim ${AIMS.all} s: ${metAll ? "met" : "MISSED"}`,
);

function once(codes: readonly string[], judge: (code: string) => unknown): void {
  for (const code of new Set(codes)) judge(code);
}

function median(codes: readonly string[], judge: (codes: readonly string[]) => unknown): number {
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    judge(codes);
    return (performance.now() - start) / 1000;
  });
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)];
}

async function rowsOf(path: string): Promise<RecordedRow[]> {
  const { records } = await readJsonRecords(join(folder, path));
  return parseRecordedRows(records.map(({ value }) => value), { file: path });
}
