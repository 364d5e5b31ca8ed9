/**
 * Correctness of one file of recorded samples: our way against the authors' way, in one run.
 *
 *     deno task bench linguistic [--model CodeLlama] [--language en] [--epochs 1] [--tasks N] [--draws N] [--artifacts DIR]
 *
 * The baseline takes a second and a half a sample, so by default it checks only the first epoch of every task, and
 * seconds per sample are compared; `--epochs 10` lets it check all. It is timed twice: with up to 100 draws, as the
 * authors check, and with our number of draws, which is smaller for the slowest tasks (data/linguistic/draws.json).
 * The first ratio is what an analyst waits less, the second what the engine alone saves. Both use as many workers.
 * leetcode/832, whose inputs take longer to draw than everything else takes to run, is timed apart, on few draws;
 * not where only the first `--tasks` tasks are checked.
 *
 * @module
 */

import { join } from "node:path";
import { linguistic, openSource, run } from "codebias";
import { wholeOf } from "codebias/app/command_line/numbers.ts";
import { figure } from "../commands/bench/figures.ts";
import { openSandbox, type Sandbox } from "codebias/execution/sandbox.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import { hasRepository } from "codebias/store/artifacts.ts";
import { paths } from "codebias/store/paths.ts";
import { DRAWS, drawsOf } from "codebias/studies/linguistic/judge/check.ts";
import type { LinguisticSettings, LinguisticTask } from "codebias/studies/linguistic/tasks/layout.ts";
import { programOf, referenceOf } from "codebias/studies/linguistic/judge/programs.ts";
import type { Completion } from "codebias/core/types.ts";
import { benchOptions } from "./parts/options.ts";

const APART = "leetcode/832";
const BASELINE = join(import.meta.dirname!, "authors_way.py");

const options = benchOptions({
  model: "CodeLlama",
  language: "en",
  epochs: 1,
  tasks: Infinity,
  draws: undefined,
  artifacts: undefined,
});

const artifacts = options.artifacts ?? await defaultArtifacts();
const source = await openSource(linguistic, { source: "artifact", artifacts });
const tasks = await source.tasks();
const completions = await source.completions({
  models: [options.model],
  where: ({ prompt, temperature, language }) =>
    prompt === "DI" && temperature === 0.2 && language === options.language,
});
const ids = [...new Set(completions.map(({ taskId }) => taskId))].filter((id) => id !== APART);
const chosen = new Set(ids.slice(0, options.tasks));
const usual = completions.filter(({ taskId }) => chosen.has(taskId));
const first = usual.filter(({ epoch }) => epoch <= options.epochs);
const draws = wholeOf("draws", options.draws);

await using sandbox = await openSandbox(projectSandbox());
console.log(
  `${options.model}, DI, t = 0.2, ${options.language}; ${sandbox.workers} workers, Python ${sandbox.protection.python}`,
);
const ours = await timeOurs(usual, sandbox);
const plan = draws ?? "as data/linguistic/draws.json says";
report(
  `${
    options.tasks < ids.length ? `${options.tasks} tasks` : `all tasks but ${APART}`
  }; draws: baseline up to ${draws ?? DRAWS}, ours ${plan}`,
  {
    ours,
    of: usual.length,
    theirs: await timeTheirs(first, () => draws ?? DRAWS),
  },
);
if (draws === undefined) {
  report(`the same; draws: both ${plan}`, {
    ours,
    of: usual.length,
    theirs: await timeTheirs(first, drawsOf),
  });
}
if (options.tasks >= ids.length) {
  const large = completions.filter(({ taskId }) => taskId === APART);
  const oursApart = await timeOurs(large, sandbox);
  const passing = large.filter(({ recorded }) => recorded?.passed).slice(0, 1);
  const theirsApart = await timeTheirs(passing, drawsOf);
  console.log(
    `${APART} apart: ours ${oursApart.seconds.toFixed(1)} s for ${large.length} samples, 3 draws each; ` +
      `baseline ${theirsApart.seconds.toFixed(1)} s for 1 sample, 3 draws`,
  );
}

interface Timing {
  readonly seconds: number;
  /** Whether each sample passed, by its key. */
  readonly passed: ReadonlyMap<string, boolean>;
}

async function timeOurs(
  samples: readonly Completion<LinguisticSettings>[],
  sandbox: Sandbox,
): Promise<Timing> {
  const started = performance.now();
  const result = await run(linguistic, {
    tasks,
    completions: samples,
    verdicts: "executed",
    rule: "published",
    sandbox,
    draws,
  });
  const passed = result.samples.map(({ judgement, ...completion }) =>
    [key(completion), judgement.kind === "judged" && judgement.finding.kind === "passed"] as const
  );
  return { seconds: (performance.now() - started) / 1000, passed: new Map(passed) };
}

async function timeTheirs(
  samples: readonly Completion<LinguisticSettings>[],
  drawsOf: (task: LinguisticTask) => number,
): Promise<Timing> {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const lines = samples.map((sample) => {
    const task = byId.get(sample.taskId)!;
    return JSON.stringify({ ...baselineSample(sample, task), draws: drawsOf(task) });
  });
  const started = performance.now();
  const process = new Deno.Command(projectSandbox().python, {
    args: [BASELINE, String(sandbox.workers)],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = process.stdin.getWriter();
  await writer.write(new TextEncoder().encode(lines.join("\n") + "\n"));
  await writer.close();
  const { stdout } = await process.output();
  const results = new TextDecoder().decode(stdout).trim().split("\n").map((line) => JSON.parse(line));
  if (results.length !== samples.length) {
    throw new Error(`The baseline checked ${results.length} of ${samples.length}`);
  }
  return {
    seconds: (performance.now() - started) / 1000,
    passed: new Map(results.map(({ id, passed }) => [id, passed])),
  };
}

function baselineSample(sample: Completion<LinguisticSettings>, task: LinguisticTask) {
  const program = programOf(task, sample, "published");
  if (program.kind !== "program") {
    throw new TypeError("Under the published rule every completion is a program");
  }
  return {
    id: key(sample),
    rules: task.generator,
    candidate: program.source,
    reference: referenceOf(task, "published").source,
    name: task.entryPoint,
    top: Math.min(task.maxSize, 2000),
  };
}

function key({ taskId, epoch }: { taskId: string; epoch: number }): string {
  return `${taskId} ${epoch}`;
}

function report(what: string, { ours, of, theirs }: { ours: Timing; of: number; theirs: Timing }): void {
  const count = theirs.passed.size;
  const [a, b] = [theirs.seconds / count, ours.seconds / of];
  figure(`baseline a sample; ${what}`, a, "s");
  figure(`ours a sample; ${what}`, b, "s");
  const same = [...theirs.passed].filter(([id, passed]) => ours.passed.get(id) === passed).length;
  const line = (who: string, { seconds }: Timing, samples: number) =>
    console.log(
      `  ${who}  ${seconds.toFixed(1)} s for ${samples} samples: ${
        (seconds / samples).toFixed(3)
      } s a sample`,
    );
  console.log(`${what}:`);
  line("baseline", theirs, count);
  line("ours    ", ours, of);
  console.log(`  ratio     ${(a / b).toFixed(1)}; the same verdict on ${same} of ${count} samples`);
}

async function defaultArtifacts(): Promise<string | undefined> {
  const beside = join(paths.root, "..", "shared", "artifacts");
  const { repository } = linguistic.layout;
  if (await hasRepository(repository, {})) return undefined;
  return await hasRepository(repository, { artifacts: beside }) ? beside : undefined;
}
