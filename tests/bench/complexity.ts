/**
 * Seconds to find a program's complexity: ours against the authors' procedure, in one run.
 *
 *     deno task bench complexity [--programs 4] [--sizes 50] [--repeats 10]
 *
 * The baseline (authors_timing.py) measures at 50 sizes up to the task's largest and starts a process for each of 10
 * repetitions (the authors: 100), then fits by rule `published`. Ours measures the same program with the same generator up
 * to the same largest size. Programs are the efficient solutions of tasks of our own suite. One after the other, both.
 *
 * @module
 */

import { join } from "node:path";
import { median } from "simple-statistics";
import { figure } from "../commands/bench/figures.ts";
import { fitByAuthorsRule } from "codebias/complexity/authors_rule.ts";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { complexityOfProgram } from "codebias/run/profile.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import { paths } from "codebias/store/paths.ts";
import { readYamlFiles } from "codebias/store/own_data.ts";
import { parseSuiteTask } from "codebias/studies/linguistic/tasks/suite.ts";
import { benchOptions } from "./parts/options.ts";

const { programs: wanted, sizes, repeats } = benchOptions({ programs: 4, sizes: 50, repeats: 10 });

const tasks = (await readYamlFiles(join(paths.data, "linguistic", "suite"))).map(({ value }) =>
  parseSuiteTask(value)
);
const step = Math.max(1, Math.floor(tasks.length / wanted));
const chosen = tasks.filter((_, at) => at % step === 0).slice(0, wanted);
await using sandbox = await openSandbox({ ...projectSandbox(), workers: 1 });
console.log(
  `${chosen.length} programs, Python ${sandbox.protection.python}; baseline: ${sizes} sizes, ${repeats} repeats`,
);

const ratios: number[] = [];
const total = { ours: 0, theirs: 0 };
for (const { id, entryPoint, generator, maxSize, references: [{ source, class: known }] } of chosen) {
  const program = { source, entryPoint, generator };
  const begun = performance.now();
  const ours = await complexityOfProgram(sandbox, program, { largest: maxSize });
  const oursS = (performance.now() - begun) / 1000;
  const theirs = await baseline({ id, ...program, top: maxSize });
  ratios.push(theirs.seconds / oursS);
  total.ours += figure(`ours, ${id}`, oursS, "s");
  total.theirs += theirs.seconds;
  console.log(
    `  ${id} (${known}): ours ${oursS.toFixed(2)} s, ${ours.class}; baseline ${
      theirs.seconds.toFixed(1)
    } s, ` +
      `${theirs.class}; ratio ${ratios.at(-1)!.toFixed(0)}`,
  );
}
figure("ours, all programs", total.ours, "s");
figure("baseline, all programs", total.theirs, "s");
console.log(
  `ratio: ${(total.theirs / total.ours).toFixed(0)} over all; median ${median(ratios).toFixed(0)}, lowest ${
    Math.min(...ratios).toFixed(0)
  }, highest ${Math.max(...ratios).toFixed(0)}`,
);

async function baseline(
  program: Readonly<Record<string, unknown>>,
): Promise<{ seconds: number; class: string }> {
  const begun = performance.now();
  const process = new Deno.Command(projectSandbox().python, {
    args: [join(import.meta.dirname!, "authors_timing.py"), String(sizes), String(repeats)],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const writer = process.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(program) + "\n"));
  await writer.close();
  const { stdout, success } = await process.output();
  if (!success) throw new Error("The baseline failed");
  const fit = fitByAuthorsRule(JSON.parse(new TextDecoder().decode(stdout)));
  return { seconds: (performance.now() - begun) / 1000, class: "class" in fit ? fit.class : fit.reason };
}
