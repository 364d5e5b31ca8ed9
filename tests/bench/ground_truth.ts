/**
 * Which complexity our estimator finds in programs whose complexity is known, while one core is busy.
 *
 *     deno task bench ground_truth [--set tuning|sealed] [--runs 2] [--every 1]
 *
 * Prints a confusion matrix for each set, and how often two runs of one program say the same. `sealed` are the programs
 * that were not looked at before the estimator was finished.
 *
 * @module
 */

import { figure } from "../commands/bench/figures.ts";
import { CLASSES } from "codebias/complexity/classes.ts";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { complexityOfProgram } from "codebias/run/profile.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import { BusyCore, type KnownProgram, knownPrograms } from "../complexity/ground_truth.ts";
import { benchOptions } from "./parts/options.ts";

const { set: only, runs, every } = benchOptions({ set: undefined, runs: 2, every: 1 });

const NONE = "none";

using _busy = new BusyCore();
await using sandbox = await openSandbox({ ...projectSandbox(), workers: 1 });
const programs = await knownPrograms();
let same = 0, pairs = 0;
for (const set of ["tuning", "sealed"] as const) {
  if (only !== undefined && only !== set) continue;
  const some = programs.filter((program) => program.set === set).filter((_, at) => at % every === 0);
  const found: string[][] = [];
  const started = performance.now();
  for (const [at, program] of some.entries()) {
    const answers: string[] = [];
    for (let run = 0; run < runs; run++) answers.push(await answerFor(program));
    found.push(answers);
    pairs += runs - 1;
    same += answers.filter((answer, run) => run > 0 && answer === answers[0]).length;
    if (answers.some((answer) => answer !== program.class)) {
      console.error(
        `  ${at + 1} of ${some.length}  ${program.id}: ${answers.join(", ")}, not ${program.class}`,
      );
    }
  }
  const seconds = (performance.now() - started) / 1000 / some.length / runs;
  report(set, some, found, figure(`a program, ${set}`, seconds, "s"));
}
if (pairs > 0) {
  console.log(`The same program twice, the same answer: ${same} of ${pairs} (${percent(same / pairs)})`);
}

async function answerFor(program: KnownProgram): Promise<string> {
  return (await complexityOfProgram(sandbox, program)).class ?? NONE;
}

function report(
  set: string,
  some: readonly KnownProgram[],
  found: readonly string[][],
  seconds: number,
): void {
  const columns = [...CLASSES, NONE];
  const count = (row: string, column: string) =>
    some.flatMap((program, at) =>
      program.class === row ? found[at].filter((answer) => answer === column) : []
    ).length;
  console.log(`\n${set}: ${some.length} programs, ${runs} runs each, ${seconds.toFixed(2)} s a program\n`);
  console.log(`| is, found | ${columns.join(" | ")} |\n| --- |${" --- |".repeat(columns.length)}`);
  for (const row of CLASSES) {
    console.log(`| ${row} | ${columns.map((column) => count(row, column) || "").join(" | ")} |`);
  }
  const all = found.flat().length;
  const none = found.flat().filter((answer) => answer === NONE).length;
  const right = some.reduce(
    (sum, program, at) => sum + found[at].filter((one) => one === program.class).length,
    0,
  );
  console.log(
    `\nright ${right} of ${all - none} answers (${
      percent(right / (all - none))
    }), no answer ${none} of ${all}`,
  );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
