/**
 * Rows of the Liu study that instruments judge, a second, against reading the syntax tree of each row alone.
 *
 *     deno task bench liu [--artifacts DIR] [--rounds 5] [--workers 1] [--rows 3920]
 *
 * Rows are the recorded completions of four models, at most so many of each. Equal code is judged once, as in the study; the baseline reads
 * equal code once, too. The behaviour of all rows is found out once, with as many workers as are named, and held against
 * running as many programs that do nothing.
 *
 * @module
 */

import { join } from "node:path";
import { median } from "simple-statistics";
import { liu, openProber } from "codebias";
import { figure } from "../commands/bench/figures.ts";
import { DEFAULT_CALL } from "codebias/execution/limits.ts";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { moduleOf } from "codebias/extraction/syntax/module.ts";
import { subjectKey } from "codebias/run/probing/once.ts";
import { locateRepository } from "codebias/store/artifacts.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import { readJsonRecords } from "codebias/store/files/json_lines.ts";
import { behaviourSubject } from "codebias/studies/liu/judge/behaviour.ts";
import { train } from "codebias/studies/liu/judge/classifier/train.ts";
import { lexiconFinding, ownLexicon, printedLexicon } from "codebias/studies/liu/judge/lexicon.ts";
import { repository } from "codebias/studies/liu/artifact/recorded_files.ts";
import type { RecordedRow } from "codebias/studies/liu/artifact/recorded_rows.ts";
import type { ProbeSubject } from "codebias/core/types.ts";
import { encode } from "codebias/values/mod.ts";
import { benchOptions } from "./parts/options.ts";

const { artifacts, rounds, workers, rows: most } = benchOptions({
  artifacts: undefined,
  rounds: 5,
  workers: 1,
  rows: 3920,
});

/**
 * Seconds that it should not take: to classify the rows of one model, and all instruments for all rows; and rows whose
 * behaviour should be found out in a second by each worker.
 */
const AIMS = { classify: 1, all: 10, behaviour: 300 };

/** What the sandbox takes for a program without anything in it. */
const EMPTY_PROGRAM = {
  kind: "program",
  source: "def nothing():\n    pass\n",
  entryPoint: "nothing",
  namespace: "one",
} as const;

const folder = await locateRepository(repository, artifacts ? { artifacts } : {});
const files = await Promise.all(liu.modelFiles.map(({ path }) => rowsOf(path)));
const combine = (split: string) =>
  liu.splitFiles.find((one) => one.dataset === "combine" && one.split === split)!.path;

const begun = performance.now();
const { classifier } = train(await rowsOf(combine("train")), await rowsOf(combine("val")));
console.log(
  `trained in ${figure("training", (performance.now() - begun) / 1000, "s").toFixed(1)} s (aim 60 s)\n`,
);

const instruments: Readonly<Record<string, (codes: readonly string[]) => unknown>> = {
  "syntax tree": (codes) => once(codes, moduleOf),
  "lexicon (published)": (codes) => once(codes, (code) => lexiconFinding(code, printedLexicon)),
  "lexicon (ours)": (codes) => once(codes, (code) => lexiconFinding(code, ownLexicon)),
  "classifier": (codes) => liu.classify(classifier, codes),
};
const codes = files.map((rows) => rows.slice(0, most).map(({ code }) => code));
let [baseline, all, slowest] = [0, 0, 0];
console.log("instrument           rows/s  of the syntax tree alone");
for (const [name, judge] of Object.entries(instruments)) {
  const taken = times(codes.flat(), judge);
  const seconds = median(taken);
  if (name === "syntax tree") baseline = seconds;
  else all += seconds;
  if (name === "classifier") slowest = Math.max(...codes.map((own) => median(times(own, judge))));
  console.log(
    `${name.padEnd(20)} ${
      figure(name, taken.map((seconds) => codes.flat().length / seconds), "/s").toFixed(0).padStart(7)
    }  ${(seconds / baseline).toFixed(2)}`,
  );
}
const [met, metAll] = [slowest <= AIMS.classify, all <= AIMS.all];
console.log(
  `\n${most.toLocaleString("en")} rows classified in at most ${
    slowest.toFixed(2)
  } s, aim ${AIMS.classify} s: ${met ? "met" : "MISSED"}`,
);
console.log(
  `${codes.flat().length.toLocaleString("en")} rows by all of them in ${
    all.toFixed(2)
  } s, aim ${AIMS.all} s: ${metAll ? "met" : "MISSED"}`,
);

const subjects = new Map<string, ProbeSubject>();
const beganReading = performance.now();
for (const code of new Set(codes.flat())) {
  const subject = behaviourSubject(code);
  if (!("kind" in subject)) subjects.set(subjectKey(subject), subject);
}
const reading = (performance.now() - beganReading) / 1000;
await using prober = await openProber({ ...projectSandbox(), workers });
const probing = await seconds([...subjects.values()], (subject) => prober.probe(subject));
await using sandbox = await openSandbox({ ...projectSandbox(), workers });
const nothing = await seconds(
  [...subjects.values()],
  () => sandbox.execute({ program: EMPTY_PROGRAM, calls: [{ args: encode([]) }], limits: DEFAULT_CALL }),
);
const [rows, total] = [codes.flat().length, reading + probing];
const perWorker = rows / total / workers;
console.log(
  `\nbehaviour: ${rows} rows are ${subjects.size} programs; ${
    figure("behaviour of all rows", total, "s").toFixed(1)
  } s with ${workers} at a time, ` +
    `${(probing / nothing).toFixed(1)} times as long as programs that do nothing take`,
);
const metBehaviour = perWorker >= AIMS.behaviour;
console.log(
  `${perWorker.toFixed(0)} rows/s by each, aim ${AIMS.behaviour}: ${metBehaviour ? "met" : "MISSED"}`,
);

/** Seconds that it takes to do something with all of them, as many at a time as there are workers. */
async function seconds<T>(items: readonly T[], act: (item: T) => Promise<unknown>): Promise<number> {
  const queue = items.values();
  const start = performance.now();
  await Promise.all(Array.from({ length: workers + 1 }, async () => {
    for (const item of queue) await act(item);
  }));
  return (performance.now() - start) / 1000;
}

function once(codes: readonly string[], judge: (code: string) => unknown): void {
  for (const code of new Set(codes)) judge(code);
}

/** Seconds that it takes to judge all, once a round. */
function times(codes: readonly string[], judge: (codes: readonly string[]) => unknown): number[] {
  return Array.from({ length: rounds }, () => {
    const start = performance.now();
    judge(codes);
    return (performance.now() - start) / 1000;
  });
}

async function rowsOf(path: string): Promise<RecordedRow[]> {
  const { records } = await readJsonRecords(join(folder, path));
  return liu.parseRows(records.map(({ value }) => value), { file: path });
}
